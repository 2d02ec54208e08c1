// RUN: gpujit-opt %s -split-input-file -convert-pyk-to-loops -verify-diagnostics

pyk.func @rebinds(%a: !pyk.array<1 x f32, c>, %b: !pyk.array<1 x f32, c>) attributes {arg_names = ["a", "b"]} {
  // expected-error @below {{rebinding the array name 'a' isn't supported on the GPU yet}}
  %s = pyk.var "a" tracked : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %s, %a : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.set %s, %b : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.return
}

// -----

pyk.func @maybe_unbound(%c: i1, %a: !pyk.array<1 x f32, c>) -> !pyk.int attributes {arg_names = ["c", "a"]} {
  %s = pyk.var "b" tracked : !pyk.ref<!pyk.array<1 x f32, c>>
  pyk.if %c {
    pyk.set %s, %a : !pyk.ref<!pyk.array<1 x f32, c>>
    pyk.yield
  }
  // expected-error @below {{the array name 'b' may be unbound here, which isn't supported on the GPU yet}}
  %0 = pyk.get %s : !pyk.ref<!pyk.array<1 x f32, c>>
  %1 = pyk.extent %0[0] : !pyk.array<1 x f32, c>
  pyk.return %1 : !pyk.int
}

// -----

pyk.func @many_digits(%x: !pyk.float) -> !pyk.float attributes {arg_names = ["x"]} {
  // expected-error @below {{round() to 30 digits isn't supported on the GPU; it is for -22 to 22}}
  %0 = pyk.round %x digits 30 : !pyk.float
  pyk.return %0 : !pyk.float
}

// -----

pyk.func @untracked(%x: !pyk.float) -> i1 attributes {arg_names = ["x"]} {
  %s = pyk.var "v" : !pyk.ref<f32>
  // expected-error @below {{'pyk.is_bound' op needs a tracked slot}}
  %0 = pyk.is_bound %s : !pyk.ref<f32>
  pyk.return %0 : i1
}

// -----

pyk.func @unstructured(%x: !pyk.float) -> !pyk.float attributes {arg_names = ["x"]} {
  // expected-error @below {{'pyk.inlined' op has no lowering to loops}}
  %r = pyk.inlined "f" -> !pyk.float {
    pyk.return %x : !pyk.float
  }
  pyk.return %r : !pyk.float
}
