// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -canonicalize -cse | FileCheck %s

// Trip counts, without a sign: for any step.

// CHECK-LABEL: func.func @counts(
// CHECK-SAME: %[[LO:[a-z0-9]+]]: i64{{.*}}, %[[HI:[a-z0-9]+]]: i64{{.*}}, %[[ST:[a-z0-9]+]]: i64
pyk.func @counts(%lo: !pyk.int, %hi: !pyk.int, %st: !pyk.int, %x: !pyk.array<1 x si64, c>)
    attributes {arg_names = ["lo", "hi", "st", "x"]} {
  %one = pyk.constant 1 : i64 -> si64
  %m3 = pyk.constant -3 : i64 -> !pyk.int
  // CHECK: %[[D:.*]] = arith.subi %[[LO]], %[[HI]]
  // CHECK-NEXT: %[[D1:.*]] = arith.subi %[[D]], %c1_i64
  // CHECK-NEXT: %[[Q:.*]] = arith.divui %[[D1]], %c3_i64
  // CHECK-NEXT: %[[N:.*]] = arith.addi %[[Q]], %c1_i64
  // CHECK-NEXT: %[[RUNS:.*]] = arith.cmpi slt, %[[HI]], %[[LO]]
  // CHECK-NEXT: %[[COUNT:.*]] = arith.select %[[RUNS]], %[[N]], %c0_i64
  // CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast %[[COUNT]]
  // CHECK-NEXT: scf.forall (%[[K:.*]]) in (%[[INDEX]]) {
  // CHECK-NEXT: %[[K64:.*]] = arith.index_cast %[[K]]
  // CHECK-NEXT: %[[OFF:.*]] = arith.muli %[[K64]], %c-3_i64
  // CHECK-NEXT: arith.addi %[[LO]], %[[OFF]]
  pyk.for "i" %lo to %hi step %m3 attributes {verdict = #pyk<verdict parallel>} {
  ^bb0(%i: !pyk.int):
    pyk.store %one, "x" %x[%i] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  // CHECK: plan.check %{{.*}}, "ValueError", "range() arg 3 must not be zero"
  // CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c1_i64
  pyk.for "i" %lo to %hi step %st {
  ^bb0(%i: !pyk.int):
    pyk.store %one, "x" %x[%i] inbounds : si64, !pyk.array<1 x si64, c>
    pyk.yield
  }
  // CHECK-NOT: gpujit.loop
  pyk.return
}

// -----

// A while without anything that raises asks its condition alone.

// CHECK-LABEL: func.func @quiet(
pyk.func @quiet(%c: i1, %x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["c", "x", "i"]} {
  %one = pyk.constant 1.0 : f64 -> f32
  // CHECK: scf.while
  // CHECK-NEXT: scf.condition(%{{.*}})
  // CHECK-NOT: plan.failed
  pyk.while {
    pyk.condition %c
  } do {
    pyk.store %one, "x" %x[%i] inbounds : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// -----

// One that may spin on a suppressed value ends with the first failure.

// CHECK-LABEL: func.func @may_fail(
pyk.func @may_fail(%x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  %one = pyk.constant 1.0 : f64 -> f32
  // CHECK: scf.while
  // CHECK: %[[GO:.*]] = arith.cmpf olt
  // CHECK-NEXT: %[[FAILED:.*]] = plan.failed
  // CHECK-NEXT: %[[FINE:.*]] = arith.xori %[[FAILED]], %true
  // CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[GO]], %[[FINE]]
  // CHECK-NEXT: scf.condition(%[[BOTH]])
  pyk.while {
    %v = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %c = pyk.cmp lt, %v, %one : f32
    pyk.condition %c
  } do {
    pyk.yield
  }
  pyk.return
}

// -----

// Nor is a loop run through to a bound that is wrong.

// CHECK-LABEL: func.func @wrong_bound(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i64
pyk.func @wrong_bound(%a: !pyk.int, %x: !pyk.array<1 x f32, c>) attributes {arg_names = ["a", "x"]} {
  %zero = pyk.constant 0 : i64 -> !pyk.int
  %one = pyk.constant 1 : i64 -> !pyk.int
  %v = pyk.constant 1.0 : f64 -> f32
  // CHECK: plan.check
  // CHECK: %[[N:.*]] = arith.muli %[[A]], %[[A]]
  // CHECK: %[[FAILED:.*]] = plan.failed
  // CHECK: %[[TO:.*]] = arith.select %[[FAILED]], %c0_i64, %[[N]]
  // CHECK: scf.for %{{.*}} = %c0_i64 to %[[TO]]
  %n = pyk.mul %a, %a : !pyk.int
  pyk.for "i" %zero to %n step %one {
  ^bb0(%i: !pyk.int):
    pyk.store %v, "x" %x[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// -----

// CHECK-LABEL: func.func @branch(
// CHECK-SAME: %[[C:[a-z0-9]+]]: i1
pyk.func @branch(%c: i1, %a: f32, %b: f32) -> f32 attributes {arg_names = ["c", "a", "b"]} {
  // CHECK: %[[R:.*]] = scf.if %[[C]] -> (f32) {
  // CHECK: math.exp
  // CHECK: } else {
  // CHECK: plan.check %false, "ValueError", "no"
  %r = pyk.if %c -> f32 {
    %e = pyk.math exp, %a : f32
    pyk.yield %e : f32
  } else {
    pyk.raise "ValueError" "no"
    pyk.yield %b : f32
  }
  // CHECK: return %[[R]]
  pyk.return %r : f32
}

// -----

// What became of a loop that can be left keeps its attributes.

// CHECK-LABEL: func.func @kept(
pyk.func @kept(%c: i1, %x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["c", "x", "i"]} {
  %one = pyk.constant 1.0 : f64 -> f32
  pyk.while attributes {gpujit.loop = 4 : i64} {
    pyk.condition %c
  } do {
    pyk.store %one, "x" %x[%i] inbounds : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  // CHECK: } attributes {gpujit.loop = 4 : i64}
  pyk.return
}

// -----

// A bool is a text: there are two calls. The texts' own % is no conversion.

// CHECK-LABEL: func.func @prints(
// CHECK-SAME: %[[C:.*]]: i1 {{.*}}, %[[N:.*]]: i64 {{.*}}, %[[X:.*]]: f32 {{.*}}, %[[U:.*]]: i8
pyk.func @prints(%c: i1, %n: !pyk.int, %x: f32, %u: ui8) attributes {arg_names = ["c", "n", "x", "u"]} {
  // CHECK: scf.if %[[C]] {
  // CHECK: %[[D:.*]] = arith.extf %[[X]] : f32 to f64
  // CHECK: %[[W:.*]] = arith.extui %[[U]] : i8 to i64
  // CHECK: gpu.printf "True at 100%%: %lld %.9g %llu\0A", %[[N]], %[[D]], %[[W]]
  // CHECK: } else {
  // CHECK: gpu.printf "False at 100%%: %lld %.9g %llu\0A"
  pyk.print ["", " at 100%: ", " ", " ", "\0A"](%c, %n, %x, %u) : i1, !pyk.int, f32, ui8
  pyk.return
}
