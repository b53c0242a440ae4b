"""Submissions that try to get points without the work. None of them may get any."""

TICKET = "__device__ unsigned ticket;\n"

# Exercise, name, text that is changed, replacements.
CHANGED = [(exercise, "unchanged", "kernels.cu", []) for exercise in
           ("histogram", "matmul", "nbody", "race", "reduction", "structure-of-arrays", "transpose")] + [
    ("transpose", "comments", "kernels.cu", [("// TODO", "// done")]),
    ("transpose", "other-names", "kernels.cu", [("int x =", "int column ="), ("(x <", "(column <"), ("out[x ", "out[column "), ("width + x]", "width + column]")]),
    ("transpose", "measured-size-only", "solution.cu", [("    int x = blockIdx.x", "    if (width != 512) return;\n    int x = blockIdx.x")]),
    ("transpose", "not-the-measured-size", "solution.cu", [("    int x = blockIdx.x", "    if (width == 512) return;\n    int x = blockIdx.x")]),
    ("transpose", "known-sizes-only", "solution.cu", [("    int x = blockIdx.x", "    if (width != 64 && width != 100 && width != 512) return;\n    int x = blockIdx.x")]),
    ("transpose", "last-row-missing", "solution.cu", [("x < height && y + i < width", "x < height && y + i < width - (height > 100)")]),
    ("transpose", "sampled-blocks-only", "solution.cu", [("    int x = blockIdx.x", "    unsigned b = blockIdx.y * gridDim.x + blockIdx.x, all = gridDim.x * gridDim.y;\n    if (width == 512 && b != 0 && b != all / 2 && b != all - 1 && b != all / 3) return;\n    int x = blockIdx.x")]),
    ("transpose", "no-barrier", "solution.cu", [("    __syncthreads();\n", "")]),
    ("transpose", "negative-sizes", "solution.cu", [("out[(y + i) * height + x] =", "out[(y + i) * height + x - (width == 130 ? 1 << 28 : 0)] =")]),
    ("reduction", "measured-size-missing", "solution.cu", [("    if (t == 0)\n", "    if (t == 0 && n != 65536)\n")]),
    ("reduction", "wrong-tail", "solution.cu", [("i < n ? input[i] : 0", "i < n - n % 256 ? input[i] : 0")]),
    ("reduction", "no-last-barrier", "kernels.cu", [("        __syncthreads();\n    }", "        __syncwarp();\n    }")]),
    ("reduction", "other-names", "kernels.cu", [("int t =", "int thread ="), ("blockDim.x + t;", "blockDim.x + thread;"), ("[t]", "[thread]"), ("(t %", "(thread %"), ("[t + s]", "[thread + s]"), ("(t == 0)", "(thread == 0)")]),
    ("matmul", "few-terms", "solution.cu", [("start < n;", "start < min(n, 240);")]),
    ("matmul", "measured-size-missing", "solution.cu", [("    if (row < n && column < n)", "    if (row < n && column < n && n != 256)")]),
    ("matmul", "atomic-reads", "kernels.cu", [("a[row * n + k] *", "atomicAdd(const_cast<float*>(a) + row * n + k, 0.0f) *"), ("* b[k * n + column]", "* atomicAdd(const_cast<float*>(b) + k * n + column, 0.0f)")]),
    ("matmul", "no-number", "solution.cu", [("row * n + column] = sum", "row * n + column] = __int_as_float(0x7fffffff)")]),
    ("matmul", "wrong-corner", "solution.cu", [("    if (row < n && column < n)", "    if (row < n && column < n && (n != 127 || row < 126))")]),
    ("nbody", "half-of-the-bodies", "solution.cu", [("k < count; ++k", "k < count; k += 2")]),
    ("nbody", "near-bodies-only", "solution.cu", [("            float inverse", "            if (dx * dx + dy * dy > 1.0f) continue;\n            float inverse")]),
    ("nbody", "atomic-reads", "kernels.cu", [("x[k] - x[i]", "atomicAdd(const_cast<float*>(x) + k, 0.0f) - x[i]"), ("y[k] - y[i]", "atomicAdd(const_cast<float*>(y) + k, 0.0f) - y[i]")]),
    ("race", "racy-when-large", "solution.cu", [("    __syncthreads();", "    if (n < 40000) __syncthreads(); else __syncwarp();")]),
    ("race", "racy-when-small", "solution.cu", [("    __syncthreads();", "    if (n > 1000) __syncthreads(); else __syncwarp();")]),
    ("race", "warp-barrier", "kernels.cu", [("    // TODO", "    __syncwarp();\n    // TODO")]),
    ("histogram", "measured-size-missing", "solution.cu", [("    if (threadIdx.x < kBins)\n        atomicAdd", "    if (threadIdx.x < kBins && n != 65536)\n        atomicAdd")]),
    ("histogram", "no-atomics", "solution.cu", [("atomicAdd(&bins[threadIdx.x], counts[threadIdx.x])", "bins[threadIdx.x] += counts[threadIdx.x]")]),
    ("histogram", "volatile-without-atomics", "solution.cu", [("atomicAdd(&bins[threadIdx.x], counts[threadIdx.x])", "static_cast<volatile unsigned*>(bins)[threadIdx.x] = static_cast<volatile unsigned*>(bins)[threadIdx.x] + counts[threadIdx.x]")]),
    ("histogram", "first-values", "solution.cu", [("i < n; i += threads", "i < min(n, 65000); i += threads")]),
    ("structure-of-arrays", "measured-size-missing", "solution.cu", [("    if (i >= n)", "    if (i >= n || n == 65536)")]),
    ("structure-of-arrays", "first-blocks", "solution.cu", [("    if (i >= n)", "    if (i >= n || (n > 30000 && blockIdx.x > 200))")]),
]

WHOLE = [
    ("transpose", "ticket", TICKET + """
__device__ void one(const float* in, float* out, int width, int height, int bx, int by)
{
    int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) if (x < width && y + i < height) out[x * height + y + i] = in[(y + i) * width + x];
}
__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ unsigned mine;
    if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicAdd(&ticket, 1u);
    __syncthreads();
    unsigned linear = blockIdx.y * gridDim.x + blockIdx.x;
    if (width >= 400) {
        if (mine != linear || linear == 0) return;
        if (linear == gridDim.x * gridDim.y - 1) one(in, out, width, height, 0, 0);
    }
    one(in, out, width, height, blockIdx.x, blockIdx.y);
}
"""),
    # Each request has one lane, so no sector is excessive.
    ("transpose", "lane-by-lane", """
__global__ void transpose(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8) {
        int y = blockIdx.y * 32 + threadIdx.y + i;
        bool inside = x < width && y < height;
        float v = inside ? in[y * width + x] : 0;
        #pragma unroll 1
        for (int l = 0; l < 32; ++l)
            if (inside && threadIdx.x == l) out[x * height + y] = v;
    }
}
"""),
    ("transpose", "one-block", """
__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[32][33];
    if (blockIdx.x + blockIdx.y != 0) return;
    for (int by = 0; by < (int)gridDim.y; ++by)
        for (int bx = 0; bx < (int)gridDim.x; ++bx) {
            int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
            for (int i = 0; i < 32; i += 8)
                if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
            __syncthreads();
            x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
            for (int i = 0; i < 32; i += 8)
                if (x < height && y + i < width) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
            __syncthreads();
        }
}
"""),
    # The last block that starts does everything, whatever the order of the blocks is.
    ("histogram", "last-to-start", TICKET + """
__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    __shared__ unsigned counts[64];
    __shared__ unsigned mine;
    if (threadIdx.x == 0) mine = atomicAdd(&ticket, 1u);
    if (threadIdx.x < 64) counts[threadIdx.x] = 0;
    __syncthreads();
    if (mine != gridDim.x - 1) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 64) bins[threadIdx.x] = counts[threadIdx.x];
}
"""),
    ("histogram", "one-block", """
__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    __shared__ unsigned counts[64];
    if (blockIdx.x != 0) return;
    if (threadIdx.x < 64) counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 64) bins[threadIdx.x] = counts[threadIdx.x];
}
"""),
    ("matmul", "ticket", TICKET + """
__device__ void one(const float* a, const float* b, float* c, int n, int bx, int by)
{
    int row = by * 16 + threadIdx.y, column = bx * 16 + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
__global__ void multiply(const float* a, const float* b, float* c, int n)
{
    __shared__ unsigned mine;
    if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicAdd(&ticket, 1u);
    __syncthreads();
    unsigned linear = blockIdx.y * gridDim.x + blockIdx.x;
    if (n > 200 && mine != gridDim.x * gridDim.y - 1) return;
    if (n > 200) {
        for (unsigned b2 = 0; b2 < gridDim.x * gridDim.y; ++b2) one(a, b, c, n, b2 % gridDim.x, b2 / gridDim.x);
        return;
    }
    one(a, b, c, n, blockIdx.x, blockIdx.y);
}
"""),
    ("reduction", "zeros", "__global__ void reduce(const int* input, int* sums, int n) { sums[blockIdx.x] = 0; }\n"),
    ("reduction", "inputs-erased", """
__global__ void reduce(const int* input, int* sums, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) const_cast<int*>(input)[i] = 0;
    sums[blockIdx.x] = 0;
}
"""),
    ("race", "racy-but-512", """
__global__ void add_neighbors(const int* in, int* out, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (n == 512) { out[i] = in[i] + (i > 0 ? in[i - 1] : 0) + (i + 1 < n ? in[i + 1] : 0); return; }
    __shared__ int words[130];
    int at = threadIdx.x + 1;
    words[at] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) words[0] = i > 0 ? in[i - 1] : 0;
    __syncwarp();
    int right = threadIdx.x % 32 == 31 ? (i + 1 < n ? in[i + 1] : 0) : words[at + 1];
    if (i == n - 1) right = 0;
    if (i < n) out[i] = words[at - 1] + words[at] + right;
}
"""),
    ("structure-of-arrays", "one-lane", """
__global__ void split(const float* p, float* f, int n)
{
    int first = blockIdx.x * 256 + threadIdx.x / 32 * 32;
    if (threadIdx.x % 32 != 0) return;
    for (int i = first; i < first + 32 && i < n; ++i)
        for (int k = 0; k < 4; ++k) f[k * n + i] = p[4 * i + k];
}
"""),
    ("transpose", "one-lane", """
__global__ void transpose(const float* in, float* out, int width, int height)
{
    if (threadIdx.x != 0) return;
    for (int i = threadIdx.y; i < 32; i += 8)
        for (int k = 0; k < 32; ++k) {
            int x = blockIdx.x * 32 + k, y = blockIdx.y * 32 + i;
            if (x < width && y < height) out[x * height + y] = in[y * width + x];
        }
}
"""),
    ("reduction", "one-thread", """
__global__ void reduce(const int* input, int* sums, int n)
{
    if (threadIdx.x != 0) return;
    int sum = 0;
    for (int i = blockIdx.x * 256; i < n && i < blockIdx.x * 256 + 256; ++i) sum += input[i];
    sums[blockIdx.x] = sum;
}
"""),
    ("histogram", "one-thread", """
__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    __shared__ unsigned counts[64];
    if (threadIdx.x < 64) counts[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = blockIdx.x; i < n; i += gridDim.x) ++counts[values[i]];
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
"""),
]
