// RUN: gpujit-interpret %s | FileCheck %s

// Math functions: NumPy's values of strong floats, Python's exceptions of its own.

// CHECK-LABEL: f64: done
// CHECK: sqrt = [0.0, -0.0, 1.0, 0.7071067811865476, nan, 1.5811388300841898, nan, inf, nan, nan, 31.622776601683793]
// CHECK: exp = [1.0, 1.0, 2.7182818284{{[0-9]*}}, 1.6487212707{{[0-9]*}}, 0.6065306597{{[0-9]*}}, 12.182493960{{[0-9]*}}, 0.0820849986{{[0-9]*}}, inf, 0.0, nan, inf]
// CHECK: exp2 = [1.0, 1.0, 2.0, 1.4142135623{{[0-9]*}}, 0.7071067811{{[0-9]*}}, 5.6568542494{{[0-9]*}}, 0.1767766952{{[0-9]*}}, inf, 0.0, nan, 1.0715086071{{[0-9]*}}e+301]
// CHECK: expm1 = [0.0, -0.0, 1.7182818284{{[0-9]*}}, 0.6487212707{{[0-9]*}}, -0.393469340{{[0-9]*}}, 11.182493960{{[0-9]*}}, -0.917915001{{[0-9]*}}, inf, -1.0, nan, inf]
// CHECK: log = [-inf, -inf, 0.0, -0.693147180{{[0-9]*}}, nan, 0.9162907318{{[0-9]*}}, nan, inf, nan, nan, 6.9077552789{{[0-9]*}}]
// CHECK: log2 = [-inf, -inf, 0.0, -1.0, nan, 1.3219280948{{[0-9]*}}, nan, inf, nan, nan, 9.9657842846{{[0-9]*}}]
// CHECK: log10 = [-inf, -inf, 0.0, -0.301029995{{[0-9]*}}, nan, 0.3979400086{{[0-9]*}}, nan, inf, nan, nan, 3.0]
// CHECK: log1p = [0.0, -0.0, 0.6931471805{{[0-9]*}}, 0.4054651081{{[0-9]*}}, -0.693147180{{[0-9]*}}, 1.2527629684{{[0-9]*}}, nan, inf, nan, nan, 6.9087547793{{[0-9]*}}]
// CHECK: sin = [0.0, -0.0, 0.8414709848{{[0-9]*}}, 0.4794255386{{[0-9]*}}, -0.479425538{{[0-9]*}}, 0.5984721441{{[0-9]*}}, -0.598472144{{[0-9]*}}, nan, nan, nan, 0.8268795405{{[0-9]*}}]
// CHECK: cos = [1.0, 1.0, 0.5403023058{{[0-9]*}}, 0.8775825618{{[0-9]*}}, 0.8775825618{{[0-9]*}}, -0.801143615{{[0-9]*}}, -0.801143615{{[0-9]*}}, nan, nan, nan, 0.5623790762{{[0-9]*}}]
// CHECK: tan = [0.0, -0.0, 1.5574077246{{[0-9]*}}, 0.5463024898{{[0-9]*}}, -0.546302489{{[0-9]*}}, -0.747022297{{[0-9]*}}, 0.7470222972{{[0-9]*}}, nan, nan, nan, 1.4703241557{{[0-9]*}}]
// CHECK: asin = [0.0, -0.0, 1.5707963267{{[0-9]*}}, 0.5235987755{{[0-9]*}}, -0.523598775{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: acos = [1.5707963267{{[0-9]*}}, 1.5707963267{{[0-9]*}}, 0.0, 1.0471975511{{[0-9]*}}, 2.0943951023{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: atan = [0.0, -0.0, 0.7853981633{{[0-9]*}}, 0.4636476090{{[0-9]*}}, -0.463647609{{[0-9]*}}, 1.1902899496{{[0-9]*}}, -1.190289949{{[0-9]*}}, 1.5707963267{{[0-9]*}}, -1.570796326{{[0-9]*}}, nan, 1.5697963271{{[0-9]*}}]
// CHECK: sinh = [0.0, -0.0, 1.1752011936{{[0-9]*}}, 0.5210953054{{[0-9]*}}, -0.521095305{{[0-9]*}}, 6.0502044810{{[0-9]*}}, -6.050204481{{[0-9]*}}, inf, -inf, nan, inf]
// CHECK: cosh = [1.0, 1.0, 1.5430806348{{[0-9]*}}, 1.1276259652{{[0-9]*}}, 1.1276259652{{[0-9]*}}, 6.1322894796{{[0-9]*}}, 6.1322894796{{[0-9]*}}, inf, inf, nan, inf]
// CHECK: tanh = [0.0, -0.0, 0.7615941559{{[0-9]*}}, 0.4621171572{{[0-9]*}}, -0.462117157{{[0-9]*}}, 0.9866142981{{[0-9]*}}, -0.986614298{{[0-9]*}}, 1.0, -1.0, nan, 1.0]
// CHECK: asinh = [0.0, -0.0, 0.8813735870{{[0-9]*}}, 0.4812118250{{[0-9]*}}, -0.481211825{{[0-9]*}}, 1.6472311463{{[0-9]*}}, -1.647231146{{[0-9]*}}, inf, -inf, nan, 7.6009027095{{[0-9]*}}]
// CHECK: acosh = [nan, nan, 0.0, nan, nan, 1.5667992369{{[0-9]*}}, nan, inf, nan, nan, 7.6009022095{{[0-9]*}}]
// CHECK: atanh = [0.0, -0.0, inf, 0.5493061443{{[0-9]*}}, -0.549306144{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: cbrt = [0.0, -0.0, 1.0, 0.7937005259{{[0-9]*}}, -0.793700525{{[0-9]*}}, 1.3572088082{{[0-9]*}}, -1.357208808{{[0-9]*}}, inf, -inf, nan, 10.0]
// CHECK: erf = [0.0, -0.0, 0.8427007929{{[0-9]*}}, 0.5204998778{{[0-9]*}}, -0.520499877{{[0-9]*}}, 0.9995930479{{[0-9]*}}, -0.999593047{{[0-9]*}}, 1.0, -1.0, nan, 1.0]
// CHECK: erfc = [1.0, 1.0, 0.1572992070{{[0-9]*}}, 0.4795001221{{[0-9]*}}, 1.5204998778{{[0-9]*}}, 0.0004069520{{[0-9]*}}, 1.9995930479{{[0-9]*}}, 0.0, 2.0, nan, 0.0]
// CHECK: floor = [0.0, -0.0, 1.0, 0.0, -1.0, 2.0, -3.0, inf, -inf, nan, 1000.0]
// CHECK: ceil = [0.0, -0.0, 1.0, 1.0, -0.0, 3.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: trunc = [0.0, -0.0, 1.0, 0.0, -0.0, 2.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: rint = [0.0, -0.0, 1.0, 0.0, -0.0, 2.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: fabs = [0.0, 0.0, 1.0, 0.5, 0.5, 2.5, 2.5, inf, inf, nan, 1000.0]
pyk.func @f64(%x: !pyk.array<1 x f64, c>,
    %sqrt: !pyk.array<1 x f64, c>,
    %exp: !pyk.array<1 x f64, c>,
    %exp2: !pyk.array<1 x f64, c>,
    %expm1: !pyk.array<1 x f64, c>,
    %log: !pyk.array<1 x f64, c>,
    %log2: !pyk.array<1 x f64, c>,
    %log10: !pyk.array<1 x f64, c>,
    %log1p: !pyk.array<1 x f64, c>,
    %sin: !pyk.array<1 x f64, c>,
    %cos: !pyk.array<1 x f64, c>,
    %tan: !pyk.array<1 x f64, c>,
    %asin: !pyk.array<1 x f64, c>,
    %acos: !pyk.array<1 x f64, c>,
    %atan: !pyk.array<1 x f64, c>,
    %sinh: !pyk.array<1 x f64, c>,
    %cosh: !pyk.array<1 x f64, c>,
    %tanh: !pyk.array<1 x f64, c>,
    %asinh: !pyk.array<1 x f64, c>,
    %acosh: !pyk.array<1 x f64, c>,
    %atanh: !pyk.array<1 x f64, c>,
    %cbrt: !pyk.array<1 x f64, c>,
    %erf: !pyk.array<1 x f64, c>,
    %erfc: !pyk.array<1 x f64, c>,
    %floor: !pyk.array<1 x f64, c>,
    %ceil: !pyk.array<1 x f64, c>,
    %trunc: !pyk.array<1 x f64, c>,
    %rint: !pyk.array<1 x f64, c>,
    %fabs: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "erf", "erfc", "floor", "ceil", "trunc", "rint", "fabs"],
    gpujit.args = [
      dense<[0.0, -0.0, 1.0, 0.5, -0.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1000.0]> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>,
      dense<0.0> : tensor<11xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.math sqrt, %xi : f64
    pyk.store %r0, "sqrt" %sqrt[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.math exp, %xi : f64
    pyk.store %r1, "exp" %exp[%i] : f64, !pyk.array<1 x f64, c>
    %r2 = pyk.math exp2, %xi : f64
    pyk.store %r2, "exp2" %exp2[%i] : f64, !pyk.array<1 x f64, c>
    %r3 = pyk.math expm1, %xi : f64
    pyk.store %r3, "expm1" %expm1[%i] : f64, !pyk.array<1 x f64, c>
    %r4 = pyk.math log, %xi : f64
    pyk.store %r4, "log" %log[%i] : f64, !pyk.array<1 x f64, c>
    %r5 = pyk.math log2, %xi : f64
    pyk.store %r5, "log2" %log2[%i] : f64, !pyk.array<1 x f64, c>
    %r6 = pyk.math log10, %xi : f64
    pyk.store %r6, "log10" %log10[%i] : f64, !pyk.array<1 x f64, c>
    %r7 = pyk.math log1p, %xi : f64
    pyk.store %r7, "log1p" %log1p[%i] : f64, !pyk.array<1 x f64, c>
    %r8 = pyk.math sin, %xi : f64
    pyk.store %r8, "sin" %sin[%i] : f64, !pyk.array<1 x f64, c>
    %r9 = pyk.math cos, %xi : f64
    pyk.store %r9, "cos" %cos[%i] : f64, !pyk.array<1 x f64, c>
    %r10 = pyk.math tan, %xi : f64
    pyk.store %r10, "tan" %tan[%i] : f64, !pyk.array<1 x f64, c>
    %r11 = pyk.math asin, %xi : f64
    pyk.store %r11, "asin" %asin[%i] : f64, !pyk.array<1 x f64, c>
    %r12 = pyk.math acos, %xi : f64
    pyk.store %r12, "acos" %acos[%i] : f64, !pyk.array<1 x f64, c>
    %r13 = pyk.math atan, %xi : f64
    pyk.store %r13, "atan" %atan[%i] : f64, !pyk.array<1 x f64, c>
    %r14 = pyk.math sinh, %xi : f64
    pyk.store %r14, "sinh" %sinh[%i] : f64, !pyk.array<1 x f64, c>
    %r15 = pyk.math cosh, %xi : f64
    pyk.store %r15, "cosh" %cosh[%i] : f64, !pyk.array<1 x f64, c>
    %r16 = pyk.math tanh, %xi : f64
    pyk.store %r16, "tanh" %tanh[%i] : f64, !pyk.array<1 x f64, c>
    %r17 = pyk.math asinh, %xi : f64
    pyk.store %r17, "asinh" %asinh[%i] : f64, !pyk.array<1 x f64, c>
    %r18 = pyk.math acosh, %xi : f64
    pyk.store %r18, "acosh" %acosh[%i] : f64, !pyk.array<1 x f64, c>
    %r19 = pyk.math atanh, %xi : f64
    pyk.store %r19, "atanh" %atanh[%i] : f64, !pyk.array<1 x f64, c>
    %r20 = pyk.math cbrt, %xi : f64
    pyk.store %r20, "cbrt" %cbrt[%i] : f64, !pyk.array<1 x f64, c>
    %r21 = pyk.math erf, %xi : f64
    pyk.store %r21, "erf" %erf[%i] : f64, !pyk.array<1 x f64, c>
    %r22 = pyk.math erfc, %xi : f64
    pyk.store %r22, "erfc" %erfc[%i] : f64, !pyk.array<1 x f64, c>
    %r23 = pyk.math floor, %xi : f64
    pyk.store %r23, "floor" %floor[%i] : f64, !pyk.array<1 x f64, c>
    %r24 = pyk.math ceil, %xi : f64
    pyk.store %r24, "ceil" %ceil[%i] : f64, !pyk.array<1 x f64, c>
    %r25 = pyk.math trunc, %xi : f64
    pyk.store %r25, "trunc" %trunc[%i] : f64, !pyk.array<1 x f64, c>
    %r26 = pyk.math rint, %xi : f64
    pyk.store %r26, "rint" %rint[%i] : f64, !pyk.array<1 x f64, c>
    %r27 = pyk.math fabs, %xi : f64
    pyk.store %r27, "fabs" %fabs[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32: done
// CHECK: sqrt = [0.0, -0.0, 1.0, 0.70710677, nan, 1.5811388, nan, inf, nan, nan, 31.622776]
// CHECK: exp = [1.0, 1.0, 2.718281{{[0-9]*}}, 1.648721{{[0-9]*}}, 0.606530{{[0-9]*}}, 12.18249{{[0-9]*}}, 0.082085, inf, 0.0, nan, inf]
// CHECK: exp2 = [1.0, 1.0, 2.0, 1.414213{{[0-9]*}}, 0.707106{{[0-9]*}}, 5.656854, 0.176776{{[0-9]*}}, inf, 0.0, nan, inf]
// CHECK: expm1 = [0.0, -0.0, 1.718281{{[0-9]*}}, 0.648721{{[0-9]*}}, -0.39346{{[0-9]*}}, 11.18249{{[0-9]*}}, -0.91791{{[0-9]*}}, inf, -1.0, nan, inf]
// CHECK: log = [-inf, -inf, 0.0, -0.69314{{[0-9]*}}, nan, 0.916290{{[0-9]*}}, nan, inf, nan, nan, 6.907755{{[0-9]*}}]
// CHECK: log2 = [-inf, -inf, 0.0, -1.0, nan, 1.321928{{[0-9]*}}, nan, inf, nan, nan, 9.965784]
// CHECK: log10 = [-inf, -inf, 0.0, -0.30103, nan, 0.39794, nan, inf, nan, nan, 3.0]
// CHECK: log1p = [0.0, -0.0, 0.693147{{[0-9]*}}, 0.405465{{[0-9]*}}, -0.69314{{[0-9]*}}, 1.252763, nan, inf, nan, nan, 6.908755]
// CHECK: sin = [0.0, -0.0, 0.841470{{[0-9]*}}, 0.479425{{[0-9]*}}, -0.47942{{[0-9]*}}, 0.598472{{[0-9]*}}, -0.59847{{[0-9]*}}, nan, nan, nan, 0.826879{{[0-9]*}}]
// CHECK: cos = [1.0, 1.0, 0.540302{{[0-9]*}}, 0.877582{{[0-9]*}}, 0.877582{{[0-9]*}}, -0.80114{{[0-9]*}}, -0.80114{{[0-9]*}}, nan, nan, nan, 0.562379{{[0-9]*}}]
// CHECK: tan = [0.0, -0.0, 1.557407{{[0-9]*}}, 0.546302{{[0-9]*}}, -0.54630{{[0-9]*}}, -0.74702{{[0-9]*}}, 0.747022{{[0-9]*}}, nan, nan, nan, 1.470324{{[0-9]*}}]
// CHECK: asin = [0.0, -0.0, 1.570796{{[0-9]*}}, 0.523598{{[0-9]*}}, -0.52359{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: acos = [1.570796{{[0-9]*}}, 1.570796{{[0-9]*}}, 0.0, 1.047197{{[0-9]*}}, 2.094395{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: atan = [0.0, -0.0, 0.785398{{[0-9]*}}, 0.463647{{[0-9]*}}, -0.46364{{[0-9]*}}, 1.19029, -1.19029, 1.570796{{[0-9]*}}, -1.57079{{[0-9]*}}, nan, 1.569796{{[0-9]*}}]
// CHECK: sinh = [0.0, -0.0, 1.175201{{[0-9]*}}, 0.521095{{[0-9]*}}, -0.52109{{[0-9]*}}, 6.050204{{[0-9]*}}, -6.05020{{[0-9]*}}, inf, -inf, nan, inf]
// CHECK: cosh = [1.0, 1.0, 1.543080{{[0-9]*}}, 1.127626, 1.127626, 6.132289{{[0-9]*}}, 6.132289{{[0-9]*}}, inf, inf, nan, inf]
// CHECK: tanh = [0.0, -0.0, 0.761594{{[0-9]*}}, 0.462117{{[0-9]*}}, -0.46211{{[0-9]*}}, 0.986614{{[0-9]*}}, -0.98661{{[0-9]*}}, 1.0, -1.0, nan, 1.0]
// CHECK: asinh = [0.0, -0.0, 0.881373{{[0-9]*}}, 0.481211{{[0-9]*}}, -0.48121{{[0-9]*}}, 1.647231{{[0-9]*}}, -1.64723{{[0-9]*}}, inf, -inf, nan, 7.600902{{[0-9]*}}]
// CHECK: acosh = [nan, nan, 0.0, nan, nan, 1.566799{{[0-9]*}}, nan, inf, nan, nan, 7.600902]
// CHECK: atanh = [0.0, -0.0, inf, 0.549306{{[0-9]*}}, -0.54930{{[0-9]*}}, nan, nan, nan, nan, nan, nan]
// CHECK: cbrt = [0.0, -0.0, 1.0, 0.793700{{[0-9]*}}, -0.79370{{[0-9]*}}, 1.357208{{[0-9]*}}, -1.35720{{[0-9]*}}, inf, -inf, nan, 10.0]
// CHECK: erf = [0.0, -0.0, 0.842700{{[0-9]*}}, 0.520499{{[0-9]*}}, -0.52049{{[0-9]*}}, 0.999593, -0.99959{{[0-9]*}}, 1.0, -1.0, nan, 1.0]
// CHECK: erfc = [1.0, 1.0, 0.157299{{[0-9]*}}, 0.479500{{[0-9]*}}, 1.5205, 0.000406{{[0-9]*}}, 1.999593, 0.0, 2.0, nan, 0.0]
// CHECK: floor = [0.0, -0.0, 1.0, 0.0, -1.0, 2.0, -3.0, inf, -inf, nan, 1000.0]
// CHECK: ceil = [0.0, -0.0, 1.0, 1.0, -0.0, 3.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: trunc = [0.0, -0.0, 1.0, 0.0, -0.0, 2.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: rint = [0.0, -0.0, 1.0, 0.0, -0.0, 2.0, -2.0, inf, -inf, nan, 1000.0]
// CHECK: fabs = [0.0, 0.0, 1.0, 0.5, 0.5, 2.5, 2.5, inf, inf, nan, 1000.0]
pyk.func @f32(%x: !pyk.array<1 x f32, c>,
    %sqrt: !pyk.array<1 x f32, c>,
    %exp: !pyk.array<1 x f32, c>,
    %exp2: !pyk.array<1 x f32, c>,
    %expm1: !pyk.array<1 x f32, c>,
    %log: !pyk.array<1 x f32, c>,
    %log2: !pyk.array<1 x f32, c>,
    %log10: !pyk.array<1 x f32, c>,
    %log1p: !pyk.array<1 x f32, c>,
    %sin: !pyk.array<1 x f32, c>,
    %cos: !pyk.array<1 x f32, c>,
    %tan: !pyk.array<1 x f32, c>,
    %asin: !pyk.array<1 x f32, c>,
    %acos: !pyk.array<1 x f32, c>,
    %atan: !pyk.array<1 x f32, c>,
    %sinh: !pyk.array<1 x f32, c>,
    %cosh: !pyk.array<1 x f32, c>,
    %tanh: !pyk.array<1 x f32, c>,
    %asinh: !pyk.array<1 x f32, c>,
    %acosh: !pyk.array<1 x f32, c>,
    %atanh: !pyk.array<1 x f32, c>,
    %cbrt: !pyk.array<1 x f32, c>,
    %erf: !pyk.array<1 x f32, c>,
    %erfc: !pyk.array<1 x f32, c>,
    %floor: !pyk.array<1 x f32, c>,
    %ceil: !pyk.array<1 x f32, c>,
    %trunc: !pyk.array<1 x f32, c>,
    %rint: !pyk.array<1 x f32, c>,
    %fabs: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "erf", "erfc", "floor", "ceil", "trunc", "rint", "fabs"],
    gpujit.args = [
      dense<[0.0, -0.0, 1.0, 0.5, -0.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 1000.0]> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>,
      dense<0.0> : tensor<11xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.math sqrt, %xi : f32
    pyk.store %r0, "sqrt" %sqrt[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.math exp, %xi : f32
    pyk.store %r1, "exp" %exp[%i] : f32, !pyk.array<1 x f32, c>
    %r2 = pyk.math exp2, %xi : f32
    pyk.store %r2, "exp2" %exp2[%i] : f32, !pyk.array<1 x f32, c>
    %r3 = pyk.math expm1, %xi : f32
    pyk.store %r3, "expm1" %expm1[%i] : f32, !pyk.array<1 x f32, c>
    %r4 = pyk.math log, %xi : f32
    pyk.store %r4, "log" %log[%i] : f32, !pyk.array<1 x f32, c>
    %r5 = pyk.math log2, %xi : f32
    pyk.store %r5, "log2" %log2[%i] : f32, !pyk.array<1 x f32, c>
    %r6 = pyk.math log10, %xi : f32
    pyk.store %r6, "log10" %log10[%i] : f32, !pyk.array<1 x f32, c>
    %r7 = pyk.math log1p, %xi : f32
    pyk.store %r7, "log1p" %log1p[%i] : f32, !pyk.array<1 x f32, c>
    %r8 = pyk.math sin, %xi : f32
    pyk.store %r8, "sin" %sin[%i] : f32, !pyk.array<1 x f32, c>
    %r9 = pyk.math cos, %xi : f32
    pyk.store %r9, "cos" %cos[%i] : f32, !pyk.array<1 x f32, c>
    %r10 = pyk.math tan, %xi : f32
    pyk.store %r10, "tan" %tan[%i] : f32, !pyk.array<1 x f32, c>
    %r11 = pyk.math asin, %xi : f32
    pyk.store %r11, "asin" %asin[%i] : f32, !pyk.array<1 x f32, c>
    %r12 = pyk.math acos, %xi : f32
    pyk.store %r12, "acos" %acos[%i] : f32, !pyk.array<1 x f32, c>
    %r13 = pyk.math atan, %xi : f32
    pyk.store %r13, "atan" %atan[%i] : f32, !pyk.array<1 x f32, c>
    %r14 = pyk.math sinh, %xi : f32
    pyk.store %r14, "sinh" %sinh[%i] : f32, !pyk.array<1 x f32, c>
    %r15 = pyk.math cosh, %xi : f32
    pyk.store %r15, "cosh" %cosh[%i] : f32, !pyk.array<1 x f32, c>
    %r16 = pyk.math tanh, %xi : f32
    pyk.store %r16, "tanh" %tanh[%i] : f32, !pyk.array<1 x f32, c>
    %r17 = pyk.math asinh, %xi : f32
    pyk.store %r17, "asinh" %asinh[%i] : f32, !pyk.array<1 x f32, c>
    %r18 = pyk.math acosh, %xi : f32
    pyk.store %r18, "acosh" %acosh[%i] : f32, !pyk.array<1 x f32, c>
    %r19 = pyk.math atanh, %xi : f32
    pyk.store %r19, "atanh" %atanh[%i] : f32, !pyk.array<1 x f32, c>
    %r20 = pyk.math cbrt, %xi : f32
    pyk.store %r20, "cbrt" %cbrt[%i] : f32, !pyk.array<1 x f32, c>
    %r21 = pyk.math erf, %xi : f32
    pyk.store %r21, "erf" %erf[%i] : f32, !pyk.array<1 x f32, c>
    %r22 = pyk.math erfc, %xi : f32
    pyk.store %r22, "erfc" %erfc[%i] : f32, !pyk.array<1 x f32, c>
    %r23 = pyk.math floor, %xi : f32
    pyk.store %r23, "floor" %floor[%i] : f32, !pyk.array<1 x f32, c>
    %r24 = pyk.math ceil, %xi : f32
    pyk.store %r24, "ceil" %ceil[%i] : f32, !pyk.array<1 x f32, c>
    %r25 = pyk.math trunc, %xi : f32
    pyk.store %r25, "trunc" %trunc[%i] : f32, !pyk.array<1 x f32, c>
    %r26 = pyk.math rint, %xi : f32
    pyk.store %r26, "rint" %rint[%i] : f32, !pyk.array<1 x f32, c>
    %r27 = pyk.math fabs, %xi : f32
    pyk.store %r27, "fabs" %fabs[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_2: done
// CHECK: gamma = [1.0, 1.7724538509{{[0-9]*}}, 52.342777784{{[0-9]*}}]
// CHECK: lgamma = [0.0, 0.5723649429{{[0-9]*}}, 3.9578139676{{[0-9]*}}]
pyk.func @f64_2(%x: !pyk.array<1 x f64, c>,
    %gamma: !pyk.array<1 x f64, c>,
    %lgamma: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "gamma", "lgamma"],
    gpujit.args = [
      dense<[1.0, 0.5, 5.5]> : tensor<3xf64>,
      dense<0.0> : tensor<3xf64>,
      dense<0.0> : tensor<3xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.math gamma, %xi : f64
    pyk.store %r0, "gamma" %gamma[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.math lgamma, %xi : f64
    pyk.store %r1, "lgamma" %lgamma[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_2: done
// CHECK: gamma = [1.0, 1.772453{{[0-9]*}}, 52.34277{{[0-9]*}}]
// CHECK: lgamma = [0.0, 0.572364{{[0-9]*}}, 3.957813{{[0-9]*}}]
pyk.func @f32_2(%x: !pyk.array<1 x f32, c>,
    %gamma: !pyk.array<1 x f32, c>,
    %lgamma: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "gamma", "lgamma"],
    gpujit.args = [
      dense<[1.0, 0.5, 5.5]> : tensor<3xf32>,
      dense<0.0> : tensor<3xf32>,
      dense<0.0> : tensor<3xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.math gamma, %xi : f32
    pyk.store %r0, "gamma" %gamma[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.math lgamma, %xi : f32
    pyk.store %r1, "lgamma" %lgamma[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_3: done
// CHECK: atan2 = [0.6435011087{{[0-9]*}}, -1.222025323{{[0-9]*}}, 3.1415926535{{[0-9]*}}, 0.0, 1.5707963267{{[0-9]*}}, nan, 0.7853981633{{[0-9]*}}, 1.1902899496{{[0-9]*}}]
// CHECK: hypot = [5.0, 5.8523499553{{[0-9]*}}, 0.0, inf, inf, nan, 1.4142135623{{[0-9]*}}e+300, 5.3851648071{{[0-9]*}}]
// CHECK: fmod = [3.0, -1.5, nan, 1.0, nan, nan, 0.0, 1.0]
// CHECK: copysign = [3.0, 5.5, -0.0, 1.0, inf, nan, 1e+300, 5.0]
// CHECK: nextafter = [3.0000000000000004, -5.499999999999999, -0.0, 1.0000000000000002, 1.7976931348623157e+308, nan, 1e+300, 4.999999999999999]
// CHECK: pow = [81.0, 30.25, 1.0, 1.0, inf, nan, inf, 25.0]
// CHECK: logaddexp = [4.3132616875{{[0-9]*}}, 2.0005529314{{[0-9]*}}, 0.6931471805{{[0-9]*}}, inf, inf, nan, 1e+300, 5.0485873515{{[0-9]*}}]
// CHECK: remainder = [-1.0, 0.5, nan, 1.0, nan, nan, 0.0, 1.0]
pyk.func @f64_3(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>,
    %atan2: !pyk.array<1 x f64, c>,
    %hypot: !pyk.array<1 x f64, c>,
    %fmod: !pyk.array<1 x f64, c>,
    %copysign: !pyk.array<1 x f64, c>,
    %nextafter: !pyk.array<1 x f64, c>,
    %pow: !pyk.array<1 x f64, c>,
    %logaddexp: !pyk.array<1 x f64, c>,
    %remainder: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "y", "atan2", "hypot", "fmod", "copysign", "nextafter", "pow", "logaddexp", "remainder"],
    gpujit.args = [
      dense<[3.0, -5.5, 0.0, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+300, 5.0]> : tensor<8xf64>,
      dense<[4.0, 2.0, -0.0, 0x7FF0000000000000, 1.0, 1.0, 1.0e+300, 2.0]> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>,
      dense<0.0> : tensor<8xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.math2 atan2, %xi, %yi : f64
    pyk.store %r0, "atan2" %atan2[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.math2 hypot, %xi, %yi : f64
    pyk.store %r1, "hypot" %hypot[%i] : f64, !pyk.array<1 x f64, c>
    %r2 = pyk.math2 fmod, %xi, %yi : f64
    pyk.store %r2, "fmod" %fmod[%i] : f64, !pyk.array<1 x f64, c>
    %r3 = pyk.math2 copysign, %xi, %yi : f64
    pyk.store %r3, "copysign" %copysign[%i] : f64, !pyk.array<1 x f64, c>
    %r4 = pyk.math2 nextafter, %xi, %yi : f64
    pyk.store %r4, "nextafter" %nextafter[%i] : f64, !pyk.array<1 x f64, c>
    %r5 = pyk.math2 pow, %xi, %yi : f64
    pyk.store %r5, "pow" %pow[%i] : f64, !pyk.array<1 x f64, c>
    %r6 = pyk.math2 logaddexp, %xi, %yi : f64
    pyk.store %r6, "logaddexp" %logaddexp[%i] : f64, !pyk.array<1 x f64, c>
    %r7 = pyk.math2 remainder, %xi, %yi : f64
    pyk.store %r7, "remainder" %remainder[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_3: done
// CHECK: atan2 = [0.643501{{[0-9]*}}, -1.22202{{[0-9]*}}, 3.141592{{[0-9]*}}, 0.0, 1.570796{{[0-9]*}}, nan, 0.785398{{[0-9]*}}, 1.19029]
// CHECK: hypot = [5.0, 5.852349{{[0-9]*}}, 0.0, inf, inf, nan, inf, 5.385164{{[0-9]*}}]
// CHECK: fmod = [3.0, -1.5, nan, 1.0, nan, nan, nan, 1.0]
// CHECK: copysign = [3.0, 5.5, -0.0, 1.0, inf, nan, inf, 5.0]
// CHECK: nextafter = [3.0000002, -5.4999995, -0.0, 1.0000001, 3.4028235e+38, nan, inf, 4.9999995]
// CHECK: pow = [81.0, 30.25, 1.0, 1.0, inf, nan, inf, 25.0]
// CHECK: logaddexp = [4.313261{{[0-9]*}}, 2.000553, 0.693147{{[0-9]*}}, inf, inf, nan, inf, 5.048587{{[0-9]*}}]
// CHECK: remainder = [-1.0, 0.5, nan, 1.0, nan, nan, nan, 1.0]
pyk.func @f32_3(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>,
    %atan2: !pyk.array<1 x f32, c>,
    %hypot: !pyk.array<1 x f32, c>,
    %fmod: !pyk.array<1 x f32, c>,
    %copysign: !pyk.array<1 x f32, c>,
    %nextafter: !pyk.array<1 x f32, c>,
    %pow: !pyk.array<1 x f32, c>,
    %logaddexp: !pyk.array<1 x f32, c>,
    %remainder: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "atan2", "hypot", "fmod", "copysign", "nextafter", "pow", "logaddexp", "remainder"],
    gpujit.args = [
      dense<[3.0, -5.5, 0.0, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 5.0]> : tensor<8xf32>,
      dense<[4.0, 2.0, -0.0, 0x7F800000, 1.0, 1.0, 0x7F800000, 2.0]> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>,
      dense<0.0> : tensor<8xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.math2 atan2, %xi, %yi : f32
    pyk.store %r0, "atan2" %atan2[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.math2 hypot, %xi, %yi : f32
    pyk.store %r1, "hypot" %hypot[%i] : f32, !pyk.array<1 x f32, c>
    %r2 = pyk.math2 fmod, %xi, %yi : f32
    pyk.store %r2, "fmod" %fmod[%i] : f32, !pyk.array<1 x f32, c>
    %r3 = pyk.math2 copysign, %xi, %yi : f32
    pyk.store %r3, "copysign" %copysign[%i] : f32, !pyk.array<1 x f32, c>
    %r4 = pyk.math2 nextafter, %xi, %yi : f32
    pyk.store %r4, "nextafter" %nextafter[%i] : f32, !pyk.array<1 x f32, c>
    %r5 = pyk.math2 pow, %xi, %yi : f32
    pyk.store %r5, "pow" %pow[%i] : f32, !pyk.array<1 x f32, c>
    %r6 = pyk.math2 logaddexp, %xi, %yi : f32
    pyk.store %r6, "logaddexp" %logaddexp[%i] : f32, !pyk.array<1 x f32, c>
    %r7 = pyk.math2 remainder, %xi, %yi : f32
    pyk.store %r7, "remainder" %remainder[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// Python's math module: domain and range.
// CHECK: py_sqrt_0: raised ValueError: math domain error
pyk.func @py_sqrt_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math sqrt, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_sqrt_2: 1.4142135623730951
pyk.func @py_sqrt_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math sqrt, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_exp_2: 7.38905609893065
pyk.func @py_exp_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math exp, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_exp_3: raised OverflowError: math range error
pyk.func @py_exp_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1000.0 : f64 -> !pyk.float
  %r = pyk.math exp, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_exp2_2: 4.0
pyk.func @py_exp2_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math exp2, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_exp2_10: raised OverflowError: math range error
pyk.func @py_exp2_10() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+306 : f64 -> !pyk.float
  %r = pyk.math exp2, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_expm1_2: 6.38905609893065
pyk.func @py_expm1_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math expm1, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_expm1_3: raised OverflowError: math range error
pyk.func @py_expm1_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1000.0 : f64 -> !pyk.float
  %r = pyk.math expm1, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log_0: raised ValueError: math domain error
pyk.func @py_log_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math log, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log_2: 0.6931471805599453
pyk.func @py_log_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math log, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log2_0: raised ValueError: math domain error
pyk.func @py_log2_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math log2, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log2_2: 1.0
pyk.func @py_log2_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math log2, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log10_0: raised ValueError: math domain error
pyk.func @py_log10_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math log10, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log10_2: 0.3010299956639812
pyk.func @py_log10_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math log10, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log1p_0: raised ValueError: math domain error
pyk.func @py_log1p_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math log1p, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_log1p_2: 1.0986122886681096
pyk.func @py_log1p_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math log1p, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_sin_2: 0.9092974268256817
pyk.func @py_sin_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math sin, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_sin_6: raised ValueError: math domain error
pyk.func @py_sin_6() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.math sin, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_cos_2: -0.4161468365471424
pyk.func @py_cos_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math cos, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_cos_6: raised ValueError: math domain error
pyk.func @py_cos_6() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.math cos, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_tan_2: -2.185039863261519
pyk.func @py_tan_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math tan, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_tan_6: raised ValueError: math domain error
pyk.func @py_tan_6() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.math tan, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_asin_2: raised ValueError: math domain error
pyk.func @py_asin_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math asin, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_acos_2: raised ValueError: math domain error
pyk.func @py_acos_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math acos, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_atan_2: 1.1071487177940904
pyk.func @py_atan_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math atan, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_sinh_2: 3.626860407847019
pyk.func @py_sinh_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math sinh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_sinh_3: raised OverflowError: math range error
pyk.func @py_sinh_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1000.0 : f64 -> !pyk.float
  %r = pyk.math sinh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_cosh_2: 3.7621956910836314
pyk.func @py_cosh_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math cosh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_cosh_3: raised OverflowError: math range error
pyk.func @py_cosh_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1000.0 : f64 -> !pyk.float
  %r = pyk.math cosh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_tanh_2: 0.9640275800758169
pyk.func @py_tanh_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math tanh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_asinh_2: 1.4436354751788103
pyk.func @py_asinh_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math asinh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_acosh_0: raised ValueError: math domain error
pyk.func @py_acosh_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math acosh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_acosh_2: 1.3169578969248166
pyk.func @py_acosh_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math acosh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_atanh_0: raised ValueError: math domain error
pyk.func @py_atanh_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math atanh, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_cbrt_2: 1.2599210498948734
pyk.func @py_cbrt_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math cbrt, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_erf_2: 0.9953222650189527
pyk.func @py_erf_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math erf, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_erfc_2: 0.004677734981047265
pyk.func @py_erfc_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math erfc, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_gamma_0: raised ValueError: math domain error
pyk.func @py_gamma_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math gamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_gamma_2: 1.0
pyk.func @py_gamma_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math gamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_gamma_3: raised OverflowError: math range error
pyk.func @py_gamma_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1000.0 : f64 -> !pyk.float
  %r = pyk.math gamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_lgamma_0: raised ValueError: math domain error
pyk.func @py_lgamma_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math lgamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_lgamma_2: 0.0
pyk.func @py_lgamma_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math lgamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_lgamma_10: raised OverflowError: math range error
pyk.func @py_lgamma_10() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+306 : f64 -> !pyk.float
  %r = pyk.math lgamma, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_fabs_2: 2.0
pyk.func @py_fabs_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %r = pyk.math fabs, %a : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_atan2_50: -2.356194490192345
pyk.func @py_atan2_50() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 atan2, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_hypot_51: 1.4142135623730951
pyk.func @py_hypot_51() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 hypot, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_fmod_52: -0.0
pyk.func @py_fmod_52() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 fmod, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_fmod_53: raised ValueError: math domain error
pyk.func @py_fmod_53() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.math2 fmod, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_copysign_54: -1.0
pyk.func @py_copysign_54() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 copysign, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_nextafter_55: -1.0
pyk.func @py_nextafter_55() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 nextafter, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_pow_56: -1.0
pyk.func @py_pow_56() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 pow, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_pow_57: raised ValueError: math domain error
pyk.func @py_pow_57() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.5 : f64 -> !pyk.float
  %r = pyk.math2 pow, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_pow_58: raised OverflowError: math range error
pyk.func @py_pow_58() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.0 : f64 -> !pyk.float
  %b = pyk.constant 1.0e+300 : f64 -> !pyk.float
  %r = pyk.math2 pow, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_remainder_59: -0.0
pyk.func @py_remainder_59() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant -1.0 : f64 -> !pyk.float
  %r = pyk.math2 remainder, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_remainder_60: raised ValueError: math domain error
pyk.func @py_remainder_60() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -1.0 : f64 -> !pyk.float
  %b = pyk.constant 0.0 : f64 -> !pyk.float
  %r = pyk.math2 remainder, %a, %b : !pyk.float
  pyk.return %r : !pyk.float
}

// Half to even.
// CHECK-LABEL: f64_4: done
// CHECK: round = [0.0, 2.0, 2.0, -0.0, -2.0, 3.0, 1e+17, nan, -inf]
pyk.func @f64_4(%x: !pyk.array<1 x f64, c>,
    %round: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "round"],
    gpujit.args = [
      dense<[0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.0e+17, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<9xf64>,
      dense<0.0> : tensor<9xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.round %xi : f64
    pyk.store %r0, "round" %round[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_5: done
// CHECK: round_2 = [2.68, 0.12, -1234.57, 1e+300, 1250.0, nan]
// CHECK: round_0 = [3.0, 0.0, -1235.0, 1e+300, 1250.0, nan]
// CHECK: round_m2 = [0.0, 0.0, -1200.0, 1e+300, 1200.0, nan]
pyk.func @f64_5(%x: !pyk.array<1 x f64, c>,
    %round_2: !pyk.array<1 x f64, c>,
    %round_0: !pyk.array<1 x f64, c>,
    %round_m2: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "round_2", "round_0", "round_m2"],
    gpujit.args = [
      dense<[2.675, 0.125, -1234.5678, 1.0e+300, 1250.0, 0x7FF8000000000000]> : tensor<6xf64>,
      dense<0.0> : tensor<6xf64>,
      dense<0.0> : tensor<6xf64>,
      dense<0.0> : tensor<6xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.round %xi digits 2 : f64
    pyk.store %r0, "round_2" %round_2[%i] : f64, !pyk.array<1 x f64, c>
    %r1 = pyk.round %xi digits 0 : f64
    pyk.store %r1, "round_0" %round_0[%i] : f64, !pyk.array<1 x f64, c>
    %r2 = pyk.round %xi digits -2 : f64
    pyk.store %r2, "round_m2" %round_m2[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_4: done
// CHECK: round = [0.0, 2.0, 2.0, -0.0, -2.0, 3.0, 1e+17, nan, -inf]
pyk.func @f32_4(%x: !pyk.array<1 x f32, c>,
    %round: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "round"],
    gpujit.args = [
      dense<[0.5, 1.5, 2.5, -0.5, -1.5, 2.674999952316284, 9.999999843067494e+16, 0x7FC00000, 0xFF800000]> : tensor<9xf32>,
      dense<0.0> : tensor<9xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.round %xi : f32
    pyk.store %r0, "round" %round[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_5: done
// CHECK: round_2 = [2.68, 0.12, -1234.57, 1e+30, 1250.0, nan]
// CHECK: round_0 = [3.0, 0.0, -1235.0, 1e+30, 1250.0, nan]
// CHECK: round_m2 = [0.0, 0.0, -1200.0, 1.0000001e+30, 1200.0, nan]
pyk.func @f32_5(%x: !pyk.array<1 x f32, c>,
    %round_2: !pyk.array<1 x f32, c>,
    %round_0: !pyk.array<1 x f32, c>,
    %round_m2: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "round_2", "round_0", "round_m2"],
    gpujit.args = [
      dense<[2.674999952316284, 0.125, -1234.5677490234375, 1.0000000150474662e+30, 1250.0, 0x7FC00000]> : tensor<6xf32>,
      dense<0.0> : tensor<6xf32>,
      dense<0.0> : tensor<6xf32>,
      dense<0.0> : tensor<6xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.round %xi digits 2 : f32
    pyk.store %r0, "round_2" %round_2[%i] : f32, !pyk.array<1 x f32, c>
    %r1 = pyk.round %xi digits 0 : f32
    pyk.store %r1, "round_0" %round_0[%i] : f32, !pyk.array<1 x f32, c>
    %r2 = pyk.round %xi digits -2 : f32
    pyk.store %r2, "round_m2" %round_m2[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// Python's rounds the exact decimal value.
// CHECK: py_round_0: 2.67
pyk.func @py_round_0() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.675 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_1: 0.0
pyk.func @py_round_1() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.5 : f64 -> !pyk.float
  %r = pyk.round %a digits 0 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_2: 2.0
pyk.func @py_round_2() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.5 : f64 -> !pyk.float
  %r = pyk.round %a digits 0 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_3: 0.12
pyk.func @py_round_3() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0.125 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_4: -0.12
pyk.func @py_round_4() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -0.125 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_5: 1200.0
pyk.func @py_round_5() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1250.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_6: 1400.0
pyk.func @py_round_6() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1350.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_7: 1400.0
pyk.func @py_round_7() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1350.0000001 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_8: 1e+22
pyk.func @py_round_8() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+22 : f64 -> !pyk.float
  %r = pyk.round %a digits -21 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_9: 0.0
pyk.func @py_round_9() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 5.0e+22 : f64 -> !pyk.float
  %r = pyk.round %a digits -23 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_10: 2e+23
pyk.func @py_round_10() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.5e+23 : f64 -> !pyk.float
  %r = pyk.round %a digits -23 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_11: -0.0
pyk.func @py_round_11() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -0.0 : f64 -> !pyk.float
  %r = pyk.round %a digits 3 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_12: -0.0
pyk.func @py_round_12() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant -0.001 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_13: 1e+300
pyk.func @py_round_13() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0e+300 : f64 -> !pyk.float
  %r = pyk.round %a digits 5 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_14: 1.0
pyk.func @py_round_14() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.0 : f64 -> !pyk.float
  %r = pyk.round %a digits 400 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_15: 0.0
pyk.func @py_round_15() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 123.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -400 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_16: 9.99
pyk.func @py_round_16() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 9.995 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_17: 100.0
pyk.func @py_round_17() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 99.5 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_18: 0.0
pyk.func @py_round_18() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 49.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_19: 0.0
pyk.func @py_round_19() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 50.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_20: 100.0
pyk.func @py_round_20() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 51.0 : f64 -> !pyk.float
  %r = pyk.round %a digits -2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_21: nan
pyk.func @py_round_21() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF8000000000000 : f64 -> !pyk.float
  %r = pyk.round %a digits 2 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_22: inf
pyk.func @py_round_22() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 0x7FF0000000000000 : f64 -> !pyk.float
  %r = pyk.round %a digits -1 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_23: raised OverflowError: rounded value too large to represent
pyk.func @py_round_23() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1.7e+308 : f64 -> !pyk.float
  %r = pyk.round %a digits -308 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_24: 0.0
pyk.func @py_round_24() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 5.0e-324 : f64 -> !pyk.float
  %r = pyk.round %a digits 323 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round_25: 1235000.0
pyk.func @py_round_25() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 1234567.891 : f64 -> !pyk.float
  %r = pyk.round %a digits -3 : !pyk.float
  pyk.return %r : !pyk.float
}

// CHECK: py_round: 2.0
pyk.func @py_round() -> !pyk.float attributes {arg_names = []} {
  %a = pyk.constant 2.5 : f64 -> !pyk.float
  %r = pyk.round %a : !pyk.float
  pyk.return %r : !pyk.float
}

// Rounded once: 0.1 * 10 - 1 isn't zero.
// CHECK-LABEL: f64_6: done
// CHECK: fma = [5.551115123125783e-17, -inf, nan]
pyk.func @f64_6(%x: !pyk.array<1 x f64, c>, %y: !pyk.array<1 x f64, c>, %z: !pyk.array<1 x f64, c>,
    %fma: !pyk.array<1 x f64, c>)
    attributes {arg_names = ["x", "y", "z", "fma"],
    gpujit.args = [
      dense<[0.1, 1.0e+308, 0x7FF8000000000000]> : tensor<3xf64>,
      dense<[10.0, 10.0, 1.0]> : tensor<3xf64>,
      dense<[-1.0, 0xFFF0000000000000, 0.0]> : tensor<3xf64>,
      dense<0.0> : tensor<3xf64>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f64, c> -> f64
    %zi = pyk.load "z" %z[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.fma %xi, %yi, %zi : f64
    pyk.store %r0, "fma" %fma[%i] : f64, !pyk.array<1 x f64, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_6: done
// CHECK: fma = [1.4901161e-08]
pyk.func @f32_6(%x: !pyk.array<1 x f32, c>, %y: !pyk.array<1 x f32, c>, %z: !pyk.array<1 x f32, c>,
    %fma: !pyk.array<1 x f32, c>)
    attributes {arg_names = ["x", "y", "z", "fma"],
    gpujit.args = [
      dense<[0.10000000149011612]> : tensor<1xf32>,
      dense<[10.0]> : tensor<1xf32>,
      dense<[-1.0]> : tensor<1xf32>,
      dense<0.0> : tensor<1xf32>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %yi = pyk.load "y" %y[%i] : !pyk.array<1 x f32, c> -> f32
    %zi = pyk.load "z" %z[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.fma %xi, %yi, %zi : f32
    pyk.store %r0, "fma" %fma[%i] : f32, !pyk.array<1 x f32, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f64_7: done
// CHECK: isnan = [False, False, False, False, True, False]
// CHECK: isinf = [False, False, True, True, False, False]
// CHECK: isfinite = [True, True, False, False, False, True]
// CHECK: signbit = [False, True, False, True, False, True]
pyk.func @f64_7(%x: !pyk.array<1 x f64, c>,
    %isnan: !pyk.array<1 x i1, c>,
    %isinf: !pyk.array<1 x i1, c>,
    %isfinite: !pyk.array<1 x i1, c>,
    %signbit: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "isnan", "isinf", "isfinite", "signbit"],
    gpujit.args = [
      dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -1.0]> : tensor<6xf64>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f64, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f64, c> -> f64
    %r0 = pyk.float_test isnan, %xi : f64
    pyk.store %r0, "isnan" %isnan[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.float_test isinf, %xi : f64
    pyk.store %r1, "isinf" %isinf[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.float_test isfinite, %xi : f64
    pyk.store %r2, "isfinite" %isfinite[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.float_test signbit, %xi : f64
    pyk.store %r3, "signbit" %signbit[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}

// CHECK-LABEL: f32_7: done
// CHECK: isnan = [False, False, False, False, True, False]
// CHECK: isinf = [False, False, True, True, False, False]
// CHECK: isfinite = [True, True, False, False, False, True]
// CHECK: signbit = [False, True, False, True, False, True]
pyk.func @f32_7(%x: !pyk.array<1 x f32, c>,
    %isnan: !pyk.array<1 x i1, c>,
    %isinf: !pyk.array<1 x i1, c>,
    %isfinite: !pyk.array<1 x i1, c>,
    %signbit: !pyk.array<1 x i1, c>)
    attributes {arg_names = ["x", "isnan", "isinf", "isfinite", "signbit"],
    gpujit.args = [
      dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, -1.0]> : tensor<6xf32>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>,
      dense<false> : tensor<6xi1>]} {
  %c0 = pyk.constant 0 : i64 -> !pyk.int
  %c1 = pyk.constant 1 : i64 -> !pyk.int
  %n = pyk.extent %x[0] : !pyk.array<1 x f32, c>
  pyk.for "i" %c0 to %n step %c1 {
  ^bb0(%i: !pyk.int):
    %xi = pyk.load "x" %x[%i] : !pyk.array<1 x f32, c> -> f32
    %r0 = pyk.float_test isnan, %xi : f32
    pyk.store %r0, "isnan" %isnan[%i] : i1, !pyk.array<1 x i1, c>
    %r1 = pyk.float_test isinf, %xi : f32
    pyk.store %r1, "isinf" %isinf[%i] : i1, !pyk.array<1 x i1, c>
    %r2 = pyk.float_test isfinite, %xi : f32
    pyk.store %r2, "isfinite" %isfinite[%i] : i1, !pyk.array<1 x i1, c>
    %r3 = pyk.float_test signbit, %xi : f32
    pyk.store %r3, "signbit" %signbit[%i] : i1, !pyk.array<1 x i1, c>
    pyk.yield
  }
  pyk.return
}
