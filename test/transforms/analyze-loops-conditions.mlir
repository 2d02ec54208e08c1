// RUN: gpujit-opt %s -pyk-analyze-loops | FileCheck %s
// RUN: gpujit-opt %s -pyk-analyze-loops -remark-format=emitRemark -remarks-filter=gpujit 2>&1 | FileCheck %s --check-prefix=REMARK

!A = !pyk.array<1 x f32, c>

// For a negative k the first subscripts count from the end, and meet the last ones.
// REMARK: [Missed] sequential {{.*}}Unless="k >= 0"
// CHECK-LABEL: pyk.func @from_an_argument
// CHECK: [[SUM:%.*]] = pyk.add {{.*}}, %arg1 exact : !pyk.int
// CHECK: [[HOLDS:%.*]] = pyk.cmp ge, [[SUM]],
// CHECK: [[SMALL:%.*]] = pyk.cmp le, %arg1,
// CHECK: [[BOTH:%.*]] = pyk.and [[HOLDS]], [[SMALL]]
// CHECK: [[TEST:%.*]] = pyk.and [[BOTH]],
// CHECK: pyk.if [[TEST]] {
// CHECK-NEXT: pyk.for "i" {{.*}} attributes {gpujit.conditions = {{.*}}, gpujit.otherwise = "two iterations of 'i' may write one element by a[i]{{.*}}", reason = "{{.*}}, if k >= 0", verdict = #pyk<verdict parallel>}
// CHECK: } else {
// CHECK-NEXT: pyk.for "i" {{.*}} attributes {reason = "two iterations of 'i' may write one element by a[i]{{.*}}", verdict = #pyk<verdict sequential>}
pyk.func @from_an_argument(%a: !A, %k: !pyk.int, %f: f32) attributes {arg_names = ["a", "k", "f"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %a[0] : !A
  pyk.for "i" %k to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.store %f, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// A condition that only says that the loop has few iterations is none.
// CHECK-LABEL: pyk.func @recurrence
// CHECK-NOT: pyk.if
// CHECK: verdict = #pyk<verdict sequential>
pyk.func @recurrence(%a: !A, %n: !pyk.int) attributes {arg_names = ["a", "n"]} {
  %1 = pyk.constant 1 : i64 -> !pyk.int
  pyk.for "i" %1 to %n step %1 {
  ^bb0(%i: !pyk.int):
    %k = pyk.sub %i, %1 : !pyk.int
    %v = pyk.load "a" %a[%k] : !A -> f32
    pyk.store %v, "a" %a[%i] : f32, !A
    pyk.yield
  }
  pyk.return
}

// With the numbers of a call: two iterations and the element.
// CHECK-LABEL: pyk.func @of_a_call
// CHECK: reason = "iteration i reads a[i] (line {{[0-9]+}}), overwritten by a later one as a[9 - i] (line {{[0-9]+}}): i = 0 and i = 9 meet in a[0]"
pyk.func @of_a_call(%a: !A) attributes {arg_names = ["a"], gpujit.values = [array<i64: 10>]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  %5 = pyk.constant 5 : i64 -> !pyk.int
  %9 = pyk.constant 9 : i64 -> !pyk.int
  %10 = pyk.constant 10 : i64 -> !pyk.int
  pyk.for "i" %0 to %10 step %1 {
  ^bb0(%i: !pyk.int):
    %first = pyk.cmp lt, %i, %5 : !pyk.int
    pyk.if %first {
      %v = pyk.load "a" %a[%i] : !A -> f32
      pyk.yield
    }
    %last = pyk.cmp ge, %i, %5 : !pyk.int
    pyk.if %last {
      %k = pyk.sub %9, %i : !pyk.int
      %w = pyk.load "a" %a[%i] : !A -> f32
      pyk.store %w, "a" %a[%k] : f32, !A
      pyk.yield
    }
    pyk.yield
  }
  pyk.return
}
