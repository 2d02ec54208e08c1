// RUN: gpujit-opt %s -split-input-file -pyk-hold-extremes | FileCheck %s

// if a[i] > a[k]: k = i

// CHECK-LABEL: pyk.func @place
// CHECK: %[[K:.*]] = pyk.var "k"
// CHECK: %[[HELD:.*]] = pyk.var "a"
// CHECK: pyk.if {{.*}} -> f64 {
// CHECK: pyk.load "a"
// CHECK: pyk.set %[[HELD]]
// CHECK: pyk.for
// CHECK: %[[X:.*]] = pyk.load "a"
// CHECK: %[[OLD:.*]] = pyk.get %[[HELD]]
// CHECK: pyk.cmp gt, %[[X]], %[[OLD]]
// CHECK: pyk.set %[[HELD]], %[[X]]
// CHECK: pyk.set %[[K]]
pyk.func @place(%n: !pyk.int, %a: !pyk.array<1 x f64, c>) -> !pyk.int attributes {arg_names = ["n", "a"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] inbounds : !pyk.array<1 x f64, c> -> f64
    %j = pyk.get %k : !pyk.ref<!pyk.int>
    %y = pyk.load "a" %a[%j] : !pyk.array<1 x f64, c> -> f64
    %c = pyk.cmp gt, %x, %y : f64
    pyk.if %c {
      pyk.set %k, %i : !pyk.ref<!pyk.int>
      pyk.yield
    }
    pyk.yield
  }
  %r = pyk.get %k : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}

// -----

// What is loaded first may raise first: it stays where it is.

// CHECK-LABEL: pyk.func @may_raise_first
// CHECK-NOT: pyk.var "a"
pyk.func @may_raise_first(%n: !pyk.int, %a: !pyk.array<1 x f64, c>) -> !pyk.int attributes {arg_names = ["n", "a"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %k = pyk.var "k" : !pyk.ref<!pyk.int>
  pyk.set %k, %0 : !pyk.ref<!pyk.int>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %x = pyk.load "a" %a[%i] : !pyk.array<1 x f64, c> -> f64
    %j = pyk.get %k : !pyk.ref<!pyk.int>
    %y = pyk.load "a" %a[%j] : !pyk.array<1 x f64, c> -> f64
    %c = pyk.cmp gt, %x, %y : f64
    pyk.if %c {
      pyk.set %k, %i : !pyk.ref<!pyk.int>
      pyk.yield
    }
    pyk.yield
  }
  %r = pyk.get %k : !pyk.ref<!pyk.int>
  pyk.return %r : !pyk.int
}
