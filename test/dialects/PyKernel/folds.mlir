// RUN: gpujit-opt %s --canonicalize --split-input-file | FileCheck %s

// Python ints fold where the result is exact.
// CHECK-LABEL: @ints
pyk.func @ints() attributes {arg_names = []} {
  %v = pyk.var "v" : !pyk.ref<!pyk.int>
  %7 = pyk.constant 7 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %m2 = pyk.constant -2 : i64 -> !pyk.int
  // CHECK-DAG: %[[SUM:.*]] = pyk.constant 9 : i64 -> !pyk.int
  // CHECK-DAG: %[[DIFFERENCE:.*]] = pyk.constant 5 : i64 -> !pyk.int
  // CHECK-DAG: %[[PRODUCT:.*]] = pyk.constant 14 : i64 -> !pyk.int
  // CHECK-DAG: %[[QUOTIENT:.*]] = pyk.constant -4 : i64 -> !pyk.int
  // CHECK-DAG: %[[REST:.*]] = pyk.constant -1 : i64 -> !pyk.int
  // CHECK-DAG: %[[NEGATIVE:.*]] = pyk.constant -7 : i64 -> !pyk.int
  // CHECK: pyk.set %{{.*}}, %[[SUM]]
  %a = pyk.add %7, %2 : !pyk.int
  pyk.set %v, %a : !pyk.ref<!pyk.int>
  // CHECK: pyk.set %{{.*}}, %[[DIFFERENCE]]
  %s = pyk.sub %7, %2 : !pyk.int
  pyk.set %v, %s : !pyk.ref<!pyk.int>
  // CHECK: pyk.set %{{.*}}, %[[PRODUCT]]
  %p = pyk.mul %7, %2 : !pyk.int
  pyk.set %v, %p : !pyk.ref<!pyk.int>
  // CHECK: pyk.set %{{.*}}, %[[QUOTIENT]]
  %q = pyk.floordiv %7, %m2 : !pyk.int
  pyk.set %v, %q : !pyk.ref<!pyk.int>
  // CHECK: pyk.set %{{.*}}, %[[REST]]
  %r = pyk.mod %7, %m2 : !pyk.int
  pyk.set %v, %r : !pyk.ref<!pyk.int>
  // CHECK: pyk.set %{{.*}}, %[[NEGATIVE]]
  %n = pyk.neg %7 : !pyk.int
  pyk.set %v, %n : !pyk.ref<!pyk.int>
  pyk.return
}

// -----

// Neutral elements vanish, from both sides where the operator allows it.
// CHECK-LABEL: @neutral
// CHECK-SAME: (%[[A:.*]]: !pyk.int)
pyk.func @neutral(%a: !pyk.int) attributes {arg_names = ["a"]} {
  %v = pyk.var "v" : !pyk.ref<!pyk.int>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  // CHECK-COUNT-6: pyk.set %{{.*}}, %[[A]]
  %b = pyk.add %a, %0 : !pyk.int
  pyk.set %v, %b : !pyk.ref<!pyk.int>
  %c = pyk.add %0, %a : !pyk.int
  pyk.set %v, %c : !pyk.ref<!pyk.int>
  %d = pyk.sub %a, %0 : !pyk.int
  pyk.set %v, %d : !pyk.ref<!pyk.int>
  %e = pyk.mul %a, %1 : !pyk.int
  pyk.set %v, %e : !pyk.ref<!pyk.int>
  %f = pyk.mul %1, %a : !pyk.int
  pyk.set %v, %f : !pyk.ref<!pyk.int>
  %g = pyk.floordiv %a, %1 : !pyk.int
  pyk.set %v, %g : !pyk.ref<!pyk.int>
  // CHECK: %[[D:.*]] = pyk.sub
  // CHECK-NEXT: pyk.set %{{.*}}, %[[D]]
  %h = pyk.sub %0, %a : !pyk.int
  pyk.set %v, %h : !pyk.ref<!pyk.int>
  pyk.return
}

// -----

// What raises stays, so that it raises with its line, also when nothing uses it.
// CHECK-LABEL: @raises
pyk.func @raises() attributes {arg_names = []} {
  %max = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %min = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %m1 = pyk.constant -1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  // CHECK: pyk.add
  %a = pyk.add %max, %1 : !pyk.int
  // CHECK: pyk.sub
  %b = pyk.sub %min, %1 : !pyk.int
  // CHECK: pyk.mul
  %c = pyk.mul %max, %2 : !pyk.int
  // CHECK: pyk.floordiv
  %d = pyk.floordiv %1, %0 : !pyk.int
  // CHECK: pyk.mod
  %e = pyk.mod %1, %0 : !pyk.int
  // CHECK: pyk.floordiv
  %f = pyk.floordiv %min, %m1 : !pyk.int
  // CHECK: pyk.neg
  %g = pyk.neg %min : !pyk.int
  pyk.return
}

// -----

// What can't raise goes when nothing uses it.
// CHECK-LABEL: @dead
// CHECK-NEXT: pyk.var
// CHECK-NEXT: pyk.return
pyk.func @dead(%i: !pyk.int, %s: si32, %f: f32, %w: !pyk.float, %x: !pyk.array<1 x f32, c>) attributes {arg_names = ["i", "s", "f", "w", "x"]} {
  %a = pyk.add %i, %i exact : !pyk.int
  %b = pyk.floordiv %s, %s : si32
  %c = pyk.div %f, %f : f32
  %d = pyk.math log, %f : f32
  %e = pyk.math atan, %w : !pyk.float
  %g = pyk.cast %i exact : !pyk.int -> ui8
  %h = pyk.cast %s : si32 -> !pyk.int
  %j = pyk.mul %w, %w : !pyk.float
  %k = pyk.math2 hypot, %w, %w : !pyk.float
  %v = pyk.var "v" : !pyk.ref<f32>
  %l = pyk.get %v : !pyk.ref<f32>
  %m = pyk.load "x" %x[%i] inbounds : !pyk.array<1 x f32, c> -> f32
  pyk.return
}

// -----

// CHECK-LABEL: @may_raise
pyk.func @may_raise(%i: !pyk.int, %s: si32, %w: !pyk.float, %u: ui64, %x: !pyk.array<1 x f32, c>) attributes {arg_names = ["i", "s", "w", "u", "x"]} {
  // CHECK-NEXT: pyk.add
  %a = pyk.add %i, %i : !pyk.int
  // CHECK-NEXT: pyk.pow
  %b = pyk.pow %s, %s : si32
  // CHECK-NEXT: pyk.div
  %c = pyk.div %w, %w : !pyk.float
  // CHECK-NEXT: pyk.math log
  %d = pyk.math log, %w : !pyk.float
  // CHECK-NEXT: pyk.math2 fmod
  %e = pyk.math2 fmod, %w, %w : !pyk.float
  // CHECK-NEXT: pyk.cast
  %f = pyk.cast %i : !pyk.int -> ui8
  // CHECK-NEXT: pyk.cast
  %g = pyk.cast %w : !pyk.float -> !pyk.int
  // CHECK-NEXT: pyk.cast
  %h = pyk.cast %u : ui64 -> !pyk.int
  // CHECK-NEXT: pyk.shr
  %j = pyk.shr %i, %i : !pyk.int
  // CHECK-NEXT: pyk.load
  %k = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
  // CHECK: pyk.get
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  %l = pyk.get %v : !pyk.ref<f32>
  pyk.return
}

// -----

// CHECK-LABEL: @conversions
// CHECK-SAME: (%[[A:.*]]: f32, %[[C:.*]]: i1)
pyk.func @conversions(%a: f32, %c: i1) attributes {arg_names = ["a", "c"]} {
  %v = pyk.var "v" : !pyk.ref<f32>
  %w = pyk.var "w" : !pyk.ref<i1>
  // CHECK: pyk.set %{{.*}}, %[[A]]
  %0 = pyk.cast %a : f32 -> f32
  pyk.set %v, %0 : !pyk.ref<f32>
  // CHECK: pyk.set %{{.*}}, %[[C]]
  %1 = pyk.not %c
  %2 = pyk.not %1
  pyk.set %w, %2 : !pyk.ref<i1>
  pyk.return
}

// -----

// Of floats only == and != have an opposite.

// CHECK-LABEL: @opposites
// CHECK-SAME: (%[[A:.*]]: si32, %[[F:.*]]: f32)
// CHECK-DAG: pyk.cmp ge, %[[A]], %[[A]] : si32
// CHECK-DAG: pyk.cmp ne, %[[F]], %[[F]] : f32
// CHECK-DAG: pyk.cmp lt, %[[F]], %[[F]] : f32
// CHECK-DAG: pyk.not
pyk.func @opposites(%a: si32, %f: f32) attributes {arg_names = ["a", "f"]} {
  %v = pyk.var "v" : !pyk.ref<i1>
  %0 = pyk.cmp lt, %a, %a : si32
  %1 = pyk.not %0
  pyk.set %v, %1 : !pyk.ref<i1>
  %2 = pyk.cmp eq, %f, %f : f32
  %3 = pyk.not %2
  pyk.set %v, %3 : !pyk.ref<i1>
  %4 = pyk.cmp lt, %f, %f : f32
  %5 = pyk.not %4
  pyk.set %v, %5 : !pyk.ref<i1>
  pyk.return
}

// -----

// s = s if c else s + x

// CHECK-LABEL: @choice_that_keeps
// CHECK: %[[NOT:.*]] = pyk.not
// CHECK: pyk.if %[[NOT]] {
// CHECK: %[[SUM:.*]] = pyk.add
// CHECK: pyk.set %{{.*}}, %[[SUM]]
// CHECK: pyk.yield
// CHECK-NOT: else
// CHECK: pyk.return
pyk.func @choice_that_keeps(%c: i1, %x: f32) attributes {arg_names = ["c", "x"]} {
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %x : !pyk.ref<f32>
  %0 = pyk.if %c -> f32 {
    %1 = pyk.get %s : !pyk.ref<f32>
    pyk.yield %1 : f32
  } else {
    %2 = pyk.get %s : !pyk.ref<f32>
    %3 = pyk.add %2, %x : f32
    pyk.yield %3 : f32
  }
  pyk.set %s, %0 : !pyk.ref<f32>
  pyk.return
}

// -----

// Where the variable is set in between, nothing is kept.

// CHECK-LABEL: @set_in_between
// CHECK: pyk.if {{.*}} -> f32
pyk.func @set_in_between(%c: i1, %x: f32) attributes {arg_names = ["c", "x"]} {
  %s = pyk.var "s" : !pyk.ref<f32>
  pyk.set %s, %x : !pyk.ref<f32>
  %0 = pyk.get %s : !pyk.ref<f32>
  %1 = pyk.add %x, %x : f32
  pyk.set %s, %1 : !pyk.ref<f32>
  %2 = pyk.if %c -> f32 {
    pyk.yield %1 : f32
  } else {
    pyk.yield %0 : f32
  }
  pyk.set %s, %2 : !pyk.ref<f32>
  pyk.return
}
