// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// A subscript as written: wrapped once, checked, the access guarded.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32, strided<[?]>>
// CHECK-SAME: %[[I:[a-z0-9]+]]: i64
pyk.func @gather(%x: !pyk.array<1 x f32, strided>, %i: !pyk.int) -> f32 attributes {arg_names = ["x", "i"]} {
  // CHECK: %[[DIM:.*]] = memref.dim %[[X]]
  // CHECK: %[[N:.*]] = arith.index_cast %[[DIM]] : index to i64
  // CHECK-NEXT: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]], %c0_i64
  // CHECK-NEXT: %[[FROM_END:.*]] = arith.addi %[[I]], %[[N]]
  // CHECK-NEXT: %[[AT:.*]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[I]]
  // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ult, %[[AT]], %[[N]]
  // CHECK-NEXT: plan.check %[[OK]], "IndexError", "index {0} is out of bounds for axis 0 with size {1} in 'x'"(%[[I]], %[[N]])
  // CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast %[[AT]] : i64 to index
  // CHECK-NEXT: %[[V:.*]] = scf.if %[[OK]] -> (f32) {
  // CHECK-NEXT: memref.load %[[X]][%[[INDEX]]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %cst
  %0 = pyk.load "x" %x[%i] : !pyk.array<1 x f32, strided> -> f32
  pyk.return %0 : f32
}

// -----

// A subscript that can't be negative does not wrap.

// CHECK-LABEL: func.func @unsigned_subscript(
pyk.func @unsigned_subscript(%x: !pyk.array<1 x f32, c>, %k: ui8) -> f32 attributes {arg_names = ["x", "k"]} {
  // CHECK: %[[I:.*]] = arith.extui
  // CHECK-NOT: arith.select
  // CHECK: arith.cmpi ult, %[[I]]
  %i = pyk.cast %k : ui8 -> !pyk.int
  %0 = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
  pyk.return %0 : f32
}

// -----

// What was proven of a subscript does not hold after a failed check.

// CHECK-LABEL: func.func @proven_from_checked(
pyk.func @proven_from_checked(%x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  %one = pyk.constant 1 : i64 -> !pyk.int
  %zero = pyk.constant 0.0 : f64 -> f32
  %j = pyk.add %i, %one : !pyk.int
  // CHECK: memref.store %cst, %{{.*}}[%{{.*}}] : memref<?xf32>
  pyk.store %zero, "x" %x[%i] inbounds : f32, !pyk.array<1 x f32, c>
  // CHECK: %[[FAILED:.*]] = plan.failed
  // CHECK-NEXT: %[[FINE:.*]] = arith.xori %[[FAILED]], %true
  // CHECK-NEXT: scf.if %[[FINE]] {
  // CHECK-NEXT: memref.store
  pyk.store %zero, "x" %x[%j] inbounds : f32, !pyk.array<1 x f32, c>
  pyk.return
}

// -----

// Bools are bytes in memory.

// CHECK-LABEL: func.func @bools(
// CHECK-SAME: memref<?xi8> {gpujit.dtype = "bool", gpujit.name = "m"}
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1 {gpujit.dtype = "bool", gpujit.name = "c"}
pyk.func @bools(%m: !pyk.array<1 x i1, c>, %i: !pyk.int, %c: i1) attributes {arg_names = ["m", "i", "c"]} {
  // CHECK: %[[BYTE:.*]] = memref.load
  // CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]], %c0_i8
  // CHECK: %[[BOTH:.*]] = arith.andi %[[BIT]], %[[C]]
  // CHECK: %[[OUT:.*]] = arith.extui %[[BOTH]] : i1 to i8
  // CHECK: memref.store %[[OUT]]
  %0 = pyk.load "m" %m[%i] inbounds : !pyk.array<1 x i1, c> -> i1
  %1 = pyk.and %0, %c : i1
  pyk.store %1, "m" %m[%i] inbounds : i1, !pyk.array<1 x i1, c>
  pyk.return
}

// -----

// A local array is filled where it is made, and allocated outside the loop in
// order; a name with one array needs no slot.

// CHECK-LABEL: func.func @local(
pyk.func @local(%n: !pyk.int, %i: !pyk.int, %x: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "i", "x"]} {
  %lo = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %zero = pyk.constant 0 : i64 -> si64
  // CHECK: memref.alloca() : memref<2x3xi64>
  // CHECK: scf.for
  pyk.for "k" %lo to %n step %one {
  ^bb0(%k: !pyk.int):
    // CHECK: scf.for %[[R:.*]] = %c0 to %c2
    // CHECK-NEXT: scf.for %[[C:.*]] = %c0 to %c3
    // CHECK-NEXT: memref.store %c0_i64, %{{.*}}[%[[R]], %[[C]]] : memref<2x3xi64>
    %slot = pyk.var "t" : !pyk.ref<!pyk.array<2 x si64, c>>
    %0 = pyk.alloc "t" [2, 3] fill(%zero : si64) : !pyk.array<2 x si64, c>
    pyk.set %slot, %0 : !pyk.ref<!pyk.array<2 x si64, c>>
    %1 = pyk.get %slot : !pyk.ref<!pyk.array<2 x si64, c>>
    // CHECK: memref.load
    %2 = pyk.load "t" %1[%lo, %i] : !pyk.array<2 x si64, c> -> si64
    pyk.store %2, "x" %x[%k] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// -----

// A tracked variable knows whether it is bound.

// CHECK-LABEL: func.func @tracked(
pyk.func @tracked(%c: i1) -> f32 attributes {arg_names = ["c"]} {
  // CHECK: %[[BOUND:.*]] = memref.alloca() : memref<i1>
  // CHECK: %[[SLOT:.*]] = memref.alloca() : memref<f32>
  // CHECK: memref.store %false, %[[BOUND]]
  %v = pyk.var "v" tracked : !pyk.ref<f32>
  %one = pyk.constant 1.0 : f64 -> f32
  pyk.if %c {
    // CHECK: memref.store %{{.*}}, %[[SLOT]]
    // CHECK: memref.store %true, %[[BOUND]]
    pyk.set %v, %one : !pyk.ref<f32>
    pyk.yield
  }
  // CHECK: %[[IS:.*]] = memref.load %[[BOUND]]
  // CHECK: plan.check %[[IS]], "UnboundLocalError", "cannot access local variable 'v' where it is not associated with a value"
  %0 = pyk.get %v : !pyk.ref<f32>
  pyk.return %0 : f32
}

// -----

// Which arguments are one array stays known.

// CHECK-LABEL: func.func @aliases(
// CHECK-SAME: attributes {gpujit.overlap = {{\[\[}}1, 1]], gpujit.same = {{\[\[}}0, 2]]}
pyk.func @aliases(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>, %z: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "z"], same = [[0, 2]], overlap = [[1, 1]]} {
  pyk.return
}

// -----

// An array whose extents are known at the call is made where it stands, once they are checked; its elements are set at once.

// CHECK-LABEL: func.func @computed(
// CHECK-SAME: %[[N:.*]]: i64
pyk.func @computed(%n: !pyk.int, %v: f32) -> f32 attributes {arg_names = ["n", "v"]} {
  // CHECK: plan.check %{{.*}}, "ValueError", "negative dimensions are not allowed"
  // CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?x3xf32>
  // CHECK: scf.forall (%[[I:.*]]) in (%{{.*}}) {
  // CHECK: scf.forall (%[[J:.*]]) in (3) {
  // CHECK: memref.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
  %a = pyk.alloc "a" [%n, 3] fill(%v : f32) : !pyk.array<2 x f32, c>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.load "a" %a[%0, %0] inbounds : !pyk.array<2 x f32, c> -> f32
  pyk.return %1 : f32
}

// -----

// A loop that makes one in each iteration is the host's.

// CHECK-LABEL: func.func @in_a_loop(
pyk.func @in_a_loop(%x: !pyk.array<1 x f32, c>) attributes {arg_names = ["x"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  // CHECK: scf.for
  // CHECK-NOT: plan.check
  // CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
  pyk.for "i" %0 to %n step %1 attributes {verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %a = pyk.alloc "a" [%n] exact : !pyk.array<1 x f32, c>
    %v = pyk.load "a" %a[%i] inbounds : !pyk.array<1 x f32, c> -> f32
    pyk.store %v, "x" %x[%i] inbounds : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// -----

// A large array of the function is the plan's, too.

// CHECK-LABEL: func.func @large(
pyk.func @large() -> f32 attributes {arg_names = []} {
  // CHECK: memref.alloca() : memref<1024xf32>
  // CHECK: memref.alloc() : memref<1025xf32>
  %a = pyk.alloc "a" [1025] : !pyk.array<1 x f32, c>
  %b = pyk.alloc "b" [1024] : !pyk.array<1 x f32, c>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.load "a" %a[%0] inbounds : !pyk.array<1 x f32, c> -> f32
  pyk.store %1, "b" %b[%0] inbounds : f32, !pyk.array<1 x f32, c>
  %2 = pyk.load "b" %b[%0] inbounds : !pyk.array<1 x f32, c> -> f32
  pyk.return %2 : f32
}
