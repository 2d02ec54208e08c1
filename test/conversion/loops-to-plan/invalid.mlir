// RUN: gpujit-opt %s -convert-loops-to-plan -split-input-file -verify-diagnostics

func.func @dynamic(%n: index) {
  // expected-error @below {{'memref.alloca' op has a size that isn't constant}}
  %s = memref.alloca(%n) : memref<?xf32>
  return
}

// -----

func.func @large() {
  // expected-error @below {{'memref.alloca' op has 1000000 elements, at most 131072 fit}}
  %s = memref.alloca() : memref<1000000xf32>
  return
}

// -----

func.func @array(%x: memref<?xf32>) -> memref<?xf32> {
  // expected-error @below {{'func.return' op returns an array}}
  return %x : memref<?xf32>
}

// -----

func.func @two(%x: f32) -> (f32, f32) {
  // expected-error @below {{'func.return' op returns 2 values}}
  return %x, %x : f32, f32
}

// -----

func.func @unknown_size(%x: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %x[%c0] : memref<?xindex>
  // expected-error @below {{an array whose size depends on what is in another array isn't supported on the GPU yet}}
  %s = memref.alloc(%n) : memref<?xf32>
  memref.store %n, %x[%c0] : memref<?xindex>
  return
}

// -----

func.func @on_one_thread(%n: index, %c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // expected-error @below {{an array whose size isn't constant, in a loop that the host doesn't run, isn't supported on the GPU yet}}
    %s = memref.alloc(%n) : memref<?xf32>
    scf.yield
  }
  return
}

// -----

func.func @names_on_one_thread(%x: memref<?xf32>, %y: memref<?xf32>, %c: i1) {
  %a = memref.alloca() : memref<memref<?xf32>>
  memref.store %x, %a[] : memref<memref<?xf32>>
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // expected-error @below {{giving an array's name to another array where the host doesn't run the code isn't supported on the GPU yet}}
    memref.store %y, %a[] : memref<memref<?xf32>>
    scf.yield
  }
  return
}
