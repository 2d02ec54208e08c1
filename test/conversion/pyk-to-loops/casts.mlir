// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// Integers are extended by the sign of what they come from.

// CHECK-LABEL: func.func @widths(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i8{{.*}}, %[[B:[a-z0-9]+]]: i8{{.*}}, %[[C:[a-z0-9]+]]: i1
pyk.func @widths(%a: si8, %b: ui8, %c: i1) -> f64 attributes {arg_names = ["a", "b", "c"]} {
  // CHECK-NOT: plan.check
  // CHECK: arith.extsi %[[A]] : i8 to i64
  %0 = pyk.cast %a : si8 -> ui64
  // CHECK: arith.extui %[[B]] : i8 to i64
  %1 = pyk.cast %b : ui8 -> !pyk.int
  %2 = pyk.cast %1 exact : !pyk.int -> ui64
  %3 = pyk.add %0, %2 : ui64
  // CHECK: arith.uitofp %{{.*}} : i64 to f64
  %4 = pyk.cast %3 : ui64 -> f64
  // CHECK: arith.uitofp %[[C]] : i1 to f64
  %5 = pyk.cast %c : i1 -> f64
  %6 = pyk.add %4, %5 : f64
  pyk.return %6 : f64
}

// -----

// A Python int must fit what it is stored in.

// CHECK-LABEL: func.func @must_fit(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i64
pyk.func @must_fit(%a: !pyk.int) -> si16 attributes {arg_names = ["a"]} {
  // CHECK: %[[SHIFTED:.*]] = arith.addi %[[A]], %c32768_i64
  // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ult, %[[SHIFTED]], %c65536_i64
  // CHECK-NEXT: plan.check %[[OK]], "OverflowError", "Python integer {0} out of bounds for int16"(%[[A]])
  // CHECK-NEXT: arith.trunci %[[A]] : i64 to i16
  %0 = pyk.cast %a : !pyk.int -> si16
  pyk.return %0 : si16
}

// -----

// A float outside the range of the processor's conversion gives its lowest value.

// CHECK-LABEL: func.func @float_to_int(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32
pyk.func @float_to_int(%x: f32) -> si8 attributes {arg_names = ["x"]} {
  // CHECK: %[[LOW:.*]] = arith.cmpf oge, %[[X]], %cst
  // CHECK: %[[HIGH:.*]] = arith.cmpf olt, %[[X]], %cst
  // CHECK: %[[INSIDE:.*]] = arith.andi %[[LOW]], %[[HIGH]]
  // CHECK: %[[SAFE:.*]] = arith.select %[[INSIDE]], %[[X]], %cst
  // CHECK: %[[INT:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
  // CHECK: %[[ANY:.*]] = arith.select %[[INSIDE]], %[[INT]], %c-2147483648_i32
  // CHECK: arith.trunci %[[ANY]] : i32 to i8
  %0 = pyk.cast %x : f32 -> si8
  pyk.return %0 : si8
}

// -----

// int() of a float says which of three things is wrong.

// CHECK-LABEL: func.func @int_of_float(
pyk.func @int_of_float(%x: f64) -> !pyk.int attributes {arg_names = ["x"]} {
  // CHECK: scf.if
  // CHECK: plan.check %{{.*}}, "ValueError", "cannot convert float NaN to integer"
  // CHECK: plan.check %{{.*}}, "OverflowError", "cannot convert float infinity to integer"
  // CHECK: plan.check %false, "OverflowError", "int() of a float leaves 64 bits"
  // CHECK: arith.fptosi
  %0 = pyk.cast %x : f64 -> !pyk.int
  pyk.return %0 : !pyk.int
}

// -----

// CHECK-LABEL: func.func @truth(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32{{.*}}, %[[A:[a-z0-9]+]]: i16
pyk.func @truth(%x: f32, %a: ui16) -> i1 attributes {arg_names = ["x", "a"]} {
  // CHECK: arith.cmpf une, %[[X]], %cst
  // CHECK: arith.cmpi ne, %[[A]], %c0_i16
  %0 = pyk.cast %x : f32 -> i1
  %1 = pyk.cast %a : ui16 -> !pyk.bool
  %2 = pyk.cast %1 : !pyk.bool -> i1
  %3 = pyk.xor %0, %2 : i1
  pyk.return %3 : i1
}
