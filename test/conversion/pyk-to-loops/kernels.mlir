// RUN: gpujit-opt %s -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// A loop over an array's elements: the trip count is the extent.

// CHECK-LABEL: func.func @saxpy(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32 {gpujit.dtype = "float32", gpujit.name = "a"},
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32> {gpujit.dtype = "float32", gpujit.name = "x", gpujit.readonly},
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xf32> {gpujit.dtype = "float32", gpujit.name = "out"})
pyk.func @saxpy(%a: f32, %x: !pyk.array<1 x f32, c, readonly>, %out: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["a", "x", "out"]} {
  %lo = pyk.constant 0 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c, readonly>
  %st = pyk.constant 1 : i64 -> !pyk.int
  // CHECK: %[[N:.*]] = memref.dim %[[X]]
  // CHECK-NEXT: scf.forall (%[[K:.*]]) in (%[[N]]) {
  pyk.for "i" %lo to %n step %st attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    // CHECK-NEXT: %[[XI:.*]] = memref.load %[[X]][%[[K]]]
    // CHECK-NEXT: %[[AX:.*]] = arith.mulf %[[A]], %[[XI]] : f32
    // CHECK-NEXT: %[[OI:.*]] = memref.load %[[OUT]][%[[K]]]
    // CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[AX]], %[[OI]] : f32
    // CHECK-NEXT: memref.store %[[SUM]], %[[OUT]][%[[K]]]
    // CHECK-NEXT: } {gpujit.loop = 0 : i64}
    %0 = pyk.load "x" %x[%i] inbounds : !pyk.array<1 x f32, c, readonly> -> f32
    %1 = pyk.mul %a, %0 : f32
    %2 = pyk.load "out" %out[%i] inbounds : !pyk.array<1 x f32, c> -> f32
    %3 = pyk.add %1, %2 : f32
    pyk.store %3, "out" %out[%i] inbounds : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  // CHECK-NEXT: return
  pyk.return
}

// A nest whose bounds are computed, with neighbours read.

// CHECK-LABEL: func.func @blur(
// CHECK-SAME: %[[SRC:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-SAME: %[[DST:[a-z0-9]+]]: memref<?x?xf32>
pyk.func @blur(%src: !pyk.array<2 x f32, c>, %dst: !pyk.array<2 x f32, c>) attributes {arg_names = ["src", "dst"]} {
  %one = pyk.constant 1 : i64 -> !pyk.int
  %h = pyk.extent %src[0] : !pyk.array<2 x f32, c>
  %w = pyk.extent %src[1] : !pyk.array<2 x f32, c>
  %h1 = pyk.sub %h, %one exact : !pyk.int
  %w1 = pyk.sub %w, %one exact : !pyk.int
  %fifth = pyk.constant 2.000000e-01 : f64 -> f32
  // CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %[[H1:.*]], %c1
  // CHECK: %[[COUNT:.*]] = arith.select %[[RUNS]]
  // CHECK: scf.forall
  pyk.for "i" %one to %h1 step %one attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    // CHECK: %[[I:.*]] = arith.addi %{{.*}}, %c1_i64
    // CHECK: scf.forall
    pyk.for "j" %one to %w1 step %one attributes {index = 1 : i64, verdict = #pyk<verdict parallel>} {
    ^bb0(%j: !pyk.int):
      %0 = pyk.load "src" %src[%i, %j] inbounds : !pyk.array<2 x f32, c> -> f32
      %up = pyk.sub %i, %one exact : !pyk.int
      // CHECK: memref.load %[[SRC]]
      // CHECK: memref.load %[[SRC]]
      %1 = pyk.load "src" %src[%up, %j] inbounds : !pyk.array<2 x f32, c> -> f32
      %2 = pyk.add %0, %1 : f32
      %3 = pyk.mul %fifth, %2 : f32
      // CHECK: memref.store %{{.*}}, %[[DST]]
      pyk.store %3, "dst" %dst[%i, %j] inbounds : f32, !pyk.array<2 x f32, c>
      pyk.yield
    }
    // CHECK: } {gpujit.loop = 1 : i64}
    pyk.yield
  }
  // CHECK: } {gpujit.loop = 0 : i64}
  pyk.return
}

// A loop in order inside two parallel ones, with a private accumulator: the slot
// is allocated in the iteration, before the loop.

// CHECK-LABEL: func.func @matmul(
pyk.func @matmul(%a: !pyk.array<2 x f32, c>, %b: !pyk.array<2 x f32, strided>, %c: !pyk.array<2 x f32, c>)
    attributes {arg_names = ["a", "b", "c"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %m = pyk.extent %a[0] : !pyk.array<2 x f32, c>
  %n = pyk.extent %b[1] : !pyk.array<2 x f32, strided>
  %k = pyk.extent %a[1] : !pyk.array<2 x f32, c>
  // CHECK: scf.forall (%[[I:.*]]) in
  pyk.for "i" %zero to %m step %one attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    // CHECK: scf.forall (%[[J:.*]]) in
    pyk.for "j" %zero to %n step %one attributes {index = 1 : i64, verdict = #pyk<verdict parallel>} {
    ^bb0(%j: !pyk.int):
      // CHECK-NEXT: %[[S:.*]] = memref.alloca() : memref<f32>
      // CHECK-NEXT: memref.store %cst, %[[S]][]
      %s = pyk.var "s" : !pyk.ref<f32>
      %start = pyk.constant 0.0 : f64 -> f32
      pyk.set %s, %start : !pyk.ref<f32>
      // CHECK: scf.for %[[L:.*]] = %c0_i64 to %{{.*}} step %c1_i64 : i64 {
      pyk.for "l" %zero to %k step %one attributes {index = 2 : i64, verdict = #pyk<verdict sequential>} {
      ^bb0(%l: !pyk.int):
        // CHECK-NEXT: %[[AT:.*]] = arith.index_cast %[[L]] : i64 to index
        // CHECK-NEXT: memref.load %{{.*}}[%[[I]], %[[AT]]] : memref<?x?xf32>
        // CHECK-NEXT: memref.load %{{.*}}[%[[AT]], %[[J]]] : memref<?x?xf32, strided<[?, ?]>>
        %0 = pyk.load "a" %a[%i, %l] inbounds : !pyk.array<2 x f32, c> -> f32
        %1 = pyk.load "b" %b[%l, %j] inbounds : !pyk.array<2 x f32, strided> -> f32
        %2 = pyk.mul %0, %1 : f32
        %3 = pyk.get %s : !pyk.ref<f32>
        %4 = pyk.add %3, %2 : f32
        pyk.set %s, %4 : !pyk.ref<f32>
        pyk.yield
      }
      // CHECK: } {gpujit.loop = 2 : i64}
      %5 = pyk.get %s : !pyk.ref<f32>
      pyk.store %5, "c" %c[%i, %j] inbounds : f32, !pyk.array<2 x f32, c>
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}
