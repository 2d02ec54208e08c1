// RUN: gpujit-opt %s -convert-loops-to-plan=many-iterations=0 -split-input-file | FileCheck %s

// A sequential loop, a launch that uses its variable and a value loaded between,
// and a result: words of the frame, behind the error block.

// CHECK-LABEL: plan.program @total
// CHECK-SAME: frame_bytes = 64 : i64, mappings = ["one thread", "grid x"], result = #plan.result<56, "float32">
// CHECK: %[[FRAME:.*]] = plan.frame : memref<64xi8>
// CHECK: plan.launch @kernels::@total_0 {{.*}} block (1, 1, 1) (%[[FRAME]], %{{.*}}) : memref<64xi8>, memref<?xf32>
// CHECK: plan.launch @kernels::@total_1 {{.*}} block (256, 1, 1)
// CHECK: plan.launch @kernels::@total_2 {{.*}} block (1, 1, 1)

// CHECK: gpu.func @total_0(%[[F:.*]]: memref<64xi8> {llvm.noalias},
// CHECK-DAG: %[[O40:.*]] = arith.constant 40 : index
// CHECK-DAG: %[[SUM:.*]] = memref.view %[[F]][%[[O40]]][] : memref<64xi8> to memref<f32>
// CHECK-DAG: %[[O48:.*]] = arith.constant 48 : index
// CHECK-DAG: %[[FIRST:.*]] = memref.view %[[F]][%[[O48]]][] : memref<64xi8> to memref<f32>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[SUM]][]
// CHECK: memref.store %{{.*}}, %[[FIRST]][]
// CHECK: gpu.func @total_2
// CHECK: %[[O56:.*]] = arith.constant 56 : index
// CHECK: %[[RESULT:.*]] = memref.view %{{.*}}[%[[O56]]][]
// CHECK: math.exp
// CHECK: memref.store %{{.*}}, %[[RESULT]][]
func.func @total(%x: memref<?xf32>, %y: memref<?xf32>) -> (f32 {gpujit.dtype = "float32"}) {
  %s = memref.alloca() : memref<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %s[] : memref<f32>
  %len = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %len step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %o = memref.load %s[] : memref<f32>
    %p = arith.addf %o, %v : f32
    memref.store %p, %s[] : memref<f32>
  } {gpujit.loop = 0 : i64}
  %first = memref.load %x[%c0] : memref<?xf32>
  scf.forall (%i) in (%len) {
    %o = memref.load %s[] : memref<f32>
    %q = arith.addf %o, %first : f32
    memref.store %q, %y[%i] : memref<?xf32>
  } {gpujit.loop = 1 : i64}
  %r = memref.load %s[] : memref<f32>
  %e = math.exp %r : f32
  return %e : f32
}

// -----

// A variable that one launch alone uses is local to its thread.

// CHECK-LABEL: plan.program @local
// CHECK-SAME: frame_bytes = 40
// CHECK: gpu.func @local_0
// CHECK: memref.alloca() : memref<f32>
// CHECK-NOT: memref.view
func.func @local(%x: memref<?xf32>) {
  %s = memref.alloca() : memref<f32>
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %s[] : memref<f32>
  %w = memref.load %s[] : memref<f32>
  memref.store %w, %x[%c0] : memref<?xf32>
  return
}

// -----

// A loop whose bounds are the host's runs there around the launches, unless these are short: then one block does it. Its index
// goes to the kernels in a register, the value computed from it on the host too.

// CHECK-LABEL: plan.program @steps
// CHECK-SAME: %{{.*}}: memref<?xf32> {{.*}}, %[[STEPS:.*]]: i64 {plan.dtype = "pyint", plan.name = "steps"})
// CHECK-SAME: mappings = ["host loop; one block where short", "grid x"]
// CHECK: scf.if
// CHECK: plan.launch @kernels::@steps_0 {{.*}} block (512, 1, 1)
// CHECK: else
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %[[STEPS]] step
// CHECK: %[[SMALL:.*]] = arith.trunci %[[T]] : i64 to i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[SMALL]] : i32 to i64
// CHECK: plan.launch @kernels::@steps_1 grid({{.*}}) block (256, 1, 1) (%{{.*}}, %[[WIDE]]) : memref<?xf32>, i64
// CHECK: gpu.func @steps_1(%{{.*}}: memref<?xf32> {llvm.noalias}, %[[REGISTER:.*]]: i64)
// CHECK: %[[NARROW:.*]] = arith.trunci %[[REGISTER]] : i64 to i32
// CHECK: arith.sitofp %[[NARROW]]
func.func @steps(%a: memref<?xf32>, %steps: i64 {gpujit.name = "steps", gpujit.dtype = "pyint"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %len = memref.dim %a, %c0 : memref<?xf32>
  scf.for %t = %zero to %steps step %one : i64 {
    %t32 = arith.trunci %t : i64 to i32
    %tf = arith.sitofp %t32 : i32 to f32
    scf.forall (%i) in (%len) {
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.addf %v, %tf : f32
      memref.store %w, %a[%i] : memref<?xf32>
    } {gpujit.loop = 1 : i64}
  } {gpujit.loop = 0 : i64}
  return
}

// -----

// A host loop carries this variable from one launch to the next.

// CHECK-LABEL: plan.program @carried
// CHECK-SAME: frame_bytes = 48
// CHECK: gpu.func @carried_1
// CHECK: memref.view
func.func @carried(%a: memref<?xf32>, %steps: i64) {
  %s = memref.alloca() : memref<f32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %len = memref.dim %a, %c0 : memref<?xf32>
  scf.for %t = %zero to %steps step %one : i64 {
    scf.forall (%i) in (%len) {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %a[%i] : memref<?xf32>
    }
    %v = memref.load %s[] : memref<f32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %s[] : memref<f32>
  }
  return
}

// -----

// Two versions under a condition of the host.

// CHECK-LABEL: plan.program @versions
// CHECK-SAME: mappings = ["grid x"]
// CHECK: scf.if
// CHECK: plan.launch @kernels::@versions_0
// CHECK: } else {
// CHECK: plan.launch @kernels::@versions_1 {{.*}} block (1, 1, 1)
func.func @versions(%a: memref<?xf32>, %n: i64, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %len = memref.dim %a, %c0 : memref<?xf32>
  %len64 = arith.index_cast %len : index to i64
  %fits = arith.cmpi sle, %n, %len64 : i64
  %end = arith.index_cast %n : i64 to index
  scf.if %fits {
    scf.forall (%i) in (%end) {
      memref.store %v, %a[%i] : memref<?xf32>
    } {gpujit.loop = 0 : i64}
  } else {
    scf.for %i = %c0 to %len step %c1 {
      memref.store %v, %a[%i] : memref<?xf32>
    } {gpujit.loop = 0 : i64}
  }
  return
}

// -----

// Arrays that are one are used through the first; those that overlap may alias.

// CHECK-LABEL: plan.program @aliases
// CHECK: plan.launch {{.*}} (%[[A:.*]], %[[C:.*]], %[[D:.*]]) : memref<?xf32>, memref<?xf32>, memref<?xf32>
// CHECK: gpu.func @aliases_0(%{{.*}}: memref<?xf32> {llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.readonly}, %{{.*}}: memref<?xf32>) kernel
func.func @aliases(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %d: memref<?xf32>)
    attributes {gpujit.same = [[0, 1]], gpujit.overlap = [[2, 3]]} {
  %c0 = arith.constant 0 : index
  %len = memref.dim %a, %c0 : memref<?xf32>
  scf.forall (%i) in (%len) {
    %v = memref.load %b[%i] : memref<?xf32>
    memref.store %v, %a[%i] : memref<?xf32>
    %w = memref.load %c[%i] : memref<?xf32>
    memref.store %w, %d[%i] : memref<?xf32>
  }
  return
}

// -----

// A kernel has an array's extents, so they are no registers.

// CHECK-LABEL: plan.program @extents
// CHECK: plan.launch @kernels::@extents_0 {{.*}} (%{{[a-z0-9]+}}) : memref<?xi64>
// CHECK: gpu.func @extents_0
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[N64:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: memref.store %[[N64]]
func.func @extents(%x: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %n64 = arith.index_cast %n : index to i64
  scf.forall (%i) in (%n) {
    memref.store %n64, %x[%i] : memref<?xi64>
  }
  return
}

// -----

// An array whose extents are known at the call is the plan's; kernels take it as they take arguments.

// CHECK-LABEL: plan.program @scratch
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[S:.*]] = plan.scratch(%[[N]]) : memref<?xf32>
// CHECK: plan.launch {{.*}} (%{{.*}}, %{{.*}}, %[[S]]) : index, memref<?xf32>, memref<?xf32>
// CHECK: gpu.func @scratch_0({{.*}}, %{{.*}}: memref<?xf32> {llvm.noalias, llvm.readonly}, %{{.*}}: memref<?xf32> {llvm.noalias})
func.func @scratch(%k: i64, %x: memref<?xf32>) {
  %n = arith.index_cast %k : i64 to index
  %s = memref.alloc(%n) : memref<?xf32>
  scf.forall (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %s[%i] : memref<?xf32>
  }
  return
}

// -----

// Which array a name stands for is the host's to know; it may be any of the other arrays.

// CHECK-LABEL: plan.program @names
// CHECK: %[[A:.*]] = memref.alloca() : memref<memref<?xf32>>
// CHECK: memref.store %arg0, %[[A]][]
// CHECK: scf.for
// CHECK: memref.store %arg1, %[[A]][]
// CHECK: %[[NOW:.*]] = memref.load %[[A]][]
// CHECK: plan.extent %[[NOW]][0]
// CHECK: plan.launch {{.*}} (%[[NOW]], %arg0)
// CHECK: gpu.func @names_0(%{{.*}}: memref<?xf32> {llvm.readonly}, %{{.*}}: memref<?xf32>) kernel
// CHECK-NOT: llvm.noalias
func.func @names(%x: memref<?xf32>, %y: memref<?xf32>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<memref<?xf32>>
  memref.store %x, %a[] : memref<memref<?xf32>>
  scf.for %t = %c0 to %steps step %c1 {
    memref.store %y, %a[] : memref<memref<?xf32>>
  }
  %now = memref.load %a[] : memref<memref<?xf32>>
  %n = memref.dim %now, %c0 : memref<?xf32>
  scf.forall (%i) in (%n) {
    %v = memref.load %now[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// A while loop around parallel loops that aren't short is the host's, which reads the condition from the frame.

// CHECK-LABEL: plan.program @until
// CHECK: scf.if
// CHECK: plan.launch @kernels::@until_1 {{.*}} block (512, 1, 1)
// CHECK: else
// CHECK: scf.while : () -> () {
// CHECK: plan.launch @kernels::@until_2
// CHECK: %[[ON:.*]] = plan.read[48] : i1
// CHECK: scf.condition(%[[ON]])
// CHECK: } do {
// CHECK: plan.launch @kernels::@until_3
// CHECK: scf.yield
func.func @until(%x: memref<?xf32>, %least: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %change = memref.alloca() : memref<f32>
  memref.store %least, %change[] : memref<f32>
  scf.while : () -> () {
    %v = memref.load %change[] : memref<f32>
    %on = arith.cmpf oge, %v, %least : f32
    scf.condition(%on)
  } do {
    scf.forall (%i) in (%n) {
      memref.store %least, %x[%i] : memref<?xf32>
    }
    scf.yield
  }
  return
}
