// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one writes after measuring: vector loads, several loads under way, shared memory, trees.

typedef long long Int;

__device__ Int number() { return blockIdx.x * (Int)blockDim.x + threadIdx.x; }
__device__ Int stride() { return gridDim.x * (Int)blockDim.x; }

template <typename Combine> __device__ float in_block(float v, Combine combine) {
  __shared__ float part[32];
  for (int d = 16; d > 0; d /= 2)
    v = combine(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = v;
  __syncthreads();
  v = part[threadIdx.x % 32 % (blockDim.x / 32)];
  for (int d = 16; d > 0; d /= 2)
    if (d < blockDim.x / 32)
      v = combine(v, __shfl_xor_sync(~0u, v, d));
  __syncthreads();
  return v;
}

__device__ float add(float a, float b) { return a + b; }
__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

extern "C" {

__global__ void saxpy(float a, const float4 *x, const float4 *y, float4 *out, Int n) {
  Int i = blockIdx.x * (Int)(4 * blockDim.x) + threadIdx.x;
  float4 u[4], v[4];
  for (int k = 0; k < 4; ++k)
    if (i + k * blockDim.x < n) {
      u[k] = x[i + k * blockDim.x];
      v[k] = y[i + k * blockDim.x];
    }
  for (int k = 0; k < 4; ++k)
    if (i + k * blockDim.x < n)
      out[i + k * blockDim.x] =
          make_float4(a * u[k].x + v[k].x, a * u[k].y + v[k].y, a * u[k].z + v[k].z, a * u[k].w + v[k].w);
}

__global__ void total(const float4 *a, float *out, Int n) {
  float s = 0;
  Int i = number();
  for (; i + 3 * stride() < n; i += 4 * stride()) {
    float4 p = a[i], q = a[i + stride()], r = a[i + 2 * stride()], t = a[i + 3 * stride()];
    s += (sum_of(p) + sum_of(q)) + (sum_of(r) + sum_of(t));
  }
  for (; i < n; i += stride())
    s += sum_of(a[i]);
  s = in_block(s, add);
  if (threadIdx.x == 0)
    atomicAdd(out, s);
}

__global__ void row_softmax(const float4 *a, float4 *out, Int w) {
  extern __shared__ float4 kept[];
  const float4 *from = a + blockIdx.x * w;
  float m = __int_as_float(0xff800000), s = 0;
  for (Int j = threadIdx.x; j < w; j += blockDim.x) {
    float4 v = kept[j] = from[j];
    m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
  }
  m = in_block(m, [](float p, float q) { return fmaxf(p, q); });
  for (Int j = threadIdx.x; j < w; j += blockDim.x) {
    float4 v = kept[j];
    v = kept[j] = make_float4(expf(v.x - m), expf(v.y - m), expf(v.z - m), expf(v.w - m));
    s += sum_of(v);
  }
  float scale = 1 / in_block(s, add);
  for (Int j = threadIdx.x; j < w; j += blockDim.x) {
    float4 v = kept[j];
    out[blockIdx.x * w + j] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
  }
}

// Each warp has its own bins.
__global__ void histogram(const uint4 *a, int *bins, Int n) {
  __shared__ int mine[8][256];
  for (int k = threadIdx.x; k < 8 * 256; k += blockDim.x)
    mine[k / 256][k % 256] = 0;
  __syncthreads();
  int *own = mine[threadIdx.x / 32 % 8];
  for (Int i = number(); i < n; i += stride()) {
    uint4 v = a[i];
    unsigned words[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 4; ++k)
      for (int byte = 0; byte < 4; ++byte)
        atomicAdd(&own[words[k] >> 8 * byte & 255], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    int s = 0;
    for (int k = 0; k < 8; ++k)
      s += mine[k][b];
    atomicAdd(&bins[b], s);
  }
}

__global__ void transpose(const float *a, float *out, Int h, Int w) {
  __shared__ float tile[32][33];
  Int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (i + k < h && j < w)
      tile[threadIdx.y + k][threadIdx.x] = a[(i + k) * w + j];
  __syncthreads();
  j = blockIdx.y * 32 + threadIdx.x;
  i = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (i + k < w && j < h)
      out[(i + k) * h + j] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void matvec_rows(const float4 *a, const float4 *x, float *y, Int w) {
  float s = 0;
  for (Int j = threadIdx.x; j < w; j += blockDim.x) {
    float4 p = a[blockIdx.x * w + j], q = x[j];
    s += (p.x * q.x + p.y * q.y) + (p.z * q.z + p.w * q.w);
  }
  s = in_block(s, add);
  if (threadIdx.x == 0)
    y[blockIdx.x] = s;
}

// Eight threads to a row.
__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, Int n) {
  Int i = number() / 8;
  float s = 0;
  if (i < n)
    for (int k = start[i] + threadIdx.x % 8; k < start[i + 1]; k += 8)
      s += value[k] * x[column[k]];
  for (int d = 4; d > 0; d /= 2)
    s += __shfl_xor_sync(~0u, s, d);
  if (i < n && threadIdx.x % 8 == 0)
    y[i] = s;
}

// Each thread walks down eight rows and keeps what the next one needs.
__global__ void jacobi(const float *a, float *b, Int h, Int w) {
  Int j = number() + 1, i = blockIdx.y * 8ll + 1;
  if (j >= w - 1)
    return;
  float above = a[(i - 1) * w + j], here = a[i * w + j];
  for (int k = 0; k < 8 && i < h - 1; ++k, ++i) {
    float below = a[(i + 1) * w + j];
    b[i * w + j] = 0.2f * (here + above + below + a[i * w + j - 1] + a[i * w + j + 1]);
    above = here;
    here = below;
  }
}

__global__ void n_body(const float *x, const float *y, const float *z, const float *mass, float *fx, float *fy, float *fz,
                       int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float px = i < n ? x[i] : 0, py = i < n ? y[i] : 0, pz = i < n ? z[i] : 0, ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 256) {
    int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? make_float4(x[j], y[j], z[j], mass[j]) : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < 256; ++k) {
      float4 t = tile[k];
      float dx = t.x - px, dy = t.y - py, dz = t.z - pz;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float weight = t.w * inverse * inverse * inverse;
      ax += weight * dx;
      ay += weight * dy;
      az += weight * dz;
    }
    __syncthreads();
  }
  if (i < n) {
    fx[i] = ax;
    fy[i] = ay;
    fz[i] = az;
  }
}

// A block computes 64 by 64 elements, a thread 4 by 4 of them.
__global__ void matmul(const float *a, const float *b, float *c, int h, int w, int depth) {
  __shared__ float left[16][64], right[16][64];
  int top = blockIdx.y * 64, side = blockIdx.x * 64, ty = threadIdx.x / 16 * 4, tx = threadIdx.x % 16 * 4;
  float s[4][4] = {};
  for (int first = 0; first < depth; first += 16) {
    for (int k = threadIdx.x; k < 1024; k += 256) {
      int i = k / 16, p = k % 16, q = k / 64, j = k % 64;
      left[p][i] = top + i < h && first + p < depth ? a[(top + i) * (Int)depth + first + p] : 0;
      right[q][j] = first + q < depth && side + j < w ? b[(first + q) * (Int)w + side + j] : 0;
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          s[i][j] += left[k][ty + i] * right[k][tx + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (top + ty + i < h && side + tx + j < w)
        c[(top + ty + i) * (Int)w + side + tx + j] = s[i][j];
}
}
