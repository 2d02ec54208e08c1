// RUN: gpujit-interpret %s | FileCheck %s
// RUN: gpujit-interpret --function=endless --stop-at-poll=3 %s | FileCheck %s --check-prefix=STOP

// Where an exception was raised, and through which calls: lines from 1, columns from 0.

// CHECK-LABEL: assertion: raised AssertionError: x must be {positive}
// CHECK-NEXT: at kernel.py:7:4
pyk.func @assertion() attributes {arg_names = []} {
  pyk.raise "AssertionError" "x must be {positive}" loc("dir/kernel.py":7:5)
  pyk.return
}

// CHECK-LABEL: called: raised ZeroDivisionError: division by zero
// CHECK-NEXT: at helpers.py:3:11
// CHECK-NEXT: in inverse, called at helpers.py:9:4
// CHECK-NEXT: in scale, called at kernel.py:20:8
pyk.func @called(%a: !pyk.float) attributes {arg_names = ["a"], gpujit.args = [1.0 : f64]} {
  %0 = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.inlined "scale" -> !pyk.float {
    %s = pyk.inlined "inverse" -> !pyk.float {
      %d = pyk.div %a, %0 : !pyk.float loc(callsite(callsite("inverse"("helpers.py":3:12) at "scale"("helpers.py":9:5)) at "kernel.py":20:9))
      pyk.return %d : !pyk.float
    } loc(callsite("scale"("helpers.py":9:5) at "kernel.py":20:9))
    pyk.return %s : !pyk.float
  } loc("kernel.py":20:9)
  pyk.return
}

// Callees that the location doesn't name are named by the operation around.
// CHECK-LABEL: unnamed: raised ZeroDivisionError: division by zero
// CHECK-NEXT: at helpers.py:3:11
// CHECK-NEXT: in inverse, called at kernel.py:20:8
pyk.func @unnamed(%a: !pyk.float) attributes {arg_names = ["a"], gpujit.args = [1.0 : f64]} {
  %0 = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.inlined "inverse" -> !pyk.float {
    %d = pyk.div %a, %0 : !pyk.float loc("helpers.py":3:12)
    pyk.return %d : !pyk.float
  } loc("kernel.py":20:9)
  pyk.return
}

// The poll stops a loop that doesn't end.
// STOP: endless: stopped
// CHECK-LABEL: endless: 5000000
pyk.func @endless(%n: !pyk.int) -> !pyk.int attributes {arg_names = ["n"], gpujit.args = [5000000 : i64]} {
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.while {
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %c = pyk.cmp lt, %a, %n : !pyk.int
    pyk.condition %c
  } do {
    %a = pyk.get %k : !pyk.ref<!pyk.int>
    %b = pyk.add %a, %1 : !pyk.int
    pyk.set %k, %b : !pyk.ref<!pyk.int>
    pyk.yield
  }
  %r = pyk.get %k : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}
