// RUN: gpujit-opt %s -split-input-file -pass-pipeline="builtin.module(pyk.func(pyk-structure-exits))" | FileCheck %s

// What follows a branch that continues moves into the other branch: the loop
// stays a loop, and there is no flag.

// CHECK-LABEL: pyk.func @continue_alone
pyk.func @continue_alone(%c: i1, %n: !pyk.int) attributes {arg_names = ["c", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  // CHECK-NOT: pyk.var
  // CHECK: pyk.for "i"
  // CHECK-SAME: {index = 0 : i64, verdict = #pyk<verdict parallel>}
  pyk.for "i" %zero to %n step %one attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    // CHECK: pyk.if %{{.*}} {
    // CHECK-NEXT: pyk.yield
    // CHECK-NEXT: } else {
    // CHECK-NEXT: pyk.raise "A" "rest"
    // CHECK-NEXT: pyk.yield
    // CHECK-NEXT: }
    // CHECK-NEXT: pyk.yield
    pyk.if %c {
      pyk.continue
    }
    pyk.raise "A" "rest"
    pyk.yield
  }
  // CHECK: pyk.return
  pyk.return
}

// -----

// Where an inner branch continues, what follows the outer one is guarded by a
// flag of the iteration.

// CHECK-LABEL: pyk.func @continue_within
pyk.func @continue_within(%c: i1, %d: i1, %n: !pyk.int) attributes {arg_names = ["c", "d", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  // CHECK: pyk.for "i"
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    // CHECK-NEXT: ^bb0
    // CHECK-NEXT: %[[FLAG:.*]] = pyk.var "continue" : <i1>
    // CHECK-NEXT: %[[NO:.*]] = pyk.constant 0 : i64 -> i1
    // CHECK-NEXT: pyk.set %[[FLAG]], %[[NO]]
    // CHECK-NEXT: pyk.if %arg0 {
    // CHECK-NEXT: pyk.if %arg1 {
    // CHECK-NEXT: %[[YES:.*]] = pyk.constant 1 : i64 -> i1
    // CHECK-NEXT: pyk.set %[[FLAG]], %[[YES]]
    // CHECK-NEXT: pyk.yield
    // CHECK-NEXT: } else {
    // CHECK-NEXT: pyk.raise "A" "inner"
    pyk.if %c {
      pyk.if %d {
        pyk.continue
      }
      pyk.raise "A" "inner"
      pyk.yield
    }
    // CHECK: %[[LEFT:.*]] = pyk.get %[[FLAG]]
    // CHECK-NEXT: %[[STAYS:.*]] = pyk.not %[[LEFT]]
    // CHECK-NEXT: pyk.if %[[STAYS]] {
    // CHECK-NEXT: pyk.raise "A" "rest"
    pyk.raise "A" "rest"
    pyk.yield
  }
  pyk.return
}

// -----

// A loop that can be left keeps its value in a slot, and its index.

// CHECK-LABEL: pyk.func @break_for
// CHECK-SAME: (%[[C:.*]]: i1, %[[N:.*]]: !pyk.int)
pyk.func @break_for(%c: i1, %n: !pyk.int) attributes {arg_names = ["c", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  // CHECK: %[[FLAG:.*]] = pyk.var "break" : <i1>
  // CHECK: %[[I:.*]] = pyk.var "i" : <!pyk.int>
  // CHECK-NEXT: pyk.set %[[I]], %{{.*}} : <!pyk.int>
  // CHECK-NEXT: pyk.while attributes {gpujit.loop = 3 : i64} {
  // CHECK-NEXT: %[[LEFT:.*]] = pyk.get %[[FLAG]]
  // CHECK-NEXT: %[[GO:.*]] = pyk.if %[[LEFT]] -> i1 {
  // CHECK: } else {
  // CHECK-NEXT: %[[V:.*]] = pyk.get %[[I]]
  // CHECK-NEXT: %[[IN:.*]] = pyk.cmp lt, %[[V]], %[[N]]
  // CHECK-NEXT: pyk.yield %[[IN]] : i1
  // CHECK-NEXT: }
  // CHECK-NEXT: pyk.condition %[[GO]]
  // CHECK-NEXT: } do {
  // CHECK-NEXT: %[[V:.*]] = pyk.get %[[I]]
  pyk.for "i" %zero to %n step %one attributes {index = 3 : i64} {
  ^bb0(%i: !pyk.int):
    // CHECK: pyk.if %[[C]] {
    // CHECK: pyk.set %[[FLAG]]
    // CHECK: } else {
    // CHECK-NEXT: pyk.set %{{.*}}, %[[V]]
    %s = pyk.var "s" : !pyk.ref<!pyk.int>
    pyk.if %c {
      pyk.break
    }
    pyk.set %s, %i : !pyk.ref<!pyk.int>
    // The step of 1 never wraps, so no flag is set for the range's end.
    // CHECK: %[[NEXT:.*]] = pyk.cast %{{.*}} exact : si64 -> !pyk.int
    // CHECK-NEXT: pyk.set %[[I]], %[[NEXT]]
    // CHECK-NEXT: pyk.yield
    pyk.yield
  }
  pyk.return
}

// -----

// The condition of a while is not evaluated again after a break.

// CHECK-LABEL: pyk.func @break_while
pyk.func @break_while(%c: i1) attributes {arg_names = ["c"]} {
  // CHECK: pyk.while {
  // CHECK-NEXT: %[[LEFT:.*]] = pyk.get
  // CHECK-NEXT: %[[GO:.*]] = pyk.if %[[LEFT]] -> i1 {
  // CHECK: } else {
  // CHECK-NEXT: pyk.raise "A" "condition"
  // CHECK-NEXT: pyk.yield %arg0 : i1
  // CHECK-NEXT: }
  // CHECK-NEXT: pyk.condition %[[GO]]
  pyk.while {
    pyk.raise "A" "condition"
    pyk.condition %c
  } do {
    pyk.if %c {
      pyk.break
    }
    pyk.yield
  }
  pyk.return
}

// -----

// A return leaves both loops; their conditions ask for its flag.

// CHECK-LABEL: pyk.func @return_from_nest
pyk.func @return_from_nest(%n: !pyk.int) -> !pyk.int attributes {arg_names = ["n"]} {
  // CHECK-NEXT: %[[FLAG:.*]] = pyk.var "return" : <i1>
  // CHECK: %[[VALUE:.*]] = pyk.var "return" : <!pyk.int>
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %two = pyk.constant 2 : i64 -> !pyk.int
  // CHECK: pyk.while {
  // CHECK: pyk.get %[[FLAG]]
  pyk.for "i" %zero to %n step %two {
  ^bb0(%i: !pyk.int):
    // CHECK: pyk.while {
    // CHECK: pyk.get %[[FLAG]]
    pyk.for "j" %n to %zero step %n {
    ^bb0(%j: !pyk.int):
      %c = pyk.cmp eq, %i, %j : !pyk.int
      pyk.if %c {
        // CHECK: pyk.set %[[FLAG]]
        // CHECK-NEXT: pyk.set %[[VALUE]]
        pyk.return %j : !pyk.int
      }
      pyk.yield
    }
    pyk.yield
  }
  // CHECK: %[[LEFT:.*]] = pyk.get %[[FLAG]]
  // CHECK-NEXT: %[[STAYS:.*]] = pyk.not %[[LEFT]]
  // CHECK-NEXT: pyk.if %[[STAYS]] {
  // CHECK: %[[R:.*]] = pyk.get %[[VALUE]]
  // CHECK-NEXT: pyk.return %[[R]] : !pyk.int
  pyk.return %zero : !pyk.int
}

// -----

// A callee with one return at its end is spliced in.

// CHECK-LABEL: pyk.func @inlined_once
pyk.func @inlined_once(%v: f32) -> f32 attributes {arg_names = ["v"]} {
  // CHECK-NEXT: %[[P:.*]] = pyk.mul %arg0, %arg0
  // CHECK-NEXT: pyk.return %[[P]]
  %r = pyk.inlined "square" -> f32 {
    %p = pyk.mul %v, %v : f32
    pyk.return %p : f32
  }
  pyk.return %r : f32
}

// -----

// One with two returns gets a slot; nothing follows them, so no flag is read.

// CHECK-LABEL: pyk.func @inlined_twice
pyk.func @inlined_twice(%v: f32, %c: i1) -> f32 attributes {arg_names = ["v", "c"]} {
  // CHECK-NEXT: %[[SLOT:.*]] = pyk.var "return" : <f32>
  // CHECK-NEXT: pyk.if %arg1 {
  // CHECK-NEXT: %[[N:.*]] = pyk.neg
  // CHECK-NEXT: pyk.set %[[SLOT]], %[[N]]
  // CHECK-NEXT: pyk.yield
  // CHECK-NEXT: } else {
  // CHECK-NEXT: pyk.set %[[SLOT]], %arg0
  // CHECK-NEXT: pyk.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[R:.*]] = pyk.get %[[SLOT]]
  // CHECK-NEXT: pyk.return %[[R]]
  %r = pyk.inlined "abs" -> f32 {
    pyk.if %c {
      %n = pyk.neg %v : f32
      pyk.return %n : f32
    }
    pyk.return %v : f32
  }
  pyk.return %r : f32
}

// -----

// A break inside a callee's loop does not leave the caller's; its return does not
// leave the kernel.

// CHECK-LABEL: pyk.func @callee_in_loop
pyk.func @callee_in_loop(%c: i1, %n: !pyk.int) attributes {arg_names = ["c", "n"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  // CHECK: pyk.for "i"
  // CHECK-SAME: {index = 0 : i64}
  pyk.for "i" %zero to %n step %one attributes {index = 0 : i64} {
  ^bb0(%i: !pyk.int):
    pyk.inlined "search" {
      // CHECK: pyk.while {
      pyk.for "j" %zero to %n step %one {
      ^bb0(%j: !pyk.int):
        pyk.if %c {
          pyk.return
        }
        pyk.break
      }
      pyk.yield
    }
    // CHECK: pyk.raise "A" "rest"
    // CHECK-NEXT: pyk.yield
    // CHECK-NEXT: }
    // CHECK-NEXT: pyk.return
    pyk.raise "A" "rest"
    pyk.yield
  }
  pyk.return
}
