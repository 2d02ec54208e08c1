// RUN: gpujit-interpret %s | FileCheck %s

// Conversions of scalars: the table of pyk.cast, against NumPy 2 on x86-64.

// Floats truncate; what doesn't fit gives what the conversion instruction gives.
// CHECK-LABEL: f64: done
// CHECK: si8 = [0, 1, -1, 44, 127, -96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 112]
// CHECK: ui8 = [0, 1, 255, 44, 127, 160, 0, 0, 0, 0, 0, 0, 0, 0, 0, 112]
// CHECK: si16 = [0, 1, -1, 300, -129, -31072, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4464]
// CHECK: ui16 = [0, 1, 65535, 300, 65407, 34464, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4464]
// CHECK: si32 = [0, 1, -1, 300, -129, 100000, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, 70000]
// CHECK: ui32 = [0, 1, 4294967295, 300, 4294967167, 100000, 3000000000, 705032704, 1294967296, 0, 0, 0, 0, 0, 0, 70000]
// CHECK: si64 = [0, 1, -1, 300, -129, 100000, 3000000000, 5000000000, -3000000000, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, 70000]
// CHECK: ui64 = [0, 1, 18446744073709551615, 300, 18446744073709551487, 100000, 3000000000, 5000000000, 18446744070709551616, 10000000000000000000, 0, 9223372036854775808, 0, 9223372036854775808, 9223372036854775808, 70000]
pyk.func @f64(%x: !pyk.array<1 x f64, c>,
    %si8: !pyk.array<1 x si8, c>,
    %ui8: !pyk.array<1 x ui8, c>,
    %si16: !pyk.array<1 x si16, c>,
    %ui16: !pyk.array<1 x ui16, c>,
    %si32: !pyk.array<1 x si32, c>,
    %ui32: !pyk.array<1 x ui32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %ui64: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "si8", "ui8", "si16", "ui16", "si32", "ui32", "si64", "ui64"],
    gpujit.args = [
      dense<[0.0, 1.9, -1.9, 300.5, -129.0, 100000.0, 3000000000.0, 5000000000.0, -3000000000.0, 1.0e+19, 2.0e+19, -1.0e+19, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 70000.0]> : tensor<16xf64>,
      dense<0> : tensor<16xsi8>,
      dense<0> : tensor<16xui8>,
      dense<0> : tensor<16xsi16>,
      dense<0> : tensor<16xui16>,
      dense<0> : tensor<16xsi32>,
      dense<0> : tensor<16xui32>,
      dense<0> : tensor<16xsi64>,
      dense<0> : tensor<16xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.cast %xi : f64 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : f64 -> ui8
    pyk.store %r1, "ui8" %ui8[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.cast %xi : f64 -> si16
    pyk.store %r2, "si16" %si16[%i] : si16, !pyk.array<1 x si16, c>
    %r3 = pyk.cast %xi : f64 -> ui16
    pyk.store %r3, "ui16" %ui16[%i] : ui16, !pyk.array<1 x ui16, c>
    %r4 = pyk.cast %xi : f64 -> si32
    pyk.store %r4, "si32" %si32[%i] : si32, !pyk.array<1 x si32, c>
    %r5 = pyk.cast %xi : f64 -> ui32
    pyk.store %r5, "ui32" %ui32[%i] : ui32, !pyk.array<1 x ui32, c>
    %r6 = pyk.cast %xi : f64 -> si64
    pyk.store %r6, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r7 = pyk.cast %xi : f64 -> ui64
    pyk.store %r7, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32: done
// CHECK: si8 = [0, 1, -1, 44, 127, -96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 112]
// CHECK: ui8 = [0, 1, 255, 44, 127, 160, 0, 0, 0, 0, 0, 0, 0, 0, 0, 112]
// CHECK: si16 = [0, 1, -1, 300, -129, -31072, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4464]
// CHECK: ui16 = [0, 1, 65535, 300, 65407, 34464, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4464]
// CHECK: si32 = [0, 1, -1, 300, -129, 100000, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, 70000]
// CHECK: ui32 = [0, 1, 4294967295, 300, 4294967167, 100000, 3000000000, 705032704, 1294967296, 0, 0, 0, 0, 0, 0, 70000]
// CHECK: si64 = [0, 1, -1, 300, -129, 100000, 3000000000, 5000000000, -3000000000, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, 70000]
// CHECK: ui64 = [0, 1, 18446744073709551615, 300, 18446744073709551487, 100000, 3000000000, 5000000000, 18446744070709551616, 9999999980506447872, 0, 9223372036854775808, 0, 9223372036854775808, 9223372036854775808, 70000]
pyk.func @f32(%x: !pyk.array<1 x f32, c>,
    %si8: !pyk.array<1 x si8, c>,
    %ui8: !pyk.array<1 x ui8, c>,
    %si16: !pyk.array<1 x si16, c>,
    %ui16: !pyk.array<1 x ui16, c>,
    %si32: !pyk.array<1 x si32, c>,
    %ui32: !pyk.array<1 x ui32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %ui64: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "si8", "ui8", "si16", "ui16", "si32", "ui32", "si64", "ui64"],
    gpujit.args = [
      dense<[0.0, 1.899999976158142, -1.899999976158142, 300.5, -129.0, 100000.0, 3000000000.0, 5000000000.0, -3000000000.0, 9.999999980506448e+18, 1.9999999961012896e+19, -9.999999980506448e+18, 0x7F800000, 0xFF800000, 0x7FC00000, 70000.0]> : tensor<16xf32>,
      dense<0> : tensor<16xsi8>,
      dense<0> : tensor<16xui8>,
      dense<0> : tensor<16xsi16>,
      dense<0> : tensor<16xui16>,
      dense<0> : tensor<16xsi32>,
      dense<0> : tensor<16xui32>,
      dense<0> : tensor<16xsi64>,
      dense<0> : tensor<16xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.cast %xi : f32 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : f32 -> ui8
    pyk.store %r1, "ui8" %ui8[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.cast %xi : f32 -> si16
    pyk.store %r2, "si16" %si16[%i] : si16, !pyk.array<1 x si16, c>
    %r3 = pyk.cast %xi : f32 -> ui16
    pyk.store %r3, "ui16" %ui16[%i] : ui16, !pyk.array<1 x ui16, c>
    %r4 = pyk.cast %xi : f32 -> si32
    pyk.store %r4, "si32" %si32[%i] : si32, !pyk.array<1 x si32, c>
    %r5 = pyk.cast %xi : f32 -> ui32
    pyk.store %r5, "ui32" %ui32[%i] : ui32, !pyk.array<1 x ui32, c>
    %r6 = pyk.cast %xi : f32 -> si64
    pyk.store %r6, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r7 = pyk.cast %xi : f32 -> ui64
    pyk.store %r7, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// Strong integers wrap.
// CHECK-LABEL: si64: done
// CHECK: si8 = [0, 127, -1, 0, 1, -56, 112, 0, -1]
// CHECK: ui8 = [0, 127, 255, 0, 1, 200, 112, 0, 255]
// CHECK: si16 = [0, -129, -1, 0, 1, 200, 4464, 0, -1]
// CHECK: ui16 = [0, 65407, 65535, 0, 1, 200, 4464, 0, 65535]
// CHECK: si32 = [0, -129, -1, 0, 1, 200, 70000, -2147483648, -1]
// CHECK: ui32 = [0, 4294967167, 4294967295, 0, 1, 200, 70000, 2147483648, 4294967295]
// CHECK: si64 = [-9223372036854775808, -129, -1, 0, 1, 200, 70000, 2147483648, 9223372036854775807]
// CHECK: ui64 = [9223372036854775808, 18446744073709551487, 18446744073709551615, 0, 1, 200, 70000, 2147483648, 9223372036854775807]
pyk.func @si64(%x: !pyk.array<1 x si64, c>,
    %si8: !pyk.array<1 x si8, c>,
    %ui8: !pyk.array<1 x ui8, c>,
    %si16: !pyk.array<1 x si16, c>,
    %ui16: !pyk.array<1 x ui16, c>,
    %si32: !pyk.array<1 x si32, c>,
    %ui32: !pyk.array<1 x ui32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %ui64: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "si8", "ui8", "si16", "ui16", "si32", "ui32", "si64", "ui64"],
    gpujit.args = [
      dense<[-9223372036854775808, -129, -1, 0, 1, 200, 70000, 2147483648, 9223372036854775807]> : tensor<9xsi64>,
      dense<0> : tensor<9xsi8>,
      dense<0> : tensor<9xui8>,
      dense<0> : tensor<9xsi16>,
      dense<0> : tensor<9xui16>,
      dense<0> : tensor<9xsi32>,
      dense<0> : tensor<9xui32>,
      dense<0> : tensor<9xsi64>,
      dense<0> : tensor<9xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.cast %xi : si64 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : si64 -> ui8
    pyk.store %r1, "ui8" %ui8[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.cast %xi : si64 -> si16
    pyk.store %r2, "si16" %si16[%i] : si16, !pyk.array<1 x si16, c>
    %r3 = pyk.cast %xi : si64 -> ui16
    pyk.store %r3, "ui16" %ui16[%i] : ui16, !pyk.array<1 x ui16, c>
    %r4 = pyk.cast %xi : si64 -> si32
    pyk.store %r4, "si32" %si32[%i] : si32, !pyk.array<1 x si32, c>
    %r5 = pyk.cast %xi : si64 -> ui32
    pyk.store %r5, "ui32" %ui32[%i] : ui32, !pyk.array<1 x ui32, c>
    %r6 = pyk.cast %xi : si64 -> si64
    pyk.store %r6, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r7 = pyk.cast %xi : si64 -> ui64
    pyk.store %r7, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64: done
// CHECK: si8 = [0, 1, -56, 112, 0, 0, -1]
// CHECK: ui8 = [0, 1, 200, 112, 0, 0, 255]
// CHECK: si16 = [0, 1, 200, 4464, 0, 0, -1]
// CHECK: ui16 = [0, 1, 200, 4464, 0, 0, 65535]
// CHECK: si32 = [0, 1, 200, 70000, -2147483648, 0, -1]
// CHECK: ui32 = [0, 1, 200, 70000, 2147483648, 0, 4294967295]
// CHECK: si64 = [0, 1, 200, 70000, 2147483648, -9223372036854775808, -1]
// CHECK: ui64 = [0, 1, 200, 70000, 2147483648, 9223372036854775808, 18446744073709551615]
pyk.func @ui64(%x: !pyk.array<1 x ui64, c>,
    %si8: !pyk.array<1 x si8, c>,
    %ui8: !pyk.array<1 x ui8, c>,
    %si16: !pyk.array<1 x si16, c>,
    %ui16: !pyk.array<1 x ui16, c>,
    %si32: !pyk.array<1 x si32, c>,
    %ui32: !pyk.array<1 x ui32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %ui64: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "si8", "ui8", "si16", "ui16", "si32", "ui32", "si64", "ui64"],
    gpujit.args = [
      dense<[0, 1, 200, 70000, 2147483648, 9223372036854775808, 18446744073709551615]> : tensor<7xui64>,
      dense<0> : tensor<7xsi8>,
      dense<0> : tensor<7xui8>,
      dense<0> : tensor<7xsi16>,
      dense<0> : tensor<7xui16>,
      dense<0> : tensor<7xsi32>,
      dense<0> : tensor<7xui32>,
      dense<0> : tensor<7xsi64>,
      dense<0> : tensor<7xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.cast %xi : ui64 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : ui64 -> ui8
    pyk.store %r1, "ui8" %ui8[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.cast %xi : ui64 -> si16
    pyk.store %r2, "si16" %si16[%i] : si16, !pyk.array<1 x si16, c>
    %r3 = pyk.cast %xi : ui64 -> ui16
    pyk.store %r3, "ui16" %ui16[%i] : ui16, !pyk.array<1 x ui16, c>
    %r4 = pyk.cast %xi : ui64 -> si32
    pyk.store %r4, "si32" %si32[%i] : si32, !pyk.array<1 x si32, c>
    %r5 = pyk.cast %xi : ui64 -> ui32
    pyk.store %r5, "ui32" %ui32[%i] : ui32, !pyk.array<1 x ui32, c>
    %r6 = pyk.cast %xi : ui64 -> si64
    pyk.store %r6, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r7 = pyk.cast %xi : ui64 -> ui64
    pyk.store %r7, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8: done
// CHECK: ui8 = [128, 255, 127]
// CHECK: ui32 = [4294967168, 4294967295, 127]
// CHECK: si64 = [-128, -1, 127]
// CHECK: ui64 = [18446744073709551488, 18446744073709551615, 127]
// CHECK: f32 = [-128.0, -1.0, 127.0]
// CHECK: f64 = [-128.0, -1.0, 127.0]
pyk.func @si8(%x: !pyk.array<1 x si8, c>,
    %ui8: !pyk.array<1 x ui8, c>,
    %ui32: !pyk.array<1 x ui32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %ui64: !pyk.array<1 x ui64, c>,
    %f32: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "ui8", "ui32", "si64", "ui64", "f32", "f64"],
    gpujit.args = [
      dense<[-128, -1, 127]> : tensor<3xsi8>,
      dense<0> : tensor<3xui8>,
      dense<0> : tensor<3xui32>,
      dense<0> : tensor<3xsi64>,
      dense<0> : tensor<3xui64>,
      dense<0.0> : tensor<3xf32>,
      dense<0.0> : tensor<3xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.cast %xi : si8 -> ui8
    pyk.store %r0, "ui8" %ui8[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.cast %xi : si8 -> ui32
    pyk.store %r1, "ui32" %ui32[%i] : ui32, !pyk.array<1 x ui32, c>
    %r2 = pyk.cast %xi : si8 -> si64
    pyk.store %r2, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r3 = pyk.cast %xi : si8 -> ui64
    pyk.store %r3, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    %r4 = pyk.cast %xi : si8 -> f32
    pyk.store %r4, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    %r5 = pyk.cast %xi : si8 -> f64
    pyk.store %r5, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8: done
// CHECK: si8 = [0, -128, -1]
// CHECK: si32 = [0, 128, 255]
// CHECK: si64 = [0, 128, 255]
// CHECK: f32 = [0.0, 128.0, 255.0]
pyk.func @ui8(%x: !pyk.array<1 x ui8, c>,
    %si8: !pyk.array<1 x si8, c>,
    %si32: !pyk.array<1 x si32, c>,
    %si64: !pyk.array<1 x si64, c>,
    %f32: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "si8", "si32", "si64", "f32"],
    gpujit.args = [
      dense<[0, 128, 255]> : tensor<3xui8>,
      dense<0> : tensor<3xsi8>,
      dense<0> : tensor<3xsi32>,
      dense<0> : tensor<3xsi64>,
      dense<0.0> : tensor<3xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.cast %xi : ui8 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : ui8 -> si32
    pyk.store %r1, "si32" %si32[%i] : si32, !pyk.array<1 x si32, c>
    %r2 = pyk.cast %xi : ui8 -> si64
    pyk.store %r2, "si64" %si64[%i] : si64, !pyk.array<1 x si64, c>
    %r3 = pyk.cast %xi : ui8 -> f32
    pyk.store %r3, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64_2: done
// CHECK: f32 = [9.007199e+15, 9.0072e+15, -9.223372e+18, 3.0]
// CHECK: f64 = [9007199254740992.0, 9007199791611904.0, -9223372036854775808.0, 3.0]
pyk.func @si64_2(%x: !pyk.array<1 x si64, c>,
    %f32: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "f32", "f64"],
    gpujit.args = [
      dense<[9007199254740993, 9007199791611905, -9223372036854775808, 3]> : tensor<4xsi64>,
      dense<0.0> : tensor<4xf32>,
      dense<0.0> : tensor<4xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.cast %xi : si64 -> f32
    pyk.store %r0, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.cast %xi : si64 -> f64
    pyk.store %r1, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_2: done
// CHECK: f32 = [9.223372e+18, 1.8446744e+19, 3.0]
// CHECK: f64 = [9223372036854777856.0, 18446744073709551616.0, 3.0]
pyk.func @ui64_2(%x: !pyk.array<1 x ui64, c>,
    %f32: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "f32", "f64"],
    gpujit.args = [
      dense<[9223372036854776833, 18446744073709551615, 3]> : tensor<3xui64>,
      dense<0.0> : tensor<3xf32>,
      dense<0.0> : tensor<3xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.cast %xi : ui64 -> f32
    pyk.store %r0, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.cast %xi : ui64 -> f64
    pyk.store %r1, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui32: done
// CHECK: f32 = [4294967296.0, 16777216.0]
// CHECK: f64 = [4294967295.0, 16777217.0]
pyk.func @ui32(%x: !pyk.array<1 x ui32, c>,
    %f32: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "f32", "f64"],
    gpujit.args = [
      dense<[4294967295, 16777217]> : tensor<2xui32>,
      dense<0.0> : tensor<2xf32>,
      dense<0.0> : tensor<2xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui32, c> -> ui32
    %r0 = pyk.cast %xi : ui32 -> f32
    pyk.store %r0, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.cast %xi : ui32 -> f64
    pyk.store %r1, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_2: done
// CHECK: f32 = [0.1, inf, -0.0, nan, -0.0]
pyk.func @f64_2(%x: !pyk.array<1 x f64, c>,
    %f32: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "f32"],
    gpujit.args = [
      dense<[0.1, 1.0e+39, -1.0e-50, 0x7FF8000000000000, -0.0]> : tensor<5xf64>,
      dense<0.0> : tensor<5xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.cast %xi : f64 -> f32
    pyk.store %r0, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_2: done
// CHECK: f64 = [0.10000000149011612, inf, -0.0, nan, -0.0]
pyk.func @f32_2(%x: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "f64"],
    gpujit.args = [
      dense<[0.10000000149011612, 0x7F800000, -0.0, 0x7FC00000, -0.0]> : tensor<5xf32>,
      dense<0.0> : tensor<5xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.cast %xi : f32 -> f64
    pyk.store %r0, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// Truth: NaN is true, a negative zero isn't.
// CHECK-LABEL: f32_3: done
// CHECK: i1 = [False, False, True, True]
pyk.func @f32_3(%x: !pyk.array<1 x f32, c>,
    %i1: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "i1"],
    gpujit.args = [
      dense<[0.0, -0.0, 0x7FC00000, 0.5]> : tensor<4xf32>,
      dense<false> : tensor<4xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.cast %xi : f32 -> i1
    pyk.store %r0, "i1" %i1[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_2: done
// CHECK: i1 = [False, True, True]
pyk.func @si8_2(%x: !pyk.array<1 x si8, c>,
    %i1: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "i1"],
    gpujit.args = [
      dense<[0, -1, 2]> : tensor<3xsi8>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.cast %xi : si8 -> i1
    pyk.store %r0, "i1" %i1[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_3: done
// CHECK: i1 = [False, True]
pyk.func @ui64_3(%x: !pyk.array<1 x ui64, c>,
    %i1: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "i1"],
    gpujit.args = [
      dense<[0, 9223372036854775808]> : tensor<2xui64>,
      dense<false> : tensor<2xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.cast %xi : ui64 -> i1
    pyk.store %r0, "i1" %i1[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1: done
// CHECK: si8 = [1, 0]
// CHECK: ui64 = [1, 0]
// CHECK: f32 = [1.0, 0.0]
// CHECK: f64 = [1.0, 0.0]
pyk.func @i1(%x: !pyk.array<1 x i1, c>,
    %si8: !pyk.array<1 x si8, c>,
    %ui64: !pyk.array<1 x ui64, c>,
    %f32: !pyk.array<1 x f32, c>,
    %f64: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "si8", "ui64", "f32", "f64"],
    gpujit.args = [
      dense<[true, false]> : tensor<2xi1>,
      dense<0> : tensor<2xsi8>,
      dense<0> : tensor<2xui64>,
      dense<0.0> : tensor<2xf32>,
      dense<0.0> : tensor<2xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.cast %xi : i1 -> si8
    pyk.store %r0, "si8" %si8[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.cast %xi : i1 -> ui64
    pyk.store %r1, "ui64" %ui64[%i] : ui64, !pyk.array<1 x ui64, c>
    %r2 = pyk.cast %xi : i1 -> f32
    pyk.store %r2, "f32" %f32[%i] : f32, !pyk.array<1 x f32, c>
    %r3 = pyk.cast %xi : i1 -> f64
    pyk.store %r3, "f64" %f64[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// A Python int must fit.
// CHECK: weak_to_si8_low: -128
pyk.func @weak_to_si8_low() -> si8 attributes {arg_names = []} {
  %a = pyk.constant -128 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si8
  pyk.return %r : si8
}

// CHECK: weak_to_si8_high: 127
pyk.func @weak_to_si8_high() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 127 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si8
  pyk.return %r : si8
}

// CHECK: weak_to_si8_below: raised OverflowError: Python integer -129 out of bounds for int8
pyk.func @weak_to_si8_below() -> si8 attributes {arg_names = []} {
  %a = pyk.constant -129 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si8
  pyk.return %r : si8
}

// CHECK: weak_to_si8_above: raised OverflowError: Python integer 128 out of bounds for int8
pyk.func @weak_to_si8_above() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 128 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si8
  pyk.return %r : si8
}

// CHECK: weak_to_si8_exact: 44
pyk.func @weak_to_si8_exact() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 300 : i64 -> !pyk.int
  %r = pyk.cast %a exact : !pyk.int -> si8
  pyk.return %r : si8
}

// CHECK: weak_to_ui8_low: 0
pyk.func @weak_to_ui8_low() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui8
  pyk.return %r : ui8
}

// CHECK: weak_to_ui8_high: 255
pyk.func @weak_to_ui8_high() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 255 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui8
  pyk.return %r : ui8
}

// CHECK: weak_to_ui8_below: raised OverflowError: Python integer -1 out of bounds for uint8
pyk.func @weak_to_ui8_below() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui8
  pyk.return %r : ui8
}

// CHECK: weak_to_ui8_above: raised OverflowError: Python integer 256 out of bounds for uint8
pyk.func @weak_to_ui8_above() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 256 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui8
  pyk.return %r : ui8
}

// CHECK: weak_to_ui8_exact: 44
pyk.func @weak_to_ui8_exact() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 300 : i64 -> !pyk.int
  %r = pyk.cast %a exact : !pyk.int -> ui8
  pyk.return %r : ui8
}

// CHECK: weak_to_si32_low: -2147483648
pyk.func @weak_to_si32_low() -> si32 attributes {arg_names = []} {
  %a = pyk.constant -2147483648 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si32
  pyk.return %r : si32
}

// CHECK: weak_to_si32_high: 2147483647
pyk.func @weak_to_si32_high() -> si32 attributes {arg_names = []} {
  %a = pyk.constant 2147483647 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si32
  pyk.return %r : si32
}

// CHECK: weak_to_si32_below: raised OverflowError: Python integer -2147483649 out of bounds for int32
pyk.func @weak_to_si32_below() -> si32 attributes {arg_names = []} {
  %a = pyk.constant -2147483649 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si32
  pyk.return %r : si32
}

// CHECK: weak_to_si32_above: raised OverflowError: Python integer 2147483648 out of bounds for int32
pyk.func @weak_to_si32_above() -> si32 attributes {arg_names = []} {
  %a = pyk.constant 2147483648 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si32
  pyk.return %r : si32
}

// CHECK: weak_to_si32_exact: 300
pyk.func @weak_to_si32_exact() -> si32 attributes {arg_names = []} {
  %a = pyk.constant 300 : i64 -> !pyk.int
  %r = pyk.cast %a exact : !pyk.int -> si32
  pyk.return %r : si32
}

// CHECK: weak_to_si64_low: -9223372036854775808
pyk.func @weak_to_si64_low() -> si64 attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si64
  pyk.return %r : si64
}

// CHECK: weak_to_si64_high: 9223372036854775807
pyk.func @weak_to_si64_high() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> si64
  pyk.return %r : si64
}

// CHECK: weak_to_si64_exact: 300
pyk.func @weak_to_si64_exact() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 300 : i64 -> !pyk.int
  %r = pyk.cast %a exact : !pyk.int -> si64
  pyk.return %r : si64
}

// CHECK: weak_to_ui64_low: 0
pyk.func @weak_to_ui64_low() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui64
  pyk.return %r : ui64
}

// CHECK: weak_to_ui64_high: 9223372036854775807
pyk.func @weak_to_ui64_high() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui64
  pyk.return %r : ui64
}

// CHECK: weak_to_ui64_below: raised OverflowError: Python integer -1 out of bounds for uint64
pyk.func @weak_to_ui64_below() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> ui64
  pyk.return %r : ui64
}

// CHECK: weak_to_ui64_exact: 300
pyk.func @weak_to_ui64_exact() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 300 : i64 -> !pyk.int
  %r = pyk.cast %a exact : !pyk.int -> ui64
  pyk.return %r : ui64
}

// A Python float becomes an int first.
// CHECK: float_to_si8_fraction: 1
pyk.func @float_to_si8_fraction() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_si8_negative: -1
pyk.func @float_to_si8_negative() -> si8 attributes {arg_names = []} {
  %a = pyk.constant -1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_si8_many: raised OverflowError: Python integer 300 out of bounds for int8
pyk.func @float_to_si8_many() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 300.5 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_si8_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @float_to_si8_nan() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_si8_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @float_to_si8_inf() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_si8_huge: raised OverflowError: Python int too large to convert to C long
pyk.func @float_to_si8_huge() -> si8 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si8
  pyk.return %r : si8
}

// CHECK: float_to_ui8_fraction: 1
pyk.func @float_to_ui8_fraction() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_ui8_negative: raised OverflowError: Python integer -1 out of bounds for uint8
pyk.func @float_to_ui8_negative() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant -1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_ui8_many: raised OverflowError: Python integer 300 out of bounds for uint8
pyk.func @float_to_ui8_many() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 300.5 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_ui8_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @float_to_ui8_nan() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_ui8_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @float_to_ui8_inf() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_ui8_huge: raised OverflowError: Python int too large to convert to C long
pyk.func @float_to_ui8_huge() -> ui8 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui8
  pyk.return %r : ui8
}

// CHECK: float_to_si64_fraction: 1
pyk.func @float_to_si64_fraction() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_si64_negative: -1
pyk.func @float_to_si64_negative() -> si64 attributes {arg_names = []} {
  %a = pyk.constant -1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_si64_many: 300
pyk.func @float_to_si64_many() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 300.5 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_si64_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @float_to_si64_nan() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_si64_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @float_to_si64_inf() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_si64_huge: raised OverflowError: Python int too large to convert to C long
pyk.func @float_to_si64_huge() -> si64 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> si64
  pyk.return %r : si64
}

// CHECK: float_to_ui64_fraction: 1
pyk.func @float_to_ui64_fraction() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_negative: raised OverflowError: Python integer -1 out of bounds for uint64
pyk.func @float_to_ui64_negative() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant -1.9 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_many: 300
pyk.func @float_to_ui64_many() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 300.5 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @float_to_ui64_nan() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @float_to_ui64_inf() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_huge: raised OverflowError: Python int too large to convert to C long
pyk.func @float_to_ui64_huge() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: float_to_ui64_top: 10000000000000000000
pyk.func @float_to_ui64_top() -> ui64 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+19 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> ui64
  pyk.return %r : ui64
}

// CHECK: pyfloat_to_int_fraction: -2
pyk.func @pyfloat_to_int_fraction() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -2.7 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pyfloat_to_int_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @pyfloat_to_int_nan() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pyfloat_to_int_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @pyfloat_to_int_inf() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0xFFF0000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pyfloat_to_int_huge: raised OverflowError: int() of a float leaves 64 bits
pyk.func @pyfloat_to_int_huge() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pyfloat_to_int_lowest: -9223372036854775808
pyk.func @pyfloat_to_int_lowest() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9.223372036854776e+18 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pyfloat_to_int_above: raised OverflowError: int() of a float leaves 64 bits
pyk.func @pyfloat_to_int_above() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9.223372036854776e+18 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_fraction: -2
pyk.func @f64_to_int_fraction() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -2.7 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @f64_to_int_nan() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @f64_to_int_inf() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0xFFF0000000000000 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_huge: raised OverflowError: int() of a float leaves 64 bits
pyk.func @f64_to_int_huge() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1.0e+30 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_lowest: -9223372036854775808
pyk.func @f64_to_int_lowest() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9.223372036854776e+18 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f64_to_int_above: raised OverflowError: int() of a float leaves 64 bits
pyk.func @f64_to_int_above() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9.223372036854776e+18 : f64 -> f64
  %r = pyk.cast %a : f64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_fraction: -2
pyk.func @f32_to_int_fraction() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -2.7 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_nan: raised ValueError: cannot convert float NaN to integer
pyk.func @f32_to_int_nan() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_inf: raised OverflowError: cannot convert float infinity to integer
pyk.func @f32_to_int_inf() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0xFFF0000000000000 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_huge: raised OverflowError: int() of a float leaves 64 bits
pyk.func @f32_to_int_huge() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1.0000000150474662e+30 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_lowest: -9223372036854775808
pyk.func @f32_to_int_lowest() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9.223372036854776e+18 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: f32_to_int_above: raised OverflowError: int() of a float leaves 64 bits
pyk.func @f32_to_int_above() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9.223372036854776e+18 : f64 -> f32
  %r = pyk.cast %a : f32 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: ui64_to_int: 9223372036854775807
pyk.func @ui64_to_int() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> ui64
  %r = pyk.cast %a : ui64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: ui64_to_int_over: raised OverflowError: a uint64 leaves 64 bits as a Python int: 2**64 + -9223372036854775803
pyk.func @ui64_to_int_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775803 : i64 -> ui64
  %r = pyk.cast %a : ui64 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: si8_to_int: -5
pyk.func @si8_to_int() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -5 : i64 -> si8
  %r = pyk.cast %a : si8 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: i1_to_int: 1
pyk.func @i1_to_int() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> i1
  %r = pyk.cast %a : i1 -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: bool_to_int: 1
pyk.func @bool_to_int() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.bool
  %r = pyk.cast %a : !pyk.bool -> !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: int_to_float: 9007199254740992.0
pyk.func @int_to_float() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 9007199254740993 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: int_to_bool: True
pyk.func @int_to_bool() -> !pyk.bool attributes {arg_names = []} {
  %a = pyk.constant 5 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> !pyk.bool
  pyk.return %r : !pyk.bool
}

// CHECK: nan_to_bool: True
pyk.func @nan_to_bool() -> !pyk.bool attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> !pyk.bool
  pyk.return %r : !pyk.bool
}

// Through double, as NumPy: a strong int64 rounds once (above).
// CHECK: int_to_f32: 9.007199e+15
pyk.func @int_to_f32() -> f32 attributes {arg_names = []} {
  %a = pyk.constant 9007199791611905 : i64 -> !pyk.int
  %r = pyk.cast %a : !pyk.int -> f32
  pyk.return %r : f32
}

// CHECK: float_to_f32: inf
pyk.func @float_to_f32() -> f32 attributes {arg_names = []} {
  %a = pyk.constant 1.0e+39 : f64 -> !pyk.float
  %r = pyk.cast %a : !pyk.float -> f32
  pyk.return %r : f32
}
