// RUN: gpujit-interpret %s | FileCheck %s

// Elements of every type, copied backwards by negative subscripts.
// CHECK-LABEL: copy_i1: done
// CHECK: out = [True, False, True]
pyk.func @copy_i1(%x: !pyk.array<1 x i1, c>, %out: !pyk.array<1 x i1, c>) attributes {arg_names = ["x", "out"],
    gpujit.args = [dense<[true, false, true]> : tensor<3xi1>, dense<false> : tensor<3xi1>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x i1, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %j = pyk.invert %i : !pyk.int
    %e = pyk.load "x" %x[%j] : !pyk.array<1 x i1, c> -> i1
    pyk.store %e, "out" %out[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: copy_ui8: done
// CHECK: out = [9, 128, 255]
pyk.func @copy_ui8(%x: !pyk.array<1 x ui8, c>, %out: !pyk.array<1 x si16, c>) attributes {arg_names = ["x", "out"],
    gpujit.args = [dense<[255, 128, 9]> : tensor<3xui8>, dense<0> : tensor<3xsi16>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x ui8, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %j = pyk.invert %i : !pyk.int
    %e = pyk.load "x" %x[%j] : !pyk.array<1 x ui8, c> -> ui8
    %f = pyk.cast %e : ui8 -> si16
    pyk.store %f, "out" %out[%i] : si16, !pyk.array<1 x si16, c>
    pyk.yield
  }
  pyk.return
}

// Views: every second element, from the end; a transposed matrix. What is between stays.
// CHECK-LABEL: views: done
// CHECK: x = [5, 3, 1]
// CHECK: out = {{\[\[}}5, 30], [4, 40], [3, 50]]
pyk.func @views(%x: !pyk.array<1 x si32, strided>, %out: !pyk.array<2 x si32, strided>) attributes {arg_names = ["x", "out"],
    gpujit.args = [{data = dense<[1, 2, 3, 4, 5]> : tensor<5xsi32>, offset = 4, shape = [3], strides = [-2]},
                   {data = dense<[[0, 0, 0], [30, 40, 50]]> : tensor<2x3xsi32>, shape = [3, 2], strides = [1, 3]}]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x si32, strided>
  pyk.for "i" %0 to %2 step %1 {
  ^bb0(%i: !pyk.int):
    %j = pyk.mul %i, %2 : !pyk.int
    %e = pyk.load "x" %x[%i] : !pyk.array<1 x si32, strided> -> si32
    pyk.store %e, "out" %out[%j, %0] : si32, !pyk.array<2 x si32, strided>
    pyk.yield
  }
  %four = pyk.constant 4 : i64 -> si32
  pyk.store %four, "out" %out[%1, %0] : si32, !pyk.array<2 x si32, strided>
  pyk.return
}

// Ranks three and four.
// CHECK-LABEL: ranks: done
// CHECK: y = {{\[\[\[\[}}0, 0]], {{\[\[}}0, 0]], {{\[\[}}0, 6]]]]
pyk.func @ranks(%x: !pyk.array<3 x si32, c>, %y: !pyk.array<4 x si32, c>) attributes {arg_names = ["x", "y"],
    gpujit.args = [dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xsi32>, dense<0> : tensor<1x3x1x2xsi32>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%1, %0, %1] : !pyk.array<3 x si32, c> -> si32
  pyk.store %e, "y" %y[%0, %2, %0, %1] : si32, !pyk.array<4 x si32, c>
  pyk.return
}

// CHECK: extents: 24
pyk.func @extents(%y: !pyk.array<4 x si8, c>) -> !pyk.int attributes {arg_names = ["y"],
    gpujit.args = [dense<0> : tensor<2x3x1x4xsi8>]} {
  %a = pyk.extent %y[0] : !pyk.array<4 x si8, c>
  %b = pyk.extent %y[1] : !pyk.array<4 x si8, c>
  %c = pyk.extent %y[2] : !pyk.array<4 x si8, c>
  %d = pyk.extent %y[3] : !pyk.array<4 x si8, c>
  %e = pyk.mul %a, %b : !pyk.int
  %f = pyk.mul %c, %d : !pyk.int
  %g = pyk.mul %e, %f : !pyk.int
  pyk.return %g : !pyk.int
}

// Subscripts outside raise, with the index as written; what was stored before stays.
// CHECK-LABEL: past_the_end: raised IndexError: index 2 is out of bounds for axis 0 with size 2 in 'out'
// CHECK: out = [1, 1]
pyk.func @past_the_end(%out: !pyk.array<1 x si8, c>) attributes {arg_names = ["out"], gpujit.args = [dense<0> : tensor<2xsi8>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %9 = pyk.constant 9 : i64 -> !pyk.int
  %e = pyk.constant 1 : i64 -> si8
  pyk.for "i" %0 to %9 step %1 {
  ^bb0(%i: !pyk.int):
    pyk.store %e, "out" %out[%i] : si8, !pyk.array<1 x si8, c>
    pyk.yield
  }
  pyk.return
}

// CHECK: before_the_start: raised IndexError: index -3 is out of bounds for axis 0 with size 2 in 'x'
pyk.func @before_the_start(%x: !pyk.array<1 x si8, c>) -> si8 attributes {arg_names = ["x"], gpujit.args = [dense<0> : tensor<2xsi8>]} {
  %i = pyk.constant -3 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%i] : !pyk.array<1 x si8, c> -> si8
  pyk.return %e : si8
}

// CHECK: second_axis: raised IndexError: index 7 is out of bounds for axis 1 with size 3 in 'x'
pyk.func @second_axis(%x: !pyk.array<2 x si8, c>) -> si8 attributes {arg_names = ["x"], gpujit.args = [dense<0> : tensor<2x3xsi8>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %7 = pyk.constant 7 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%0, %7] : !pyk.array<2 x si8, c> -> si8
  pyk.return %e : si8
}

// The first subscript outside is the one reported.
// CHECK: lowest: raised IndexError: index -9223372036854775808 is out of bounds for axis 0 with size 2 in 'x'
pyk.func @lowest(%x: !pyk.array<2 x si8, c>) -> si8 attributes {arg_names = ["x"], gpujit.args = [dense<0> : tensor<2x3xsi8>]} {
  %lo = pyk.constant -9223372036854775808 : i64 -> !pyk.int
  %hi = pyk.constant 9223372036854775807 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%lo, %hi] : !pyk.array<2 x si8, c> -> si8
  pyk.return %e : si8
}

// CHECK: empty: raised IndexError: index 0 is out of bounds for axis 0 with size 0 in 'x'
pyk.func @empty(%x: !pyk.array<1 x f32, c>) -> f32 attributes {arg_names = ["x"], gpujit.args = [dense<> : tensor<0xf32>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%0] : !pyk.array<1 x f32, c> -> f32
  pyk.return %e : f32
}

// Bounds are checked also where they were proven: a wrong proof is found here.
// CHECK: proven: raised IndexError: index 5 is out of bounds
pyk.func @proven(%x: !pyk.array<1 x f32, c>) -> f32 attributes {arg_names = ["x"], gpujit.args = [dense<0.0> : tensor<2xf32>]} {
  %5 = pyk.constant 5 : i64 -> !pyk.int
  %e = pyk.load "x" %x[%5] inbounds : !pyk.array<1 x f32, c> -> f32
  pyk.return %e : f32
}

// A local array is new, and filled, in each execution.
// CHECK-LABEL: local: done
// CHECK: out = {{\[\[}}1, 0], [0, 1], [1, 0]]
pyk.func @local(%out: !pyk.array<2 x si64, c>) attributes {arg_names = ["out"], gpujit.args = [dense<9> : tensor<3x2xsi64>]} {
  %v = pyk.var "n" : !pyk.ref<!pyk.array<1 x si64, c>>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %2 = pyk.constant 2 : i64 -> !pyk.int
  %3 = pyk.constant 3 : i64 -> !pyk.int
  %zero = pyk.constant 0 : i64 -> si64
  %one = pyk.constant 1 : i64 -> si64
  pyk.for "i" %0 to %3 step %1 {
  ^bb0(%i: !pyk.int):
    %new = pyk.alloc "n" [2] fill(%zero : si64) : !pyk.array<1 x si64, c>
    pyk.set %v, %new : !pyk.ref<!pyk.array<1 x si64, c>>
    %k = pyk.mod %i, %2 : !pyk.int
    %n = pyk.get %v : !pyk.ref<!pyk.array<1 x si64, c>>
    pyk.store %one, "n" %n[%k] : si64, !pyk.array<1 x si64, c>
    %a = pyk.load "n" %n[%0] : !pyk.array<1 x si64, c> -> si64
    pyk.store %a, "out" %out[%i, %0] : si64, !pyk.array<2 x si64, c>
    %b = pyk.load "n" %n[%1] : !pyk.array<1 x si64, c> -> si64
    pyk.store %b, "out" %out[%i, %1] : si64, !pyk.array<2 x si64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK: filled: 7.5
pyk.func @filled() -> f32 attributes {arg_names = []} {
  %0 = pyk.constant 2.5 : f64 -> f32
  %a = pyk.constant 0 : i64 -> !pyk.int
  %b = pyk.constant -1 : i64 -> !pyk.int
  %n = pyk.alloc "n" [2, 3] fill(%0 : f32) : !pyk.array<2 x f32, c>
  %x = pyk.load "n" %n[%a, %a] : !pyk.array<2 x f32, c> -> f32
  %y = pyk.load "n" %n[%b, %b] : !pyk.array<2 x f32, c> -> f32
  %z = pyk.load "n" %n[%a, %b] : !pyk.array<2 x f32, c> -> f32
  %s = pyk.add %x, %y : f32
  %t = pyk.add %s, %z : f32
  pyk.return %t : f32
}

// Local arrays that nothing holds are freed on the way: 16 GB pass through here. The
// one made before the loop stays, and so does the last of the loop.
// CHECK: many: 20000.0
pyk.func @many() -> f64 attributes {arg_names = []} {
  %v = pyk.var "n" : !pyk.ref<!pyk.array<1 x f64, c>>
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.constant 20000 : i64 -> !pyk.int
  %one = pyk.constant 1.0 : f64 -> f64
  %sum = pyk.alloc "sum" [1] : !pyk.array<1 x f64, c>
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %new = pyk.alloc "n" [100000] : !pyk.array<1 x f64, c>
    pyk.set %v, %new : !pyk.ref<!pyk.array<1 x f64, c>>
    %a = pyk.get %v : !pyk.ref<!pyk.array<1 x f64, c>>
    pyk.store %one, "n" %a[%i] : f64, !pyk.array<1 x f64, c>
    %b = pyk.load "n" %a[%i] : !pyk.array<1 x f64, c> -> f64
    %c = pyk.load "sum" %sum[%0] : !pyk.array<1 x f64, c> -> f64
    %d = pyk.add %b, %c : f64
    pyk.store %d, "sum" %sum[%0] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  %r = pyk.load "sum" %sum[%0] : !pyk.array<1 x f64, c> -> f64
  pyk.return %r : f64
}

// CHECK: too_large: raised MemoryError: no memory for the local array 'n'
pyk.func @too_large() -> f64 attributes {arg_names = []} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %n = pyk.alloc "n" [4294967296, 4294967296] : !pyk.array<2 x f64, c>
  %r = pyk.load "n" %n[%0, %0] : !pyk.array<2 x f64, c> -> f64
  pyk.return %r : f64
}

// Extents that are known at the call.
// CHECK-LABEL: computed_shape: done
// CHECK: out = [7, 7, 7, 3]
pyk.func @computed_shape(%n: !pyk.int, %out: !pyk.array<1 x si64, c>) attributes {arg_names = ["n", "out"],
    gpujit.args = [3, dense<0> : tensor<4xsi64>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %seven = pyk.constant 7 : i64 -> si64
  %a = pyk.alloc "a" [2, %n] fill(%seven : si64) : !pyk.array<2 x si64, c>
  %rows = pyk.extent %a[1] : !pyk.array<2 x si64, c>
  pyk.for "i" %0 to %rows step %1 {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "a" %a[%1, %i] : !pyk.array<2 x si64, c> -> si64
    pyk.store %v, "out" %out[%i] : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  %size = pyk.cast %rows : !pyk.int -> si64
  pyk.store %size, "out" %out[%rows] : si64, !pyk.array<1 x si64, c>
  pyk.return
}

// CHECK-LABEL: negative_extent: raised ValueError: negative dimensions are not allowed
pyk.func @negative_extent(%n: !pyk.int) attributes {arg_names = ["n"], gpujit.args = [-3]} {
  %a = pyk.alloc "a" [%n] : !pyk.array<1 x si64, c>
  pyk.return
}

// CHECK-LABEL: beyond_memory: raised MemoryError: no memory for the local array 'a'
pyk.func @beyond_memory(%n: !pyk.int) attributes {arg_names = ["n"], gpujit.args = [4611686018427387904]} {
  %a = pyk.alloc "a" [%n, 4] : !pyk.array<2 x si64, c>
  pyk.return
}
