// RUN: gpujit-opt %s -pyk-version-checks -canonicalize -cse | FileCheck %s

!A = !pyk.array<1 x f32, c>

// CHECK-LABEL: pyk.func @saxpy
// CHECK-SAME: (%[[X:.*]]: !pyk.array<1 x f32, c>, %[[N:.*]]: !pyk.int)
// CHECK-DAG: %[[ONE:.*]] = pyk.constant 1
// CHECK-DAG: %[[LIMIT:.*]] = pyk.constant 2147483648
// CHECK-DAG: %[[LAST:.*]] = pyk.sub %[[N]], %[[ONE]] exact
// CHECK-DAG: %[[E:.*]] = pyk.extent %[[X]][0]
// CHECK-DAG: pyk.cmp lt, %[[LAST]], %[[E]]
// CHECK-DAG: pyk.cmp le, %[[N]], %[[LIMIT]]
// CHECK: pyk.if
// CHECK-NEXT: pyk.for "i"{{.*}}index = 0
// CHECK: pyk.load "x" %{{.*}} inbounds
// CHECK: pyk.mul %{{.*}} exact : !pyk.int
// CHECK: } else {
// CHECK-NEXT: pyk.for "i"{{.*}}index = 0
// CHECK: pyk.load "x" %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] :
// CHECK: pyk.mul %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !pyk.int
pyk.func @saxpy(%x: !A, %n: !pyk.int) attributes {arg_names = ["x", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "x" %x[%i] : !A -> f32
    %p = pyk.mul %i, %n : !pyk.int
    %q = pyk.cast %p : !pyk.int -> f32
    %r = pyk.add %v, %q : f32
    pyk.store %r, "x" %x[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// Nothing is gained by a second copy: gathers, and what is proven already.
// CHECK-LABEL: pyk.func @gather
// CHECK-NOT: pyk.if
pyk.func @gather(%x: !A, %k: !pyk.array<1 x si32, c>, %n: !pyk.int) attributes {arg_names = ["x", "k", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %v = pyk.load "k" %k[%i] inbounds : !pyk.array<1 x si32, c> -> si32
    %s = pyk.cast %v : si32 -> !pyk.int
    %w = pyk.load "x" %x[%s] : !A -> f32
    pyk.store %w, "x" %x[%i] inbounds : f32, !A
    pyk.yield
  }
  pyk.return
}

// In an ordered loop around a parallel one it is the inner that has two versions.
// CHECK-LABEL: pyk.func @steps
// CHECK: pyk.for "t"
// CHECK: pyk.if
// CHECK-NEXT: pyk.for "i"
// CHECK: } else {
// CHECK-NEXT: pyk.for "i"
pyk.func @steps(%x: !A, %f: f32, %n: !pyk.int) attributes {arg_names = ["x", "f", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "t" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict sequential>} {
  ^bb0(%t: !pyk.int):
    pyk.for "i" %0 to %t step %1 attributes {index = 1 : i64, verdict = #pyk<verdict parallel>} {
    ^bb0(%i: !pyk.int):
      pyk.store %f, "x" %x[%i] : f32, !A
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}

// A subscript that starts at -1 wraps: its access keeps its check, the other doesn't.
// CHECK-LABEL: pyk.func @wraps_around
// CHECK: pyk.if
// CHECK: pyk.load "x" %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] :
// CHECK: pyk.store %{{.*}} inbounds
pyk.func @wraps_around(%x: !A, %y: !A, %n: !pyk.int) attributes {arg_names = ["x", "y", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "x" %x[%k] : !A -> f32
    pyk.store %v, "y" %y[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// A remainder lies below its divisor, which must be positive.
// CHECK-LABEL: pyk.func @ring
// CHECK-SAME: %[[N:[a-z0-9]+]]: !pyk.int)
// CHECK: pyk.cmp gt, %[[N]], %{{.*}}
// CHECK: pyk.if
// CHECK: pyk.store %{{.*}} inbounds
pyk.func @ring(%y: !A, %f: f32, %n: !pyk.int) attributes {arg_names = ["y", "f", "n"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %k = pyk.mod %i, %n : !pyk.int
    pyk.store %f, "y" %y[%k] : f32, !A
    pyk.yield
  }
  pyk.return
}

// A NumPy integer is converted in front of the nest too, and checked to be small.
// CHECK-LABEL: pyk.func @numpy_argument
// CHECK-SAME: %[[K:[a-z0-9]+]]: si64
// CHECK: %[[C:.*]] = pyk.cast %[[K]] : si64 -> !pyk.int
// CHECK: pyk.cmp le, %[[C]]
// CHECK: pyk.if
// CHECK: pyk.store %{{.*}} inbounds
pyk.func @numpy_argument(%y: !A, %f: f32, %k: si64) attributes {arg_names = ["y", "f", "k"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %y[0] : !A
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %c = pyk.cast %k : si64 -> !pyk.int
    %s = pyk.add %i, %c : !pyk.int
    pyk.store %f, "y" %y[%s] : f32, !A
    pyk.yield
  }
  pyk.return
}

// The same where only the arithmetic gains.
// CHECK-LABEL: pyk.func @numpy_argument_in_a_sum
// CHECK-SAME: %[[K:[a-z0-9]+]]: si64
// CHECK: %[[C:.*]] = pyk.cast %[[K]] : si64 -> !pyk.int
// CHECK: pyk.cmp le, %[[C]]
// CHECK: pyk.if
// CHECK: pyk.add %{{.*}} exact : !pyk.int
pyk.func @numpy_argument_in_a_sum(%y: !pyk.array<1 x si64, c>, %k: si64) attributes {arg_names = ["y", "k"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %y[0] : !pyk.array<1 x si64, c>
  pyk.for "i" %0 to %n step %1 attributes {index = 0 : i64, verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    %c = pyk.cast %k : si64 -> !pyk.int
    %s = pyk.add %i, %c : !pyk.int
    %v = pyk.cast %s exact : !pyk.int -> si64
    pyk.store %v, "y" %y[%i] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  pyk.return
}
