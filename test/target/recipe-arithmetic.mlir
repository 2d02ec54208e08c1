// RUN: %python %S/Inputs/arithmetic_cases.py -o %t.mlir
// RUN: gpujit-translate %t.mlir -plan-to-recipe -o %t.cases.json
// RUN: %python %S/Inputs/run_recipe.py %t.cases.json | FileCheck %s --check-prefix=CASES
// RUN: gpujit-translate %s -plan-to-recipe -o %t.json
// RUN: %python %S/Inputs/run_recipe.py %t.json 253 -3 1 | FileCheck %s

// What arith computes, the recipe's instructions compute as well: each check
// compares a result with the value it must have. One of each file fails on purpose.

// CASES: failed: on purpose
// CASES-NOT: failed
// CASES: launches: 0

// CHECK-NOT: failed
// CHECK: failed: on purpose 253 -3
// CHECK-NOT: failed
// CHECK: launches: 0
plan.program @arithmetic(%byte: i8 {plan.name = "byte", plan.dtype = "uint8"}, %number: i64 {plan.name = "number", plan.dtype = "pyint"},
                         %flag: i1 {plan.name = "flag", plan.dtype = "pybool"})
    attributes {frame_bytes = 40 : i64, mappings = [], sites = []} {
  %minus3 = arith.constant -3 : i64
  %true = arith.constant true
  %wide = arith.extui %byte : i8 to i64
  %signed = arith.extsi %byte : i8 to i64
  %isSigned = arith.cmpi eq, %signed, %number : i64
  plan.check %isSigned, "AssertionError", "an argument of 8 bits"
  plan.check %flag, "AssertionError", "a flag"
  %isWide = arith.cmpi eq, %wide, %number : i64
  plan.check %isWide, "AssertionError", "on purpose {0} {1}" (%wide, %number)

  // Whether a product fits 64 bits.
  %big = arith.constant 4294967296 : i64
  %bits = arith.constant 63 : i64
  %low, %high = arith.mulsi_extended %big, %big : i64
  %sign = arith.shrsi %low, %bits : i64
  %leaves = arith.cmpi ne, %high, %sign : i64
  plan.check %leaves, "AssertionError", "mulsi_extended beyond 64 bits"
  %low2, %high2 = arith.mulsi_extended %big, %minus3 : i64
  %sign2 = arith.shrsi %low2, %bits : i64
  %fits = arith.cmpi eq, %high2, %sign2 : i64
  plan.check %fits, "AssertionError", "mulsi_extended within 64 bits"

  // A loop that swaps two values, and a branch with two results.
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : i64
  %a, %b = scf.for %i = %zero to %seven step %one iter_args(%x = %zero, %y = %one) -> (i64, i64) : i64 {
    %sum = arith.addi %x, %y : i64
    scf.yield %y, %sum : i64, i64
  }
  %thirteen = arith.constant 13 : i64
  %isFibonacci = arith.cmpi eq, %a, %thirteen : i64
  plan.check %isFibonacci, "AssertionError", "fibonacci"
  %p, %q = scf.if %isFibonacci -> (i64, i64) {
    scf.yield %b, %a : i64, i64
  } else {
    scf.yield %a, %b : i64, i64
  }
  %isSwapped = arith.cmpi eq, %q, %thirteen : i64
  plan.check %isSwapped, "AssertionError", "if"
  %choice = arith.select %isSwapped, %one, %seven : i64
  %isChosen = arith.cmpi eq, %choice, %one : i64
  plan.check %isChosen, "AssertionError", "select"
}
