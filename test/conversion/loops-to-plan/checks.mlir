// RUN: gpujit-opt %s -convert-loops-to-plan -split-input-file | FileCheck %s

// A check in a kernel records the first failure of its iteration, by its number; the
// launch that follows does nothing once there is one.

// CHECK-LABEL: plan.program @gather
// CHECK-SAME: sites = [#plan.site<"IndexError", "index {0} is out of bounds", {{.*}}>]
// CHECK: gpu.func @gather_0
// CHECK-DAG: %[[FLAG:.*]] = memref.alloca() : memref<i1>
// CHECK-DAG: %[[NUMBER:.*]] = memref.alloca() : memref<index>
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I:.*]], %
// CHECK-NEXT: scf.if %[[INSIDE]]
// CHECK-NEXT: memref.store %{{.*}}, %[[FLAG]][]
// CHECK-NEXT: memref.store %[[I]], %[[NUMBER]][]
// CHECK: %[[BAD:.*]] = arith.xori
// CHECK-NEXT: scf.if %[[BAD]]
// CHECK-NEXT: %[[BEFORE:.*]] = memref.load %[[FLAG]][]
// CHECK: %[[FIRST:.*]] = arith.xori %[[BEFORE]]
// CHECK-NEXT: scf.if %[[FIRST]]
// CHECK-NEXT: %[[KEY:.*]] = memref.load %[[NUMBER]][]
// CHECK-NEXT: plan.record %{{.*}}, %[[KEY]], 0(%{{.*}}) : memref<40xi8>
// CHECK: memref.store %{{.*}}, %[[FLAG]][]
// CHECK: gpu.func @gather_1({{.*}}, %[[FRAME:.*]]: memref<40xi8> {llvm.noalias}) kernel
// CHECK: %[[RAISED:.*]] = plan.raised %[[FRAME]]
// CHECK: %[[GOES:.*]] = arith.xori %[[RAISED]]
// CHECK-NEXT: scf.if %[[GOES]]
// CHECK: memref.store
func.func @gather(%x: memref<?xf32>, %index: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %len = memref.dim %index, %c0 : memref<?xi64>
  %f = arith.constant 0.0 : f32
  scf.forall (%i) in (%len) {
    %v = memref.load %index[%i] : memref<?xi64>
    %ok = arith.cmpi sge, %v, %zero : i64
    plan.check %ok, "IndexError", "index {0} is out of bounds" (%v)
    scf.if %ok {
      %at = arith.index_cast %v : i64 to index
      memref.store %f, %x[%at] : memref<?xf32>
    }
  }
  scf.forall (%i) in (%len) {
    memref.store %f, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// In a nest the number counts in program order.

// CHECK-LABEL: gpu.func @nest_0
// CHECK-SAME: %[[W:[a-z0-9]+]]: index {plan.nonnegative},
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: %[[START:.*]] = arith.muli %[[ROW]], %[[W]]
// CHECK: %[[SUM:.*]] = arith.addi %[[START]], %[[COLUMN:.*]] : index
// CHECK: memref.store %[[SUM]], %[[NUMBER:.*]][]
// CHECK: %[[KEY:.*]] = memref.load %[[NUMBER]][]
// CHECK-NEXT: plan.record %{{.*}}, %[[KEY]], 0
func.func @nest(%h: index, %w: index, %x: memref<?x?xi64>) {
  %zero = arith.constant 0 : i64
  scf.forall (%i) in (%h) {
    scf.forall (%j) in (%w) {
      %v = memref.load %x[%i, %j] : memref<?x?xi64>
      %ok = arith.cmpi ne, %v, %zero : i64
      plan.check %ok, "ZeroDivisionError", "division by zero"
    }
  }
  return
}

// -----

// What the host can check, it checks; plan.failed asks for the iteration's flag.

// CHECK-LABEL: plan.program @on_host
// CHECK-SAME: sites = [#plan.site<"ValueError"
// CHECK: %[[OK:.*]] = arith.cmpi sgt
// CHECK: plan.check %[[OK]], "IndexError", "n is {0}"
// CHECK: plan.launch
// CHECK: gpu.func @on_host_0
// CHECK-NOT: plan.failed
// CHECK: scf.while
// CHECK: memref.load %{{.*}}[] : memref<i1>
func.func @on_host(%n: i64, %x: memref<?xi64>) {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %ok = arith.cmpi sgt, %n, %zero : i64
  plan.check %ok, "IndexError", "n is {0}" (%n)
  %true = arith.constant true
  scf.while : () -> () {
    %f = plan.failed
    %on = arith.xori %f, %true : i1
    scf.condition(%on)
  } do {
    %v = memref.load %x[%c0] : memref<?xi64>
    %fine = arith.cmpi sgt, %v, %zero : i64
    plan.check %fine, "ValueError", "no"
    scf.yield
  }
  return
}
