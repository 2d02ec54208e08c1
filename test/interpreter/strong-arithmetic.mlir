// RUN: gpujit-interpret %s | FileCheck %s

// NumPy's integers wrap and divide by zero to 0, its floats give inf and NaN.

// CHECK-LABEL: si8: done
// CHECK: add = [127, -127, -5, 5, -9, 9, -128, 5, 0, 2]
// CHECK: sub = [-127, 127, -9, 9, -5, 5, 126, 5, 0, -4]
// CHECK: mul = [-128, -128, -14, -14, 14, 14, 127, 0, 0, -3]
// CHECK: floordiv = [-128, -128, -4, -4, 3, 3, 127, 0, 0, -1]
// CHECK: mod = [0, 0, 1, -1, -1, 1, 0, 0, 0, 2]
pyk.func @si8(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %add: !pyk.array<1 x si8, c>,
    %sub: !pyk.array<1 x si8, c>,
    %mul: !pyk.array<1 x si8, c>,
    %floordiv: !pyk.array<1 x si8, c>,
    %mod: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod"],
    gpujit.args = [
      dense<[-128, -128, -7, 7, -7, 7, 127, 5, 0, -1]> : tensor<10xsi8>,
      dense<[-1, 1, 2, -2, -2, 2, 1, 0, 0, 3]> : tensor<10xsi8>,
      dense<0> : tensor<10xsi8>,
      dense<0> : tensor<10xsi8>,
      dense<0> : tensor<10xsi8>,
      dense<0> : tensor<10xsi8>,
      dense<0> : tensor<10xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.add %xi, %yi : si8
    pyk.store %r0, "add" %add[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.sub %xi, %yi : si8
    pyk.store %r1, "sub" %sub[%i] : si8, !pyk.array<1 x si8, c>
    %r2 = pyk.mul %xi, %yi : si8
    pyk.store %r2, "mul" %mul[%i] : si8, !pyk.array<1 x si8, c>
    %r3 = pyk.floordiv %xi, %yi : si8
    pyk.store %r3, "floordiv" %floordiv[%i] : si8, !pyk.array<1 x si8, c>
    %r4 = pyk.mod %xi, %yi : si8
    pyk.store %r4, "mod" %mod[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8: done
// CHECK: add = [0, 1, 9, 203, 7, 209, 130, 5, 0, 4]
// CHECK: sub = [254, 255, 5, 197, 255, 65, 126, 5, 0, 254]
// CHECK: mul = [255, 0, 14, 88, 12, 8, 0, 0, 0, 3]
// CHECK: floordiv = [255, 0, 3, 66, 0, 0, 64, 0, 0, 0]
// CHECK: mod = [0, 0, 1, 2, 3, 9, 0, 0, 0, 1]
pyk.func @ui8(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %add: !pyk.array<1 x ui8, c>,
    %sub: !pyk.array<1 x ui8, c>,
    %mul: !pyk.array<1 x ui8, c>,
    %floordiv: !pyk.array<1 x ui8, c>,
    %mod: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod"],
    gpujit.args = [
      dense<[255, 0, 7, 200, 3, 9, 128, 5, 0, 1]> : tensor<10xui8>,
      dense<[1, 1, 2, 3, 4, 200, 2, 0, 0, 3]> : tensor<10xui8>,
      dense<0> : tensor<10xui8>,
      dense<0> : tensor<10xui8>,
      dense<0> : tensor<10xui8>,
      dense<0> : tensor<10xui8>,
      dense<0> : tensor<10xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.add %xi, %yi : ui8
    pyk.store %r0, "add" %add[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.sub %xi, %yi : ui8
    pyk.store %r1, "sub" %sub[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.mul %xi, %yi : ui8
    pyk.store %r2, "mul" %mul[%i] : ui8, !pyk.array<1 x ui8, c>
    %r3 = pyk.floordiv %xi, %yi : ui8
    pyk.store %r3, "floordiv" %floordiv[%i] : ui8, !pyk.array<1 x ui8, c>
    %r4 = pyk.mod %xi, %yi : ui8
    pyk.store %r4, "mod" %mod[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si32: done
// CHECK: add = [2147483647, -2147483647, -5, 5, -9, 9, -2147483648, 5, 0, 2]
// CHECK: sub = [-2147483647, 2147483647, -9, 9, -5, 5, 2147483646, 5, 0, -4]
// CHECK: mul = [-2147483648, -2147483648, -14, -14, 14, 14, 2147483647, 0, 0, -3]
// CHECK: floordiv = [-2147483648, -2147483648, -4, -4, 3, 3, 2147483647, 0, 0, -1]
// CHECK: mod = [0, 0, 1, -1, -1, 1, 0, 0, 0, 2]
pyk.func @si32(%x: !pyk.array<1 x si32, c>, %y: !pyk.array<1 x si32, c>,
    %add: !pyk.array<1 x si32, c>,
    %sub: !pyk.array<1 x si32, c>,
    %mul: !pyk.array<1 x si32, c>,
    %floordiv: !pyk.array<1 x si32, c>,
    %mod: !pyk.array<1 x si32, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod"],
    gpujit.args = [
      dense<[-2147483648, -2147483648, -7, 7, -7, 7, 2147483647, 5, 0, -1]> : tensor<10xsi32>,
      dense<[-1, 1, 2, -2, -2, 2, 1, 0, 0, 3]> : tensor<10xsi32>,
      dense<0> : tensor<10xsi32>,
      dense<0> : tensor<10xsi32>,
      dense<0> : tensor<10xsi32>,
      dense<0> : tensor<10xsi32>,
      dense<0> : tensor<10xsi32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si32, c> -> si32
    %r0 = pyk.add %xi, %yi : si32
    pyk.store %r0, "add" %add[%i] : si32, !pyk.array<1 x si32, c>
    %r1 = pyk.sub %xi, %yi : si32
    pyk.store %r1, "sub" %sub[%i] : si32, !pyk.array<1 x si32, c>
    %r2 = pyk.mul %xi, %yi : si32
    pyk.store %r2, "mul" %mul[%i] : si32, !pyk.array<1 x si32, c>
    %r3 = pyk.floordiv %xi, %yi : si32
    pyk.store %r3, "floordiv" %floordiv[%i] : si32, !pyk.array<1 x si32, c>
    %r4 = pyk.mod %xi, %yi : si32
    pyk.store %r4, "mod" %mod[%i] : si32, !pyk.array<1 x si32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui32: done
// CHECK: add = [0, 1, 9, 2147483651, 7, 209, 2147483650, 5, 0, 4]
// CHECK: floordiv = [4294967295, 0, 3, 715827882, 0, 0, 1073741824, 0, 0, 0]
pyk.func @ui32(%x: !pyk.array<1 x ui32, c>, %y: !pyk.array<1 x ui32, c>,
    %add: !pyk.array<1 x ui32, c>,
    %floordiv: !pyk.array<1 x ui32, c>)
    attributes {arg_names = ["x", "y", "add", "floordiv"],
    gpujit.args = [
      dense<[4294967295, 0, 7, 2147483648, 3, 9, 2147483648, 5, 0, 1]> : tensor<10xui32>,
      dense<[1, 1, 2, 3, 4, 200, 2, 0, 0, 3]> : tensor<10xui32>,
      dense<0> : tensor<10xui32>,
      dense<0> : tensor<10xui32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui32, c> -> ui32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui32, c> -> ui32
    %r0 = pyk.add %xi, %yi : ui32
    pyk.store %r0, "add" %add[%i] : ui32, !pyk.array<1 x ui32, c>
    %r1 = pyk.floordiv %xi, %yi : ui32
    pyk.store %r1, "floordiv" %floordiv[%i] : ui32, !pyk.array<1 x ui32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64: done
// CHECK: add = [9223372036854775807, -9223372036854775807, -5, 5, -9, 9, -9223372036854775808, 5, 0, 2]
// CHECK: sub = [-9223372036854775807, 9223372036854775807, -9, 9, -5, 5, 9223372036854775806, 5, 0, -4]
// CHECK: mul = [-9223372036854775808, -9223372036854775808, -14, -14, 14, 14, 9223372036854775807, 0, 0, -3]
// CHECK: floordiv = [-9223372036854775808, -9223372036854775808, -4, -4, 3, 3, 9223372036854775807, 0, 0, -1]
// CHECK: mod = [0, 0, 1, -1, -1, 1, 0, 0, 0, 2]
pyk.func @si64(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x si64, c>,
    %add: !pyk.array<1 x si64, c>,
    %sub: !pyk.array<1 x si64, c>,
    %mul: !pyk.array<1 x si64, c>,
    %floordiv: !pyk.array<1 x si64, c>,
    %mod: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod"],
    gpujit.args = [
      dense<[-9223372036854775808, -9223372036854775808, -7, 7, -7, 7, 9223372036854775807, 5, 0, -1]> : tensor<10xsi64>,
      dense<[-1, 1, 2, -2, -2, 2, 1, 0, 0, 3]> : tensor<10xsi64>,
      dense<0> : tensor<10xsi64>,
      dense<0> : tensor<10xsi64>,
      dense<0> : tensor<10xsi64>,
      dense<0> : tensor<10xsi64>,
      dense<0> : tensor<10xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.add %xi, %yi : si64
    pyk.store %r0, "add" %add[%i] : si64, !pyk.array<1 x si64, c>
    %r1 = pyk.sub %xi, %yi : si64
    pyk.store %r1, "sub" %sub[%i] : si64, !pyk.array<1 x si64, c>
    %r2 = pyk.mul %xi, %yi : si64
    pyk.store %r2, "mul" %mul[%i] : si64, !pyk.array<1 x si64, c>
    %r3 = pyk.floordiv %xi, %yi : si64
    pyk.store %r3, "floordiv" %floordiv[%i] : si64, !pyk.array<1 x si64, c>
    %r4 = pyk.mod %xi, %yi : si64
    pyk.store %r4, "mod" %mod[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64: done
// CHECK: add = [0, 1, 9, 9223372036854775811, 7, 209, 9223372036854775810, 5, 0, 4]
// CHECK: sub = [18446744073709551614, 18446744073709551615, 5, 9223372036854775805, 18446744073709551615, 18446744073709551425, 9223372036854775806, 5, 0, 18446744073709551614]
// CHECK: mul = [18446744073709551615, 0, 14, 9223372036854775808, 12, 1800, 0, 0, 0, 3]
// CHECK: floordiv = [18446744073709551615, 0, 3, 3074457345618258602, 0, 0, 4611686018427387904, 0, 0, 0]
// CHECK: mod = [0, 0, 1, 2, 3, 9, 0, 0, 0, 1]
pyk.func @ui64(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %add: !pyk.array<1 x ui64, c>,
    %sub: !pyk.array<1 x ui64, c>,
    %mul: !pyk.array<1 x ui64, c>,
    %floordiv: !pyk.array<1 x ui64, c>,
    %mod: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod"],
    gpujit.args = [
      dense<[18446744073709551615, 0, 7, 9223372036854775808, 3, 9, 9223372036854775808, 5, 0, 1]> : tensor<10xui64>,
      dense<[1, 1, 2, 3, 4, 200, 2, 0, 0, 3]> : tensor<10xui64>,
      dense<0> : tensor<10xui64>,
      dense<0> : tensor<10xui64>,
      dense<0> : tensor<10xui64>,
      dense<0> : tensor<10xui64>,
      dense<0> : tensor<10xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.add %xi, %yi : ui64
    pyk.store %r0, "add" %add[%i] : ui64, !pyk.array<1 x ui64, c>
    %r1 = pyk.sub %xi, %yi : ui64
    pyk.store %r1, "sub" %sub[%i] : ui64, !pyk.array<1 x ui64, c>
    %r2 = pyk.mul %xi, %yi : ui64
    pyk.store %r2, "mul" %mul[%i] : ui64, !pyk.array<1 x ui64, c>
    %r3 = pyk.floordiv %xi, %yi : ui64
    pyk.store %r3, "floordiv" %floordiv[%i] : ui64, !pyk.array<1 x ui64, c>
    %r4 = pyk.mod %xi, %yi : ui64
    pyk.store %r4, "mod" %mod[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si16: done
// CHECK: add = [32767, -32767, -5, 5, -9, 9, -32768, 5, 0, 2]
// CHECK: floordiv = [-32768, -32768, -4, -4, 3, 3, 32767, 0, 0, -1]
pyk.func @si16(%x: !pyk.array<1 x si16, c>, %y: !pyk.array<1 x si16, c>,
    %add: !pyk.array<1 x si16, c>,
    %floordiv: !pyk.array<1 x si16, c>)
    attributes {arg_names = ["x", "y", "add", "floordiv"],
    gpujit.args = [
      dense<[-32768, -32768, -7, 7, -7, 7, 32767, 5, 0, -1]> : tensor<10xsi16>,
      dense<[-1, 1, 2, -2, -2, 2, 1, 0, 0, 3]> : tensor<10xsi16>,
      dense<0> : tensor<10xsi16>,
      dense<0> : tensor<10xsi16>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si16, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si16, c> -> si16
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si16, c> -> si16
    %r0 = pyk.add %xi, %yi : si16
    pyk.store %r0, "add" %add[%i] : si16, !pyk.array<1 x si16, c>
    %r1 = pyk.floordiv %xi, %yi : si16
    pyk.store %r1, "floordiv" %floordiv[%i] : si16, !pyk.array<1 x si16, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui16: done
// CHECK: add = [0, 1, 9, 40003, 7, 209, 32770, 5, 0, 4]
// CHECK: floordiv = [65535, 0, 3, 13333, 0, 0, 16384, 0, 0, 0]
pyk.func @ui16(%x: !pyk.array<1 x ui16, c>, %y: !pyk.array<1 x ui16, c>,
    %add: !pyk.array<1 x ui16, c>,
    %floordiv: !pyk.array<1 x ui16, c>)
    attributes {arg_names = ["x", "y", "add", "floordiv"],
    gpujit.args = [
      dense<[65535, 0, 7, 40000, 3, 9, 32768, 5, 0, 1]> : tensor<10xui16>,
      dense<[1, 1, 2, 3, 4, 200, 2, 0, 0, 3]> : tensor<10xui16>,
      dense<0> : tensor<10xui16>,
      dense<0> : tensor<10xui16>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui16, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui16, c> -> ui16
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui16, c> -> ui16
    %r0 = pyk.add %xi, %yi : ui16
    pyk.store %r0, "add" %add[%i] : ui16, !pyk.array<1 x ui16, c>
    %r1 = pyk.floordiv %xi, %yi : ui16
    pyk.store %r1, "floordiv" %floordiv[%i] : ui16, !pyk.array<1 x ui16, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32: done
// CHECK: add = [9.5, -5.5, 5.5, -9.5, 3.0, 3.0, 1.0, -1.0, 0.0, inf, inf, inf, nan, 1e+30, -8.0, 4.0, 0.2]
// CHECK: sub = [5.5, -9.5, 9.5, -5.5, -3.0, -3.0, 1.0, -1.0, 0.0, inf, -inf, -inf, nan, 1e+30, -4.0, 8.0, 0.0]
// CHECK: mul = [15.0, -15.0, -15.0, 15.0, 0.0, -0.0, 0.0, -0.0, 0.0, inf, inf, -inf, nan, 1.0, 12.0, -12.0, 0.010000001]
// CHECK: floordiv = [3.0, -4.0, -4.0, 3.0, 0.0, -0.0, inf, -inf, nan, nan, 0.0, -1.0, nan, inf, 3.0, -3.0, 1.0]
// CHECK: mod = [1.5, 0.5, -0.5, -1.5, 0.0, 0.0, nan, nan, nan, nan, 1.0, inf, nan, 8.166816e-31, -0.0, -0.0, 0.0]
// CHECK: div = [3.75, -3.75, -3.75, 3.75, 0.0, -0.0, inf, -inf, nan, inf, 0.0, -0.0, nan, inf, 3.0, -3.0, 1.0]
pyk.func @f32(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %add: !pyk.array<1 x f32, c>,
    %sub: !pyk.array<1 x f32, c>,
    %mul: !pyk.array<1 x f32, c>,
    %floordiv: !pyk.array<1 x f32, c>,
    %mod: !pyk.array<1 x f32, c>,
    %div: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod", "div"],
    gpujit.args = [
      dense<[7.5, -7.5, 7.5, -7.5, 0.0, -0.0, 1.0, -1.0, 0.0, 0x7F800000, 1.0, -1.0, 0x7FC00000, 1.0000000150474662e+30, -6.0, 6.0, 0.10000000149011612]> : tensor<17xf32>,
      dense<[2.0, 2.0, -2.0, -2.0, 3.0, 3.0, 0.0, 0.0, 0.0, 2.0, 0x7F800000, 0x7F800000, 1.0, 1.0000000031710769e-30, -2.0, -2.0, 0.10000000149011612]> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>,
      dense<0.0> : tensor<17xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.add %xi, %yi : f32
    pyk.store %r0, "add" %add[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.sub %xi, %yi : f32
    pyk.store %r1, "sub" %sub[%i] : f32, !pyk.array<1 x f32, c>
    %r2 = pyk.mul %xi, %yi : f32
    pyk.store %r2, "mul" %mul[%i] : f32, !pyk.array<1 x f32, c>
    %r3 = pyk.floordiv %xi, %yi : f32
    pyk.store %r3, "floordiv" %floordiv[%i] : f32, !pyk.array<1 x f32, c>
    %r4 = pyk.mod %xi, %yi : f32
    pyk.store %r4, "mod" %mod[%i] : f32, !pyk.array<1 x f32, c>
    %r5 = pyk.div %xi, %yi : f32
    pyk.store %r5, "div" %div[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64: done
// CHECK: add = [9.5, -5.5, 5.5, -9.5, 3.0, 3.0, 1.0, -1.0, 0.0, inf, inf, inf, nan, 1e+30, -8.0, 4.0, 0.2]
// CHECK: sub = [5.5, -9.5, 9.5, -5.5, -3.0, -3.0, 1.0, -1.0, 0.0, inf, -inf, -inf, nan, 1e+30, -4.0, 8.0, 0.0]
// CHECK: mul = [15.0, -15.0, -15.0, 15.0, 0.0, -0.0, 0.0, -0.0, 0.0, inf, inf, -inf, nan, 1.0, 12.0, -12.0, 0.010000000000000002]
// CHECK: floordiv = [3.0, -4.0, -4.0, 3.0, 0.0, -0.0, inf, -inf, nan, nan, 0.0, -1.0, nan, 1e+60, 3.0, -3.0, 1.0]
// CHECK: mod = [1.5, 0.5, -0.5, -1.5, 0.0, 0.0, nan, nan, nan, nan, 1.0, inf, nan, 9.164989725832203e-31, -0.0, -0.0, 0.0]
// CHECK: div = [3.75, -3.75, -3.75, 3.75, 0.0, -0.0, inf, -inf, nan, inf, 0.0, -0.0, nan, 1e+60, 3.0, -3.0, 1.0]
pyk.func @f64(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>,
    %add: !pyk.array<1 x f64, c>,
    %sub: !pyk.array<1 x f64, c>,
    %mul: !pyk.array<1 x f64, c>,
    %floordiv: !pyk.array<1 x f64, c>,
    %mod: !pyk.array<1 x f64, c>,
    %div: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "y", "add", "sub", "mul", "floordiv", "mod", "div"],
    gpujit.args = [
      dense<[7.5, -7.5, 7.5, -7.5, 0.0, -0.0, 1.0, -1.0, 0.0, 0x7FF0000000000000, 1.0, -1.0, 0x7FF8000000000000, 1.0e+30, -6.0, 6.0, 0.1]> : tensor<17xf64>,
      dense<[2.0, 2.0, -2.0, -2.0, 3.0, 3.0, 0.0, 0.0, 0.0, 2.0, 0x7FF0000000000000, 0x7FF0000000000000, 1.0, 1.0e-30, -2.0, -2.0, 0.1]> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>,
      dense<0.0> : tensor<17xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.add %xi, %yi : f64
    pyk.store %r0, "add" %add[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.sub %xi, %yi : f64
    pyk.store %r1, "sub" %sub[%i] : f64, !pyk.array<1 x f64, c>
    %r2 = pyk.mul %xi, %yi : f64
    pyk.store %r2, "mul" %mul[%i] : f64, !pyk.array<1 x f64, c>
    %r3 = pyk.floordiv %xi, %yi : f64
    pyk.store %r3, "floordiv" %floordiv[%i] : f64, !pyk.array<1 x f64, c>
    %r4 = pyk.mod %xi, %yi : f64
    pyk.store %r4, "mod" %mod[%i] : f64, !pyk.array<1 x f64, c>
    %r5 = pyk.div %xi, %yi : f64
    pyk.store %r5, "div" %div[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_2: done
// CHECK: pow = [-13, 1, -128, 0, 49, 1]
pyk.func @si8_2(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %pow: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[3, 0, 2, 2, 7, 1]> : tensor<6xsi8>,
      dense<[5, 0, 7, 63, 2, 100]> : tensor<6xsi8>,
      dense<0> : tensor<6xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.pow %xi, %yi : si8
    pyk.store %r0, "pow" %pow[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8_2: done
// CHECK: pow = [243, 1, 128, 0, 1, 1]
pyk.func @ui8_2(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %pow: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[3, 0, 2, 2, 255, 1]> : tensor<6xui8>,
      dense<[5, 0, 7, 63, 2, 100]> : tensor<6xui8>,
      dense<0> : tensor<6xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.pow %xi, %yi : ui8
    pyk.store %r0, "pow" %pow[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si32_2: done
// CHECK: pow = [243, 1, 128, 0, 49, 1]
pyk.func @si32_2(%x: !pyk.array<1 x si32, c>, %y: !pyk.array<1 x si32, c>,
    %pow: !pyk.array<1 x si32, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[3, 0, 2, 2, 7, 1]> : tensor<6xsi32>,
      dense<[5, 0, 7, 63, 2, 100]> : tensor<6xsi32>,
      dense<0> : tensor<6xsi32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si32, c> -> si32
    %r0 = pyk.pow %xi, %yi : si32
    pyk.store %r0, "pow" %pow[%i] : si32, !pyk.array<1 x si32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64_2: done
// CHECK: pow = [243, 1, 128, -9223372036854775808, 49, 1]
pyk.func @si64_2(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x si64, c>,
    %pow: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[3, 0, 2, 2, 7, 1]> : tensor<6xsi64>,
      dense<[5, 0, 7, 63, 2, 100]> : tensor<6xsi64>,
      dense<0> : tensor<6xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.pow %xi, %yi : si64
    pyk.store %r0, "pow" %pow[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_2: done
// CHECK: pow = [243, 1, 128, 9223372036854775808, 49, 1]
pyk.func @ui64_2(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %pow: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[3, 0, 2, 2, 7, 1]> : tensor<6xui64>,
      dense<[5, 0, 7, 63, 2, 100]> : tensor<6xui64>,
      dense<0> : tensor<6xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.pow %xi, %yi : ui64
    pyk.store %r0, "pow" %pow[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_2: done
// CHECK: pow = [1.4142135623730951, nan, inf, -inf, -8.0, inf, 1.0, 0.0, 3.0]
pyk.func @f64_2(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>,
    %pow: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[2.0, -8.0, 0.0, -0.0, -2.0, 1.0e+200, 0x7FF8000000000000, 0x7FF0000000000000, 9.0]> : tensor<9xf64>,
      dense<[0.5, 0.3333333333333333, -1.0, -3.0, 3.0, 2.0, 0.0, -1.0, 0.5]> : tensor<9xf64>,
      dense<0.0> : tensor<9xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.pow %xi, %yi : f64
    pyk.store %r0, "pow" %pow[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_2: done
// CHECK: pow = [1.4142135, nan, inf, -inf, -8.0, inf, 1.0, 0.0, 3.0]
pyk.func @f32_2(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %pow: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "pow"],
    gpujit.args = [
      dense<[2.0, -8.0, 0.0, -0.0, -2.0, 0x7F800000, 0x7FC00000, 0x7F800000, 9.0]> : tensor<9xf32>,
      dense<[0.5, 0.3333333432674408, -1.0, -3.0, 3.0, 2.0, 0.0, -1.0, 0.5]> : tensor<9xf32>,
      dense<0.0> : tensor<9xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.pow %xi, %yi : f32
    pyk.store %r0, "pow" %pow[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_3: done
// CHECK: neg = [-5, 0, 5, -128]
// CHECK: abs = [5, 0, 5, -128]
pyk.func @si8_3(%x: !pyk.array<1 x si8, c>,
    %neg: !pyk.array<1 x si8, c>,
    %abs: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5, 0, -5, -128]> : tensor<4xsi8>,
      dense<0> : tensor<4xsi8>,
      dense<0> : tensor<4xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.neg %xi : si8
    pyk.store %r0, "neg" %neg[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.abs %xi : si8
    pyk.store %r1, "abs" %abs[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8_3: done
// CHECK: neg = [251, 0, 1, 128]
// CHECK: abs = [5, 0, 255, 128]
pyk.func @ui8_3(%x: !pyk.array<1 x ui8, c>,
    %neg: !pyk.array<1 x ui8, c>,
    %abs: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5, 0, 255, 128]> : tensor<4xui8>,
      dense<0> : tensor<4xui8>,
      dense<0> : tensor<4xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.neg %xi : ui8
    pyk.store %r0, "neg" %neg[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.abs %xi : ui8
    pyk.store %r1, "abs" %abs[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si32_3: done
// CHECK: neg = [-5, 0, 5, -2147483648]
// CHECK: abs = [5, 0, 5, -2147483648]
pyk.func @si32_3(%x: !pyk.array<1 x si32, c>,
    %neg: !pyk.array<1 x si32, c>,
    %abs: !pyk.array<1 x si32, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5, 0, -5, -2147483648]> : tensor<4xsi32>,
      dense<0> : tensor<4xsi32>,
      dense<0> : tensor<4xsi32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %r0 = pyk.neg %xi : si32
    pyk.store %r0, "neg" %neg[%i] : si32, !pyk.array<1 x si32, c>
    %r1 = pyk.abs %xi : si32
    pyk.store %r1, "abs" %abs[%i] : si32, !pyk.array<1 x si32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64_3: done
// CHECK: neg = [-5, 0, 5, -9223372036854775808]
// CHECK: abs = [5, 0, 5, -9223372036854775808]
pyk.func @si64_3(%x: !pyk.array<1 x si64, c>,
    %neg: !pyk.array<1 x si64, c>,
    %abs: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5, 0, -5, -9223372036854775808]> : tensor<4xsi64>,
      dense<0> : tensor<4xsi64>,
      dense<0> : tensor<4xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.neg %xi : si64
    pyk.store %r0, "neg" %neg[%i] : si64, !pyk.array<1 x si64, c>
    %r1 = pyk.abs %xi : si64
    pyk.store %r1, "abs" %abs[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_3: done
// CHECK: neg = [-5.0, -0.0, 0.0, nan]
// CHECK: abs = [5.0, 0.0, 0.0, nan]
pyk.func @f32_3(%x: !pyk.array<1 x f32, c>,
    %neg: !pyk.array<1 x f32, c>,
    %abs: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5.0, 0.0, -0.0, 0x7FC00000]> : tensor<4xf32>,
      dense<0.0> : tensor<4xf32>,
      dense<0.0> : tensor<4xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.neg %xi : f32
    pyk.store %r0, "neg" %neg[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.abs %xi : f32
    pyk.store %r1, "abs" %abs[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_3: done
// CHECK: neg = [-5.0, -0.0, 0.0, nan]
// CHECK: abs = [5.0, 0.0, 0.0, nan]
pyk.func @f64_3(%x: !pyk.array<1 x f64, c>,
    %neg: !pyk.array<1 x f64, c>,
    %abs: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "neg", "abs"],
    gpujit.args = [
      dense<[5.0, 0.0, -0.0, 0x7FF8000000000000]> : tensor<4xf64>,
      dense<0.0> : tensor<4xf64>,
      dense<0.0> : tensor<4xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.neg %xi : f64
    pyk.store %r0, "neg" %neg[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.abs %xi : f64
    pyk.store %r1, "abs" %abs[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK: negative_power: raised ValueError: Integers to negative integer powers are not allowed.
pyk.func @negative_power() -> si32 attributes {arg_names = []} {
  %a = pyk.constant 2 : i64 -> si32
  %b = pyk.constant -1 : i64 -> si32
  %r = pyk.pow %a, %b : si32
  pyk.return %r : si32
}
