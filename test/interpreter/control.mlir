// RUN: gpujit-interpret %s | FileCheck %s

// A range's length is the one Python's range has, and the variable after the loop is the
// last value.

// CHECK: up: 7
pyk.func @up() -> !pyk.int attributes {arg_names = []} {
  %v = pyk.var "i" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 1 : i64 -> !pyk.int
  %1 = pyk.constant 9 : i64 -> !pyk.int
  %2 = pyk.constant 3 : i64 -> !pyk.int
  pyk.for "i" %0 to %1 step %2 {
  ^bb0(%i: !pyk.int):
    pyk.set %v, %i : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %v : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// CHECK: down: -2
pyk.func @down() -> !pyk.int attributes {arg_names = []} {
  %v = pyk.var "i" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 10 : i64 -> !pyk.int
  %1 = pyk.constant -3 : i64 -> !pyk.int
  %2 = pyk.constant -4 : i64 -> !pyk.int
  pyk.for "i" %0 to %1 step %2 {
  ^bb0(%i: !pyk.int):
    pyk.set %v, %i : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %v : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// The counter must not overflow at the ends of 64 bits.
// CHECK: whole_range: 3
pyk.func @whole_range() -> !pyk.int attributes {arg_names = []} {
  %v = pyk.var "n" : !pyk.ref<!pyk.int>
  %lo = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %hi = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %st = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.set %v, %0 : !pyk.ref<!pyk.int>
  pyk.for "i" %lo to %hi step %st {
  ^bb0(%i: !pyk.int):
    %n = pyk.get %v : !pyk.ref<!pyk.int>
    %m = pyk.add %n, %1 : !pyk.int
    pyk.set %v, %m : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %v : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// CHECK: step_of_zero: raised ValueError: range() arg 3 must not be zero
pyk.func @step_of_zero() -> !pyk.int attributes {arg_names = []} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  pyk.for "i" %0 to %0 step %0 {
  ^bb0(%i: !pyk.int):
    pyk.yield
  }
  pyk.return %0 : !pyk.int
}

// What the body does to the loop's variable and to the variables of the bounds doesn't
// change the iterations.
// CHECK-LABEL: bounds_change: done
// CHECK: out = [1, 1, 1, 0, 0, 0]
pyk.func @bounds_change(%out: !pyk.array<1 x si32, c>) attributes {arg_names = ["out"], gpujit.args = [
    dense<0> : tensor<6xsi32>]} {
  %n = pyk.var "n" : !pyk.ref<!pyk.int>
  %v = pyk.var "i" : !pyk.ref<!pyk.int>
  %s = pyk.var "s" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %3 = pyk.constant 3 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> si32
  pyk.set %n, %3 : !pyk.ref<!pyk.int>
  pyk.set %s, %1 : !pyk.ref<!pyk.int>
  %hi = pyk.get %n : !pyk.ref<!pyk.int>
  %st = pyk.get %s : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %hi step %st {
  ^bb0(%i: !pyk.int):
    pyk.set %v, %i : !pyk.ref<!pyk.int>
    %w = pyk.get %v : !pyk.ref<!pyk.int>
    pyk.store %one, "out" %out[%w] : si32, !pyk.array<1 x si32, c>
    pyk.set %v, %0 : !pyk.ref<!pyk.int>
    pyk.set %n, %0 : !pyk.ref<!pyk.int>
    pyk.set %s, %3 : !pyk.ref<!pyk.int>
    pyk.yield
  }
  pyk.return
}

// break leaves the innermost loop, continue starts its next iteration: rows stop at the first
// negative element, zeros are skipped.
// CHECK-LABEL: exits: done
// CHECK: out = [3, 0, 12]
pyk.func @exits(%x: !pyk.array<2 x si32, c>, %out: !pyk.array<1 x si32, c>) attributes {arg_names = ["x", "out"],
    gpujit.args = [dense<[[1, 0, 2, -1], [-1, 5, 5, 5], [3, 4, 0, 5]]> : tensor<3x4xsi32>, dense<0> : tensor<3xsi32>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %zero = pyk.constant 0 : i64 -> si32
  %h = pyk.extent %x[0] : !pyk.array<2 x si32, c>
  %w = pyk.extent %x[1] : !pyk.array<2 x si32, c>
  pyk.for "i" %0 to %h step %1 {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %0 to %w step %1 {
    ^bb0(%j: !pyk.int):
      %e = pyk.load "x" %x[%i, %j] : !pyk.array<2 x si32, c> -> si32
      %neg = pyk.cmp lt, %e, %zero : si32
      pyk.if %neg {
        pyk.break
      }
      %nil = pyk.cmp eq, %e, %zero : si32
      pyk.if %nil {
        pyk.continue
      } else {
        pyk.yield
      }
      %s = pyk.load "out" %out[%i] : !pyk.array<1 x si32, c> -> si32
      %t = pyk.add %s, %e : si32
      pyk.store %t, "out" %out[%i] : si32, !pyk.array<1 x si32, c>
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}

// A while loop with break and continue: 1 + 2 + 4 + 5, without 3, until 6.
// CHECK: while_exits: 12
pyk.func @while_exits() -> !pyk.int attributes {arg_names = []} {
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  %s = pyk.var "s" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %3 = pyk.constant 3 : i64 -> !pyk.int
  %6 = pyk.constant 6 : i64 -> !pyk.int
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.set %s, %0 : !pyk.ref<!pyk.int>
  pyk.while {
    %t = pyk.constant 1 : i64 -> i1
    pyk.condition %t
  } do {
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %b = pyk.add %a, %1 : !pyk.int
    pyk.set %k, %b : !pyk.ref<!pyk.int>
    %c = pyk.get %k : !pyk.ref<!pyk.int>
    %is3 = pyk.cmp eq, %c, %3 : !pyk.int
    pyk.if %is3 {
      pyk.continue
    }
    %is6 = pyk.cmp eq, %c, %6 : !pyk.int
    pyk.if %is6 {
      pyk.break
    }
    %d = pyk.get %s : !pyk.ref<!pyk.int>
    %e = pyk.add %d, %c : !pyk.int
    pyk.set %s, %e : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %s : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// A while loop whose condition is false at once.
// CHECK: while_never: 5
pyk.func @while_never() -> !pyk.int attributes {arg_names = []} {
  %r = pyk.constant 5 : i64 -> !pyk.int
  pyk.while {
    %f = pyk.constant 0 : i64 -> i1
    pyk.condition %f
  } do {
    pyk.raise "AssertionError" "not reached"
    pyk.yield
  }
  pyk.return %r : !pyk.int
}

// An if with values, nested, whose other branch leaves the loop or the function.
// CHECK: if_values: 20
pyk.func @if_values() -> !pyk.int attributes {arg_names = []} {
  %t = pyk.constant 1 : i64 -> i1
  %f = pyk.constant 0 : i64 -> i1
  %10 = pyk.constant 10 : i64 -> !pyk.int
  %a = pyk.if %f -> !pyk.int {
    pyk.return %10 : !pyk.int
  } else {
    %b, %c = pyk.if %t -> !pyk.int, !pyk.int {
      pyk.yield %10, %10 : !pyk.int, !pyk.int
    } else {
      pyk.raise "AssertionError" "not reached"
      pyk.yield %10, %10 : !pyk.int, !pyk.int
    }
    %d = pyk.add %b, %c : !pyk.int
    pyk.yield %d : !pyk.int
  }
  pyk.return %a : !pyk.int
}

// A return from inside two loops of a callee leaves the callee alone; one from the
// function's loop leaves the function.
// CHECK: returns: 23
pyk.func @returns() -> !pyk.int attributes {arg_names = []} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %9 = pyk.constant 9 : i64 -> !pyk.int
  %10 = pyk.constant 10 : i64 -> !pyk.int
  pyk.for "k" %2 to %9 step %1 {
  ^bb0(%k: !pyk.int):
    %r = pyk.inlined "find" -> !pyk.int {
      pyk.for "i" %0 to %9 step %1 {
      ^bb0(%i: !pyk.int):
        pyk.for "j" %0 to %9 step %1 {
        ^bb0(%j: !pyk.int):
          %3 = pyk.constant 3 : i64 -> !pyk.int
          %c = pyk.cmp eq, %j, %3 : !pyk.int
          pyk.if %c {
            pyk.return %j : !pyk.int
          }
          pyk.yield
        }
        pyk.yield
      }
      pyk.return %0 : !pyk.int
    }
    %s = pyk.mul %k, %10 : !pyk.int
    %t = pyk.add %s, %r : !pyk.int
    pyk.return %t : !pyk.int
  }
  pyk.return %0 : !pyk.int
}

// A callee that ends without a return.
// CHECK-LABEL: procedure: done
// CHECK: out = [7]
pyk.func @procedure(%out: !pyk.array<1 x si32, c>) attributes {arg_names = ["out"], gpujit.args = [dense<0> : tensor<1xsi32>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  pyk.inlined "set" {
    %7 = pyk.constant 7 : i64 -> si32
    pyk.store %7, "out" %out[%0] : si32, !pyk.array<1 x si32, c>
    pyk.yield
  }
  pyk.return
}
