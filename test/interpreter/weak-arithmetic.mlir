// RUN: gpujit-interpret %s | FileCheck %s

// Python's numbers: what leaves 64 bits raises, and so does division by zero.

// CHECK: add: 9223372036854775807
pyk.func @add() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775806 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.add %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: add_over: raised OverflowError: a Python int leaves 64 bits: 9223372036854775807 + 1
pyk.func @add_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.add %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: add_named: raised OverflowError: 's' leaves 64 bits: 9223372036854775807 + 1
pyk.func @add_named() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.add %a, %b {target = "s"} : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: add_exact: -9223372036854775808
pyk.func @add_exact() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.add %a, %b exact : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: sub: -9223372036854775808
pyk.func @sub() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.sub %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: sub_over: raised OverflowError: 'n' leaves 64 bits: -9223372036854775808 - 1
pyk.func @sub_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.sub %a, %b {target = "n"} : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mul: 4611686018427387904
pyk.func @mul() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 4294967296 : i64 -> !pyk.int
  %b = pyk.constant 1073741824 : i64 -> !pyk.int
  %r = pyk.mul %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mul_over: raised OverflowError: a Python int leaves 64 bits: 4294967296 * 2147483648
pyk.func @mul_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 4294967296 : i64 -> !pyk.int
  %b = pyk.constant 2147483648 : i64 -> !pyk.int
  %r = pyk.mul %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mul_over_negative: raised OverflowError: a Python int leaves 64 bits: -9223372036854775808 * -1
pyk.func @mul_over_negative() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.mul %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_7_2: 3
pyk.func @floordiv_7_2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 7 : i64 -> !pyk.int
  %b = pyk.constant 2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_7_2: 1
pyk.func @mod_7_2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 7 : i64 -> !pyk.int
  %b = pyk.constant 2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_m7_2: -4
pyk.func @floordiv_m7_2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -7 : i64 -> !pyk.int
  %b = pyk.constant 2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_m7_2: 1
pyk.func @mod_m7_2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -7 : i64 -> !pyk.int
  %b = pyk.constant 2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_7_m2: -4
pyk.func @floordiv_7_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 7 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_7_m2: -1
pyk.func @mod_7_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 7 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_m7_m2: 3
pyk.func @floordiv_m7_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -7 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_m7_m2: -1
pyk.func @mod_m7_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -7 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_6_m2: -3
pyk.func @floordiv_6_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 6 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_6_m2: 0
pyk.func @mod_6_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 6 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_0_m2: 0
pyk.func @floordiv_0_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_0_m2: 0
pyk.func @mod_0_m2() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant -2 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_m9223372036854775808_1: -9223372036854775808
pyk.func @floordiv_m9223372036854775808_1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_m9223372036854775808_1: 0
pyk.func @mod_m9223372036854775808_1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_9223372036854775807_m1: -9223372036854775807
pyk.func @floordiv_9223372036854775807_m1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_9223372036854775807_m1: 0
pyk.func @mod_9223372036854775807_m1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_over: raised OverflowError: a Python int leaves 64 bits: -9223372036854775808 // -1
pyk.func @floordiv_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_lowest: 0
pyk.func @mod_lowest() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: floordiv_zero: raised ZeroDivisionError: integer division or modulo by zero
pyk.func @floordiv_zero() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.floordiv %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: mod_zero: raised ZeroDivisionError: integer modulo by zero
pyk.func @mod_zero() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.mod %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_3_4: 81
pyk.func @pow_3_4() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 3 : i64 -> !pyk.int
  %b = pyk.constant 4 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_0_0: 1
pyk.func @pow_0_0() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_2_62: 4611686018427387904
pyk.func @pow_2_62() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 2 : i64 -> !pyk.int
  %b = pyk.constant 62 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_m2_63: -9223372036854775808
pyk.func @pow_m2_63() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -2 : i64 -> !pyk.int
  %b = pyk.constant 63 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_m1_1000000000: 1
pyk.func @pow_m1_1000000000() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -1 : i64 -> !pyk.int
  %b = pyk.constant 1000000000 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_0_1000000000: 0
pyk.func @pow_0_1000000000() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant 1000000000 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_10_18: 1000000000000000000
pyk.func @pow_10_18() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 10 : i64 -> !pyk.int
  %b = pyk.constant 18 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_over: raised OverflowError: 'p' leaves 64 bits: 2 ** 63
pyk.func @pow_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 2 : i64 -> !pyk.int
  %b = pyk.constant 63 : i64 -> !pyk.int
  %r = pyk.pow %a, %b {target = "p"} : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_over_square: raised OverflowError: a Python int leaves 64 bits: 4294967296 ** 2
pyk.func @pow_over_square() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 4294967296 : i64 -> !pyk.int
  %b = pyk.constant 2 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: pow_negative: raised ValueError: 2 ** -1 of Python ints is a float: write float(x) ** y, or keep the exponent from going negative
pyk.func @pow_negative() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 2 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.pow %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_1_62: 4611686018427387904
pyk.func @shl_1_62() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant 62 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_m1_63: -9223372036854775808
pyk.func @shl_m1_63() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -1 : i64 -> !pyk.int
  %b = pyk.constant 63 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_0_100: 0
pyk.func @shl_0_100() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant 100 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_5_0: 5
pyk.func @shl_5_0() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 5 : i64 -> !pyk.int
  %b = pyk.constant 0 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_m3_4: -48
pyk.func @shl_m3_4() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -3 : i64 -> !pyk.int
  %b = pyk.constant 4 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_over: raised OverflowError: a Python int leaves 64 bits: 1 << 63
pyk.func @shl_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant 63 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_far: raised OverflowError: a Python int leaves 64 bits: 1 << 1099511627776
pyk.func @shl_far() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant 1099511627776 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shl_negative: raised ValueError: negative shift count
pyk.func @shl_negative() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.shl %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_m5_1: -3
pyk.func @shr_m5_1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -5 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_5_1: 2
pyk.func @shr_5_1() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 5 : i64 -> !pyk.int
  %b = pyk.constant 1 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_m5_64: -1
pyk.func @shr_m5_64() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -5 : i64 -> !pyk.int
  %b = pyk.constant 64 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_5_200: 0
pyk.func @shr_5_200() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 5 : i64 -> !pyk.int
  %b = pyk.constant 200 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_m9223372036854775808_63: -1
pyk.func @shr_m9223372036854775808_63() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %b = pyk.constant 63 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: shr_negative: raised ValueError: negative shift count
pyk.func @shr_negative() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 1 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %r = pyk.shr %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: and: 250
pyk.func @and() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -6 : i64 -> !pyk.int
  %b = pyk.constant 255 : i64 -> !pyk.int
  %r = pyk.and %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: or: -1
pyk.func @or() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -6 : i64 -> !pyk.int
  %b = pyk.constant 255 : i64 -> !pyk.int
  %r = pyk.or %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: xor: -251
pyk.func @xor() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -6 : i64 -> !pyk.int
  %b = pyk.constant 255 : i64 -> !pyk.int
  %r = pyk.xor %a, %b : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: neg: -9223372036854775807
pyk.func @neg() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %r = pyk.neg %a : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: neg_over: raised OverflowError: 'k' leaves 64 bits: -(-9223372036854775808)
pyk.func @neg_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %r = pyk.neg %a {target = "k"} : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: abs: 5
pyk.func @abs() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -5 : i64 -> !pyk.int
  %r = pyk.abs %a : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: abs_over: raised OverflowError: a Python int leaves 64 bits: abs(-9223372036854775808)
pyk.func @abs_over() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %r = pyk.abs %a : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: invert: -6
pyk.func @invert() -> !pyk.int attributes {arg_names = []} {
  %a = pyk.constant 5 : i64 -> !pyk.int
  %r = pyk.invert %a : !pyk.int
  pyk.return %r : !pyk.int
}

// CHECK: fadd_inf: inf
pyk.func @fadd_inf() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+308 : f64 -> !pyk.float
  %b = pyk.constant 1.0e+308 : f64 -> !pyk.float
  %r = pyk.add %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmul_inf: inf
pyk.func @fmul_inf() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+200 : f64 -> !pyk.float
  %b = pyk.constant 1.0e+200 : f64 -> !pyk.float
  %r = pyk.mul %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fsub: 0.19999999999999998
pyk.func @fsub() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.3 : f64 -> !pyk.float
  %b = pyk.constant 0.1 : f64 -> !pyk.float
  %r = pyk.sub %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fdiv: 0.3333333333333333
pyk.func @fdiv() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0 : f64 -> !pyk.float
  %b = pyk.constant 3.0 : f64 -> !pyk.float
  %r = pyk.div %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fdiv_zero: raised ZeroDivisionError: division by zero
pyk.func @fdiv_zero() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.div %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fdiv_minus_zero: raised ZeroDivisionError: division by zero
pyk.func @fdiv_minus_zero() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.0 : f64 -> !pyk.float
  %b = pyk.constant -0.0 : f64 -> !pyk.float
  %r = pyk.div %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_0: -4.0
pyk.func @ffloordiv_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 7.5 : f64 -> !pyk.float
  %b = pyk.constant -2.0 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_0: -0.5
pyk.func @fmod_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 7.5 : f64 -> !pyk.float
  %b = pyk.constant -2.0 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_1: -4.0
pyk.func @ffloordiv_1() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -7.5 : f64 -> !pyk.float
  %b = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_1: 0.5
pyk.func @fmod_1() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -7.5 : f64 -> !pyk.float
  %b = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_2: -0.0
pyk.func @ffloordiv_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.0 : f64 -> !pyk.float
  %b = pyk.constant -3.0 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_2: -0.0
pyk.func @fmod_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.0 : f64 -> !pyk.float
  %b = pyk.constant -3.0 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_3: -1.0
pyk.func @ffloordiv_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_3: inf
pyk.func @fmod_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_4: inf
pyk.func @ffloordiv_4() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+300 : f64 -> !pyk.float
  %b = pyk.constant 1.0e-300 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_4: 4.891554850853602e-301
pyk.func @fmod_4() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+300 : f64 -> !pyk.float
  %b = pyk.constant 1.0e-300 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_5: -0.0
pyk.func @ffloordiv_5() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -0.0 : f64 -> !pyk.float
  %b = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_5: 0.0
pyk.func @fmod_5() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -0.0 : f64 -> !pyk.float
  %b = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: ffloordiv_zero: raised ZeroDivisionError: float floor division by zero
pyk.func @ffloordiv_zero() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.floordiv %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fmod_zero: raised ZeroDivisionError: float modulo
pyk.func @fmod_zero() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.mod %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow: 1.4142135623730951
pyk.func @fpow() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %b = pyk.constant 0.5 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_zero: raised ZeroDivisionError: 0.0 cannot be raised to a negative power
pyk.func @fpow_zero() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_zero_inf: inf
pyk.func @fpow_zero_inf() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.0 : f64 -> !pyk.float
  %b = pyk.constant 0xFFF0000000000000 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_complex: raised ValueError: a negative number to a fractional power is a complex number
pyk.func @fpow_complex() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -8.0 : f64 -> !pyk.float
  %b = pyk.constant 0.5 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_over: raised OverflowError: (34, 'Numerical result out of range')
pyk.func @fpow_over() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 10.0 : f64 -> !pyk.float
  %b = pyk.constant 400.0 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_under: 0.0
pyk.func @fpow_under() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 10.0 : f64 -> !pyk.float
  %b = pyk.constant -400.0 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: fpow_nan: 1.0
pyk.func @fpow_nan() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.pow %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}
