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
