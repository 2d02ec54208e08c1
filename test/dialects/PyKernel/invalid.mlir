// RUN: gpujit-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// expected-error @+1 {{array rank must be 1 to 4, got 5}}
pyk.func @rank(%x: !pyk.array<5 x f32, c>) attributes {arg_names = ["x"]} {
  pyk.return
}

// -----

// expected-error @+1 {{array rank must be 1 to 4, got 0}}
pyk.func @no_rank(%x: !pyk.array<0 x f32, c>) attributes {arg_names = ["x"]} {
  pyk.return
}

// -----

// expected-error @+1 {{array element must be a strong scalar, got '!pyk.int'}}
pyk.func @weak_element(%x: !pyk.array<1 x !pyk.int, c>) attributes {arg_names = ["x"]} {
  pyk.return
}

// -----

// expected-error @+1 {{array element must be a strong scalar, got 'i32'}}
pyk.func @signless_element(%x: !pyk.array<1 x i32, c>) attributes {arg_names = ["x"]} {
  pyk.return
}

// -----

// expected-error @+1 {{expected layout 'c' or 'strided', got 'f'}}
pyk.func @layout(%x: !pyk.array<1 x f32, f>) attributes {arg_names = ["x"]} {
  pyk.return
}

// -----

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'pyk.func' op has 1 arguments and 2 names}}
pyk.func @names(%a: f32) attributes {arg_names = ["a", "b"]} {
  pyk.return
}

// -----

// expected-error @+1 {{'pyk.func' op may return at most one value}}
pyk.func @two_results(%a: f32) -> (f32, f32) attributes {arg_names = ["a"]} {
  pyk.return %a, %a : f32, f32
}

// -----

// expected-error @+1 {{'pyk.func' op argument must be a scalar or an array, got 'index'}}
pyk.func @argument(%a: index) attributes {arg_names = ["a"]} {
  pyk.return
}

// -----

pyk.func @wrong_return(%a: f32) -> f64 attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.return' op returns ('f32'), but what it leaves gives ('f64')}}
  pyk.return %a : f32
}

// -----

// A return inside a callee is the callee's.
pyk.func @return_of_callee(%a: f32) -> f32 attributes {arg_names = ["a"]} {
  pyk.inlined "f" {
    // expected-error @+1 {{'pyk.return' op returns ('f32'), but what it leaves gives ()}}
    pyk.return %a : f32
  }
  pyk.return %a : f32
}

// -----

// expected-error @+1 {{'pyk.return' op must be inside 'pyk.func' or 'pyk.inlined'}}
pyk.return

// -----

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

// expected-note @+1 {{prior use here}}
pyk.func @set_type(%a: f32) attributes {arg_names = ["a"]} {
  %v = pyk.var "v" : !pyk.ref<f64>
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'f64' vs 'f32'}}
  pyk.set %v, %a : !pyk.ref<f64>
  pyk.return
}

// -----

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

pyk.func @axis(%x: !pyk.array<2 x f32, c>) attributes {arg_names = ["x"]} {
  // expected-error @+1 {{'pyk.extent' op axis 2 of an array of rank 2}}
  %n = pyk.extent %x[2] : !pyk.array<2 x f32, c>
  pyk.return
}

// -----

pyk.func @subscripts(%x: !pyk.array<2 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // expected-error @+1 {{'pyk.load' op has 1 subscripts for an array of rank 2}}
  %e = pyk.load "x" %x[%i] : !pyk.array<2 x f32, c> -> f32
  pyk.return
}

// -----

pyk.func @load_type(%x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // expected-error @+1 {{'pyk.load' op value must be 'f32', got 'f64'}}
  %e = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f64
  pyk.return
}

// -----

pyk.func @store_type(%x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // expected-error @+1 {{'pyk.store' op value must be 'f32', got '!pyk.int'}}
  pyk.store %i, "x" %x[%i] : !pyk.int, !pyk.array<1 x f32, c>
  pyk.return
}

// -----

pyk.func @store_rank(%x: !pyk.array<1 x f32, c>, %a: f32, %i: !pyk.int) attributes {arg_names = ["x", "a", "i"]} {
  // expected-error @+1 {{'pyk.store' op has 2 subscripts for an array of rank 1}}
  pyk.store %a, "x" %x[%i, %i] : f32, !pyk.array<1 x f32, c>
  pyk.return
}

// -----

pyk.func @read_only(%x: !pyk.array<1 x f32, c, readonly>, %a: f32, %i: !pyk.int) attributes {arg_names = ["x", "a", "i"]} {
  // expected-error @+1 {{'pyk.store' op stores to a read-only array}}
  pyk.store %a, "x" %x[%i] : f32, !pyk.array<1 x f32, c, readonly>
  pyk.return
}

// -----

pyk.func @alloc_rank() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.alloc' op has 1 extents for an array of rank 2}}
  %n = pyk.alloc "n" [4] : !pyk.array<2 x f32, c>
  pyk.return
}

// -----

pyk.func @alloc_extent() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.alloc' op extents must not be negative}}
  %n = pyk.alloc "n" [-1] : !pyk.array<1 x f32, c>
  pyk.return
}

// -----

pyk.func @alloc_computed() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.alloc' op has 0 computed extents, its shape 1}}
  %n = "pyk.alloc"() {name = "n", shape = array<i64: -9223372036854775808>, operandSegmentSizes = array<i32: 0, 0>} : () -> !pyk.array<1 x f32, c>
  pyk.return
}

// -----

pyk.func @alloc_fill(%a: f64) attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.alloc' op fill must be 'f32', got 'f64'}}
  %n = pyk.alloc "n" [2] fill(%a : f64) : !pyk.array<1 x f32, c>
  pyk.return
}

// -----

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

pyk.func @constant_float() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.constant' op of type 'f32' needs an f64 value}}
  %c = pyk.constant 1.0 : f32 -> f32
  pyk.return
}

// -----

pyk.func @constant_integer() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.constant' op of type 'ui8' needs an i64 value}}
  %c = pyk.constant 1 : i8 -> ui8
  pyk.return
}

// -----

pyk.func @constant_text() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.constant' op of type '!pyk.int' needs an i64 value}}
  %c = pyk.constant "one" -> !pyk.int
  pyk.return
}

// -----

pyk.func @division_of_integers(%a: si32) attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.div' op operand #0 must be a Python float or a strong float, but got 'si32'}}
  %c = pyk.div %a, %a : si32
  pyk.return
}

// -----

pyk.func @sum_of_bools(%a: i1) attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.add' op operand #0 must be a Python or strong integer or float, but got 'i1'}}
  %c = pyk.add %a, %a : i1
  pyk.return
}

// -----

pyk.func @shift_of_floats(%a: f32) attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.shl' op operand #0 must be a Python int or a strong integer, but got 'f32'}}
  %c = pyk.shl %a, %a : f32
  pyk.return
}

// -----

// expected-error @+1 {{'pyk.func' op argument must be a scalar or an array, got 'i32'}}
pyk.func @signless(%a: i32) attributes {arg_names = ["a"]} {
  pyk.return
}

// -----

pyk.func @mixed(%a: si32, %b: ui64) attributes {arg_names = ["a", "b"]} {
  // expected-error @+1 {{'pyk.cmp_mixed' op compares si64 or !pyk.int with ui64, got 'si32' and 'ui64'}}
  %c = pyk.cmp_mixed lt, %a, %b : si32, ui64
  pyk.return
}

// -----

pyk.func @mixed_right(%a: si64) attributes {arg_names = ["a"]} {
  // expected-error @+1 {{'pyk.cmp_mixed' op compares si64 or !pyk.int with ui64, got 'si64' and 'si64'}}
  %c = pyk.cmp_mixed lt, %a, %a : si64, si64
  pyk.return
}

// -----

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

pyk.func @no_iteration_value(%n: !pyk.int) attributes {arg_names = ["n"]} {
  // expected-error @+1 {{'pyk.for' op body must take one !pyk.int}}
  pyk.for "i" %n to %n step %n {
    pyk.yield
  }
  pyk.return
}

// -----

pyk.func @iteration_value(%n: !pyk.int) attributes {arg_names = ["n"]} {
  // expected-error @+1 {{'pyk.for' op body must take one !pyk.int}}
  pyk.for "i" %n to %n step %n {
  ^bb0(%i: si64):
    pyk.yield
  }
  pyk.return
}

// -----

pyk.func @no_condition() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.while' op condition region must end in 'pyk.condition'}}
  pyk.while {
    pyk.yield
  } do {
    pyk.yield
  }
  pyk.return
}

// -----

pyk.func @condition(%c: i1) attributes {arg_names = ["c"]} {
  // expected-error @+1 {{'pyk.condition' op expects parent op 'pyk.while'}}
  pyk.condition %c
}

// -----

pyk.func @then_yield(%c: i1, %a: f32) attributes {arg_names = ["c", "a"]} {
  // expected-error @+1 {{'pyk.if' op yields (), but gives ('f32')}}
  %r = pyk.if %c -> f32 {
    pyk.yield
  } else {
    pyk.yield %a : f32
  }
  pyk.return
}

// -----

pyk.func @else_yield(%c: i1, %a: f32) attributes {arg_names = ["c", "a"]} {
  // expected-error @+1 {{'pyk.if' op yields ('f32'), but gives ()}}
  pyk.if %c {
    pyk.yield
  } else {
    pyk.yield %a : f32
  }
  pyk.return
}

// -----

pyk.func @no_else(%c: i1, %a: f32) attributes {arg_names = ["c", "a"]} {
  // expected-error @+1 {{'pyk.if' op with results needs an else region}}
  %r = pyk.if %c -> f32 {
    pyk.yield %a : f32
  }
  pyk.return
}

// -----

pyk.func @break_outside() attributes {arg_names = []} {
  // expected-error @+1 {{'pyk.break' op must be inside a loop}}
  pyk.break
}

// -----

// A callee can't leave its caller's loop.
pyk.func @continue_of_caller(%n: !pyk.int) attributes {arg_names = ["n"]} {
  pyk.for "i" %n to %n step %n {
  ^bb0(%i: !pyk.int):
    pyk.inlined "f" {
      // expected-error @+1 {{'pyk.continue' op must be inside a loop}}
      pyk.continue
    }
    pyk.yield
  }
  pyk.return
}

// -----

pyk.func @partial(%zero: f32) attributes {arg_names = ["zero"]} {
  %s = pyk.var "s" : !pyk.ref<f32>
  // expected-error @+1 {{'pyk.partial' op has 1 variables, 2 identities and 1 parts}}
  %p = pyk.partial (%s) from (%zero, %zero) {
  ^bb0(%a: f32, %b: f32):
    pyk.yield %a : f32
  } : (!pyk.ref<f32>) from (f32, f32) -> !pyk.ref<f32>
  pyk.return
}

// -----

pyk.func @combines(%zero: f32) attributes {arg_names = ["zero"]} {
  %s = pyk.var "s" : !pyk.ref<f32>
  // expected-error @+1 {{'pyk.partial' op combines values of types ('f32'), expected ('f32', 'f32')}}
  %p = pyk.partial (%s) from (%zero) {
  ^bb0(%a: f32):
    pyk.yield %a : f32
  } : (!pyk.ref<f32>) from (f32) -> !pyk.ref<f32>
  pyk.return
}

// -----

pyk.func @variable(%zero: f32) attributes {arg_names = ["zero"]} {
  %s = pyk.var "s" : !pyk.ref<f64>
  // expected-error @+1 {{'pyk.partial' op has a variable of type '!pyk.ref<f64>' and a part of type '!pyk.ref<f32>', expected '!pyk.ref<f32>'}}
  %p = pyk.partial (%s) from (%zero) {
  ^bb0(%a: f32, %b: f32):
    pyk.yield %a : f32
  } : (!pyk.ref<f64>) from (f32) -> !pyk.ref<f32>
  pyk.return
}

// -----

pyk.func @subscripts(%x: !pyk.array<2 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // expected-error @+1 {{'pyk.update' op has 1 subscripts, the array has rank 2}}
  pyk.update "x" %x[%i] {
  ^bb0(%old: f32):
    pyk.yield %old : f32
  } : !pyk.array<2 x f32, c>
  pyk.return
}

// -----

pyk.func @element(%x: !pyk.array<1 x f32, c>, %i: !pyk.int) attributes {arg_names = ["x", "i"]} {
  // expected-error @+1 {{'pyk.update' op computes from ('f64'), expected 'f32'}}
  pyk.update "x" %x[%i] {
  ^bb0(%old: f64):
    pyk.yield %old : f64
  } : !pyk.array<1 x f32, c>
  pyk.return
}

// -----

pyk.func @pieces(%i: !pyk.int) attributes {arg_names = ["i"]} {
  // expected-error @+1 {{'pyk.print' op has 1 pieces around 1 values}}
  pyk.print ["i = "](%i) : !pyk.int
  pyk.return
}
