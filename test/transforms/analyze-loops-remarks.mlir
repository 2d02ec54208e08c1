// RUN: gpujit-opt %s -pyk-analyze-loops -remark-format=emitRemark -remarks-filter=gpujit 2>&1 | FileCheck %s
// RUN: gpujit-opt %s -pyk-analyze-loops -remark-format=yaml -remarks-filter-missed=gpujit -remarks-output-file=%t.yaml
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// RUN: gpujit-opt %s -pyk-analyze-loops 2>&1 | FileCheck %s --check-prefix=QUIET

!A = !pyk.array<1 x f32, c>

// QUIET-NOT: remark
// YAML-NOT: Passed
// YAML: --- !Missed
// YAML-NEXT: Pass: gpujit
// YAML-NEXT: Name: sequential
// YAML: Function: two_loops
// YAML: Reason: {{.*}}iteration j reads a[j - 1] (line {{[0-9]+}}), written by an earlier one as a[j]
pyk.func @two_loops(%a: !A, %n: !pyk.int, %f: f32) attributes {arg_names = ["a", "n", "f"]} {
  %0 = pyk.constant 0 : i64 -> !pyk.int
  %1 = pyk.constant 1 : i64 -> !pyk.int
  // CHECK: analyze-loops-remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] parallel | Category:gpujit | Function=two_loops | Loop=i, Reason="no iteration touches an element that another one writes", Verdict=parallel
  pyk.for "i" %0 to %n step %1 {
  ^bb0(%i: !pyk.int):
    pyk.store %f, "a" %a[%i] : f32, !A
    pyk.yield
  }
  // CHECK: analyze-loops-remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] sequential
  pyk.for "j" %1 to %n step %1 {
  ^bb0(%j: !pyk.int):
    %k = pyk.sub %j, %1 : !pyk.int
    %v = pyk.load "a" %a[%k] : !A -> f32
    pyk.store %v, "a" %a[%j] : f32, !A
    pyk.yield
  }
  pyk.return
}
