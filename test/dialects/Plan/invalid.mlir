// RUN: gpujit-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'plan.program' op argument 0 needs plan.name and plan.dtype}}
plan.program @unnamed(%x: f32) attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
}

// -----

// expected-error @below {{'plan.program' op argument 0 needs plan.access 'read', 'write' or 'readwrite'}}
plan.program @access(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "some"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
}

// -----

// expected-error @below {{'plan.program' op argument 0 has rank 5, at most 4 is allowed}}
plan.program @rank(%x: memref<?x?x?x?x?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
}

// -----

// expected-error @below {{'plan.program' op has a frame of 8 bytes, the error block needs 40}}
plan.program @frame() attributes {frame_bytes = 8 : i64, mappings = [], sites = []} {
}

// -----

// expected-error @below {{'plan.program' op has results; the returned scalar is a word of the frame}}
plan.program @results() -> i64 attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
}

// -----

plan.program @device(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'memref.load' op can't run on the host}}
  %0 = memref.load %x[%c0] : memref<?xf32>
}

// -----

plan.program @axis(%x: memref<?xf32> {plan.name = "x", plan.dtype = "float32", plan.access = "read"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  // expected-error @below {{'plan.extent' op has axis 1, the array has 1 axes}}
  %0 = plan.extent %x[1] : memref<?xf32>
}

// -----

func.func @not_argument(%x: memref<?xf32>) {
  %y = memref.cast %x : memref<?xf32> to memref<?xf32>
  // expected-error @below {{'plan.stride' op must be of an argument of the program}}
  %0 = plan.stride %y[0] : memref<?xf32>
  return
}

// -----

func.func @no_program() {
  // expected-error @below {{'plan.frame' op must be in a plan.program}}
  %0 = plan.frame : memref<40xi8>
  return
}

// -----

plan.program @size() attributes {frame_bytes = 48 : i64, mappings = [], sites = []} {
  // expected-error @below {{'plan.frame' op has type 'memref<40xi8>', the program's frame has 48 bytes}}
  %0 = plan.frame : memref<40xi8>
}

// -----

plan.program @block() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'plan.launch' op has 2 block sizes, expected 3}}
  plan.launch @kernels::@k grid(%c1, %c1, %c1) block (1, 1) ()
}

// -----

plan.program @threads() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'plan.launch' op has a block of 2048 threads, expected 1 to 1024}}
  plan.launch @kernels::@k grid(%c1, %c1, %c1) block (256, 8, 1) ()
}

// -----

plan.program @kernel() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'plan.launch' op expected a kernel, got @kernels::@k}}
  plan.launch @kernels::@k grid(%c1, %c1, %c1) block (256, 1, 1) ()
}

// -----

plan.program @types(%x: f32 {plan.name = "x", plan.dtype = "float32"}) attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'plan.launch' op has arguments of types ('f32'), the kernel takes ('f64')}}
  plan.launch @kernels::@k grid(%c1, %c1, %c1) block (256, 1, 1) (%x) : f32
}
gpu.module @kernels {
  // expected-note @below {{the kernel}}
  gpu.func @k(%x: f64) kernel {
    gpu.return
  }
}

// -----

func.func @payload(%ok: i1, %v: i64) {
  // expected-error @below {{'plan.check' op carries 4 values, at most 3 fit}}
  plan.check %ok, "IndexError", "m" (%v, %v, %v, %v)
  return
}

// -----

func.func @record(%frame: memref<40xi8>, %key: index, %v: i64) {
  // expected-error @below {{'plan.record' op carries 4 values, at most 3 fit}}
  plan.record %frame, %key, 0 (%v, %v, %v, %v) : memref<40xi8>
  return
}

// -----

func.func @partial(%s: memref<f32>, %zero: f32) {
  // expected-error @below {{'plan.partial' op has 1 variables, 2 identities and 1 parts}}
  %p = plan.partial (%s) from (%zero, %zero) {
  ^bb0(%a: f32, %b: f32):
    plan.yield %a : f32
  } : (memref<f32>) from (f32, f32) -> memref<f32>
  return
}

// -----

func.func @combines(%s: memref<f32>, %zero: f32) {
  // expected-error @below {{'plan.partial' op combines values of types ('f32'), expected ('f32', 'f32')}}
  %p = plan.partial (%s) from (%zero) {
  ^bb0(%a: f32):
    plan.yield %a : f32
  } : (memref<f32>) from (f32) -> memref<f32>
  return
}

// -----

func.func @variable(%s: memref<f64>, %zero: f32) {
  // expected-error @below {{'plan.partial' op has a variable of type 'memref<f64>' and a part of type 'memref<f32>', expected 'memref<f32>'}}
  %p = plan.partial (%s) from (%zero) {
  ^bb0(%a: f32, %b: f32):
    plan.yield %a : f32
  } : (memref<f64>) from (f32) -> memref<f32>
  return
}

// -----

plan.program @scratch_extents() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  // expected-error @below {{'plan.scratch' op has 0 extents, its type needs 1}}
  %0 = plan.scratch () : memref<?xf32>
}

// -----

plan.program @scratch_layout() attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  // expected-error @below {{'plan.scratch' op must be contiguous, got 'memref<4xf32, strided<[2]>>'}}
  %0 = plan.scratch () : memref<4xf32, strided<[2]>>
}
