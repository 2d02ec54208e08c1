// RUN: gpujit-interpret %s | FileCheck %s

// Shifts and bitwise operators. A count outside the width gives 0, or -1 for a negative
// number shifted right, as in NumPy.

// CHECK-LABEL: si8: done
// CHECK: shl = [-128, 0, 0, 5, 0, -2, -128, 0]
// CHECK: shr = [0, 0, -1, 5, -64, 63, 0, 0]
pyk.func @si8(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %shl: !pyk.array<1 x si8, c>,
    %shr: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, -1, 5, -128, 127, 3, 1]> : tensor<8xsi8>,
      dense<[7, 8, 8, 0, 1, 1, 7, -1]> : tensor<8xsi8>,
      dense<0> : tensor<8xsi8>,
      dense<0> : tensor<8xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.shl %xi, %yi : si8
    pyk.store %r0, "shl" %shl[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.shr %xi, %yi : si8
    pyk.store %r1, "shr" %shr[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8: done
// CHECK: shl = [128, 0, 0, 5, 0, 254, 128, 0]
// CHECK: shr = [0, 0, 0, 5, 0, 127, 0, 0]
pyk.func @ui8(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %shl: !pyk.array<1 x ui8, c>,
    %shr: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, 255, 5, 0, 255, 3, 1]> : tensor<8xui8>,
      dense<[7, 8, 8, 0, 1, 1, 7, 127]> : tensor<8xui8>,
      dense<0> : tensor<8xui8>,
      dense<0> : tensor<8xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.shl %xi, %yi : ui8
    pyk.store %r0, "shl" %shl[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.shr %xi, %yi : ui8
    pyk.store %r1, "shr" %shr[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si16: done
// CHECK: shl = [-32768, 0, 0, 5, 0, -2, -32768, 0]
// CHECK: shr = [0, 0, -1, 5, -16384, 16383, 0, 0]
pyk.func @si16(%x: !pyk.array<1 x si16, c>, %y: !pyk.array<1 x si16, c>,
    %shl: !pyk.array<1 x si16, c>,
    %shr: !pyk.array<1 x si16, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, -1, 5, -32768, 32767, 3, 1]> : tensor<8xsi16>,
      dense<[15, 16, 16, 0, 1, 1, 15, -1]> : tensor<8xsi16>,
      dense<0> : tensor<8xsi16>,
      dense<0> : tensor<8xsi16>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si16, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si16, c> -> si16
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si16, c> -> si16
    %r0 = pyk.shl %xi, %yi : si16
    pyk.store %r0, "shl" %shl[%i] : si16, !pyk.array<1 x si16, c>
    %r1 = pyk.shr %xi, %yi : si16
    pyk.store %r1, "shr" %shr[%i] : si16, !pyk.array<1 x si16, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui16: done
// CHECK: shl = [32768, 0, 0, 5, 0, 65534, 32768, 0]
// CHECK: shr = [0, 0, 0, 5, 0, 32767, 0, 0]
pyk.func @ui16(%x: !pyk.array<1 x ui16, c>, %y: !pyk.array<1 x ui16, c>,
    %shl: !pyk.array<1 x ui16, c>,
    %shr: !pyk.array<1 x ui16, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, 65535, 5, 0, 65535, 3, 1]> : tensor<8xui16>,
      dense<[15, 16, 16, 0, 1, 1, 15, 127]> : tensor<8xui16>,
      dense<0> : tensor<8xui16>,
      dense<0> : tensor<8xui16>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui16, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui16, c> -> ui16
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui16, c> -> ui16
    %r0 = pyk.shl %xi, %yi : ui16
    pyk.store %r0, "shl" %shl[%i] : ui16, !pyk.array<1 x ui16, c>
    %r1 = pyk.shr %xi, %yi : ui16
    pyk.store %r1, "shr" %shr[%i] : ui16, !pyk.array<1 x ui16, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si32: done
// CHECK: shl = [-2147483648, 0, 0, 5, 0, -2, -2147483648, 0]
// CHECK: shr = [0, 0, -1, 5, -1073741824, 1073741823, 0, 0]
pyk.func @si32(%x: !pyk.array<1 x si32, c>, %y: !pyk.array<1 x si32, c>,
    %shl: !pyk.array<1 x si32, c>,
    %shr: !pyk.array<1 x si32, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, -1, 5, -2147483648, 2147483647, 3, 1]> : tensor<8xsi32>,
      dense<[31, 32, 32, 0, 1, 1, 31, -1]> : tensor<8xsi32>,
      dense<0> : tensor<8xsi32>,
      dense<0> : tensor<8xsi32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si32, c> -> si32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si32, c> -> si32
    %r0 = pyk.shl %xi, %yi : si32
    pyk.store %r0, "shl" %shl[%i] : si32, !pyk.array<1 x si32, c>
    %r1 = pyk.shr %xi, %yi : si32
    pyk.store %r1, "shr" %shr[%i] : si32, !pyk.array<1 x si32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui32: done
// CHECK: shl = [2147483648, 0, 0, 5, 0, 4294967294, 2147483648, 0]
// CHECK: shr = [0, 0, 0, 5, 0, 2147483647, 0, 0]
pyk.func @ui32(%x: !pyk.array<1 x ui32, c>, %y: !pyk.array<1 x ui32, c>,
    %shl: !pyk.array<1 x ui32, c>,
    %shr: !pyk.array<1 x ui32, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, 4294967295, 5, 0, 4294967295, 3, 1]> : tensor<8xui32>,
      dense<[31, 32, 32, 0, 1, 1, 31, 127]> : tensor<8xui32>,
      dense<0> : tensor<8xui32>,
      dense<0> : tensor<8xui32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui32, c> -> ui32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui32, c> -> ui32
    %r0 = pyk.shl %xi, %yi : ui32
    pyk.store %r0, "shl" %shl[%i] : ui32, !pyk.array<1 x ui32, c>
    %r1 = pyk.shr %xi, %yi : ui32
    pyk.store %r1, "shr" %shr[%i] : ui32, !pyk.array<1 x ui32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64: done
// CHECK: shl = [-9223372036854775808, 0, 0, 5, 0, -2, -9223372036854775808, 0]
// CHECK: shr = [0, 0, -1, 5, -4611686018427387904, 4611686018427387903, 0, 0]
pyk.func @si64(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x si64, c>,
    %shl: !pyk.array<1 x si64, c>,
    %shr: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, -1, 5, -9223372036854775808, 9223372036854775807, 3, 1]> : tensor<8xsi64>,
      dense<[63, 64, 64, 0, 1, 1, 63, -1]> : tensor<8xsi64>,
      dense<0> : tensor<8xsi64>,
      dense<0> : tensor<8xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.shl %xi, %yi : si64
    pyk.store %r0, "shl" %shl[%i] : si64, !pyk.array<1 x si64, c>
    %r1 = pyk.shr %xi, %yi : si64
    pyk.store %r1, "shr" %shr[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64: done
// CHECK: shl = [9223372036854775808, 0, 0, 5, 0, 18446744073709551614, 9223372036854775808, 0]
// CHECK: shr = [0, 0, 0, 5, 0, 9223372036854775807, 0, 0]
pyk.func @ui64(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %shl: !pyk.array<1 x ui64, c>,
    %shr: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "y", "shl", "shr"],
    gpujit.args = [
      dense<[1, 1, 18446744073709551615, 5, 0, 18446744073709551615, 3, 1]> : tensor<8xui64>,
      dense<[63, 64, 64, 0, 1, 1, 63, 127]> : tensor<8xui64>,
      dense<0> : tensor<8xui64>,
      dense<0> : tensor<8xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.shl %xi, %yi : ui64
    pyk.store %r0, "shl" %shl[%i] : ui64, !pyk.array<1 x ui64, c>
    %r1 = pyk.shr %xi, %yi : ui64
    pyk.store %r1, "shr" %shr[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_2: done
// CHECK: and = [10, 0, 1]
// CHECK: or = [-1, 1, 1]
// CHECK: xor = [-11, 1, 0]
pyk.func @si8_2(%x: !pyk.array<1 x si8, c>, %y: !pyk.array<1 x si8, c>,
    %and: !pyk.array<1 x si8, c>,
    %or: !pyk.array<1 x si8, c>,
    %xor: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "y", "and", "or", "xor"],
    gpujit.args = [
      dense<[-6, 0, 1]> : tensor<3xsi8>,
      dense<[15, 1, 1]> : tensor<3xsi8>,
      dense<0> : tensor<3xsi8>,
      dense<0> : tensor<3xsi8>,
      dense<0> : tensor<3xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.and %xi, %yi : si8
    pyk.store %r0, "and" %and[%i] : si8, !pyk.array<1 x si8, c>
    %r1 = pyk.or %xi, %yi : si8
    pyk.store %r1, "or" %or[%i] : si8, !pyk.array<1 x si8, c>
    %r2 = pyk.xor %xi, %yi : si8
    pyk.store %r2, "xor" %xor[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si8_3: done
// CHECK: invert = [5, -1, -2]
pyk.func @si8_3(%x: !pyk.array<1 x si8, c>,
    %invert: !pyk.array<1 x si8, c>)
    attributes {arg_names = ["x", "invert"],
    gpujit.args = [
      dense<[-6, 0, 1]> : tensor<3xsi8>,
      dense<0> : tensor<3xsi8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
    %r0 = pyk.invert %xi : si8
    pyk.store %r0, "invert" %invert[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8_2: done
// CHECK: and = [10, 0, 1]
// CHECK: or = [255, 1, 1]
// CHECK: xor = [245, 1, 0]
pyk.func @ui8_2(%x: !pyk.array<1 x ui8, c>, %y: !pyk.array<1 x ui8, c>,
    %and: !pyk.array<1 x ui8, c>,
    %or: !pyk.array<1 x ui8, c>,
    %xor: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "y", "and", "or", "xor"],
    gpujit.args = [
      dense<[250, 0, 1]> : tensor<3xui8>,
      dense<[15, 1, 1]> : tensor<3xui8>,
      dense<0> : tensor<3xui8>,
      dense<0> : tensor<3xui8>,
      dense<0> : tensor<3xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.and %xi, %yi : ui8
    pyk.store %r0, "and" %and[%i] : ui8, !pyk.array<1 x ui8, c>
    %r1 = pyk.or %xi, %yi : ui8
    pyk.store %r1, "or" %or[%i] : ui8, !pyk.array<1 x ui8, c>
    %r2 = pyk.xor %xi, %yi : ui8
    pyk.store %r2, "xor" %xor[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui8_3: done
// CHECK: invert = [5, 255, 254]
pyk.func @ui8_3(%x: !pyk.array<1 x ui8, c>,
    %invert: !pyk.array<1 x ui8, c>)
    attributes {arg_names = ["x", "invert"],
    gpujit.args = [
      dense<[250, 0, 1]> : tensor<3xui8>,
      dense<0> : tensor<3xui8>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui8, c> -> ui8
    %r0 = pyk.invert %xi : ui8
    pyk.store %r0, "invert" %invert[%i] : ui8, !pyk.array<1 x ui8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64_2: done
// CHECK: and = [10, 0, 1]
// CHECK: or = [-1, 1, 1]
// CHECK: xor = [-11, 1, 0]
pyk.func @si64_2(%x: !pyk.array<1 x si64, c>, %y: !pyk.array<1 x si64, c>,
    %and: !pyk.array<1 x si64, c>,
    %or: !pyk.array<1 x si64, c>,
    %xor: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "y", "and", "or", "xor"],
    gpujit.args = [
      dense<[-6, 0, 1]> : tensor<3xsi64>,
      dense<[15, 1, 1]> : tensor<3xsi64>,
      dense<0> : tensor<3xsi64>,
      dense<0> : tensor<3xsi64>,
      dense<0> : tensor<3xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.and %xi, %yi : si64
    pyk.store %r0, "and" %and[%i] : si64, !pyk.array<1 x si64, c>
    %r1 = pyk.or %xi, %yi : si64
    pyk.store %r1, "or" %or[%i] : si64, !pyk.array<1 x si64, c>
    %r2 = pyk.xor %xi, %yi : si64
    pyk.store %r2, "xor" %xor[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: si64_3: done
// CHECK: invert = [5, -1, -2]
pyk.func @si64_3(%x: !pyk.array<1 x si64, c>,
    %invert: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["x", "invert"],
    gpujit.args = [
      dense<[-6, 0, 1]> : tensor<3xsi64>,
      dense<0> : tensor<3xsi64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x si64, c> -> si64
    %r0 = pyk.invert %xi : si64
    pyk.store %r0, "invert" %invert[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_2: done
// CHECK: and = [10, 0, 1]
// CHECK: or = [255, 1, 1]
// CHECK: xor = [245, 1, 0]
pyk.func @ui64_2(%x: !pyk.array<1 x ui64, c>, %y: !pyk.array<1 x ui64, c>,
    %and: !pyk.array<1 x ui64, c>,
    %or: !pyk.array<1 x ui64, c>,
    %xor: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "y", "and", "or", "xor"],
    gpujit.args = [
      dense<[250, 0, 1]> : tensor<3xui64>,
      dense<[15, 1, 1]> : tensor<3xui64>,
      dense<0> : tensor<3xui64>,
      dense<0> : tensor<3xui64>,
      dense<0> : tensor<3xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.and %xi, %yi : ui64
    pyk.store %r0, "and" %and[%i] : ui64, !pyk.array<1 x ui64, c>
    %r1 = pyk.or %xi, %yi : ui64
    pyk.store %r1, "or" %or[%i] : ui64, !pyk.array<1 x ui64, c>
    %r2 = pyk.xor %xi, %yi : ui64
    pyk.store %r2, "xor" %xor[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: ui64_3: done
// CHECK: invert = [18446744073709551365, 18446744073709551615, 18446744073709551614]
pyk.func @ui64_3(%x: !pyk.array<1 x ui64, c>,
    %invert: !pyk.array<1 x ui64, c>)
    attributes {arg_names = ["x", "invert"],
    gpujit.args = [
      dense<[250, 0, 1]> : tensor<3xui64>,
      dense<0> : tensor<3xui64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x ui64, c> -> ui64
    %r0 = pyk.invert %xi : ui64
    pyk.store %r0, "invert" %invert[%i] : ui64, !pyk.array<1 x ui64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1: done
// CHECK: and = [True, False, False]
// CHECK: or = [True, True, False]
// CHECK: xor = [False, True, False]
pyk.func @i1(%x: !pyk.array<1 x i1, c>, %y: !pyk.array<1 x i1, c>,
    %and: !pyk.array<1 x i1, c>,
    %or: !pyk.array<1 x i1, c>,
    %xor: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "y", "and", "or", "xor"],
    gpujit.args = [
      dense<[true, true, false]> : tensor<3xi1>,
      dense<[true, false, false]> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.and %xi, %yi : i1
    pyk.store %r0, "and" %and[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.or %xi, %yi : i1
    pyk.store %r1, "or" %or[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.xor %xi, %yi : i1
    pyk.store %r2, "xor" %xor[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: i1_2: done
// CHECK: invert = [False, False, True]
pyk.func @i1_2(%x: !pyk.array<1 x i1, c>,
    %invert: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "invert"],
    gpujit.args = [
      dense<[true, true, false]> : tensor<3xi1>,
      dense<false> : tensor<3xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x i1, c> -> i1
    %r0 = pyk.invert %xi : i1
    pyk.store %r0, "invert" %invert[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}
