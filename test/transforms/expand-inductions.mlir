// RUN: gpujit-opt %s -pyk-expand-inductions -pyk-promote-vars -canonicalize | FileCheck %s

!A = !pyk.array<1 x f32, c>
!R = !pyk.ref<!pyk.int>

// CHECK-LABEL: pyk.func @every_second
// CHECK-NOT: pyk.set
// CHECK: [[TWO:%.*]] = pyk.constant 2
// CHECK: pyk.for "i"
// CHECK-NEXT: ^bb0([[I:%.*]]: !pyk.int):
// CHECK-NEXT: [[AT:%.*]] = pyk.mul [[I]], [[TWO]] : !pyk.int
// CHECK-NEXT: pyk.store {{.*}}{{\[}}[[AT]]]
// CHECK-NOT: pyk.set
// CHECK: pyk.return
pyk.func @every_second(%a: !A, %n: !pyk.int, %f: f32) attributes {arg_names = ["a", "n", "f"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %two = pyk.constant 2 : i64 -> !pyk.int
  %k = pyk.var "k" : !R
  pyk.set %k, %zero : !R
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    %0 = pyk.get %k : !R
    pyk.store %f, "a" %a[%0] : f32, !A
    %1 = pyk.add %0, %two : !pyk.int
    pyk.set %k, %1 : !R
    pyk.yield
  }
  pyk.return
}

// What it holds after the loop is a function of the number of iterations: 3 * max(0, (n + 1) // 2).
// CHECK-LABEL: pyk.func @seen_after_the_loop
// CHECK: pyk.for "i"
// CHECK-NOT: pyk.set
// CHECK: pyk.yield
// CHECK: [[SPAN:%.*]] = pyk.add %arg0, %{{.*}} : !pyk.int
// CHECK: [[COUNT:%.*]] = pyk.floordiv [[SPAN]],
// CHECK: [[RUNS:%.*]] = pyk.max {{.*}}[[COUNT]]
// CHECK: [[LAST:%.*]] = pyk.mul [[RUNS]],
// CHECK: pyk.return [[LAST]]
pyk.func @seen_after_the_loop(%n: !pyk.int) -> !pyk.int attributes {arg_names = ["n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %two = pyk.constant 2 : i64 -> !pyk.int
  %three = pyk.constant 3 : i64 -> !pyk.int
  %k = pyk.var "k" : !R
  pyk.set %k, %zero : !R
  pyk.for "i" %zero to %n step %two {
  ^bb0(%i: !pyk.int):
    %0 = pyk.get %k : !R
    %1 = pyk.add %0, %three : !pyk.int
    pyk.set %k, %1 : !R
    pyk.yield
  }
  %last = pyk.get %k : !R
  pyk.return %last : !pyk.int
}

// A step under a condition, and one that `continue` may jump over, stay.
// CHECK-LABEL: pyk.func @sometimes
// CHECK-COUNT-3: pyk.set
pyk.func @sometimes(%n: !pyk.int, %c: i1) -> !pyk.int attributes {arg_names = ["n", "c"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %k = pyk.var "k" : !R
  pyk.set %k, %zero : !R
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    pyk.if %c {
      %0 = pyk.get %k : !R
      %1 = pyk.add %0, %one : !pyk.int
      pyk.set %k, %1 : !R
      pyk.yield
    }
    pyk.yield
  }
  pyk.for "j" %zero to %n step %one {
  ^bb0(%j: !pyk.int):
    pyk.if %c {
      pyk.continue
    }
    %2 = pyk.get %k : !R
    %3 = pyk.add %2, %one : !pyk.int
    pyk.set %k, %3 : !R
    pyk.yield
  }
  %last = pyk.get %k : !R
  pyk.return %last : !pyk.int
}

// The step of the outer loop is what the inner one adds.
// CHECK-LABEL: pyk.func @through_an_inner_loop
// CHECK-NOT: pyk.set
// CHECK: pyk.return
pyk.func @through_an_inner_loop(%a: !A, %n: !pyk.int, %m: !pyk.int, %f: f32) attributes {arg_names = ["a", "n", "m", "f"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %k = pyk.var "k" : !R
  pyk.set %k, %zero : !R
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    pyk.for "j" %zero to %m step %one {
    ^bb0(%j: !pyk.int):
      %0 = pyk.get %k : !R
      pyk.store %f, "a" %a[%0] : f32, !A
      %1 = pyk.add %0, %one : !pyk.int
      pyk.set %k, %1 : !R
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}
