"""Submissions that solve the exercises as students write them."""
import re

EXERCISES = ["histogram", "matmul", "nbody", "race", "reduction", "structure-of-arrays", "transpose"]


def by_windows(text):
    return b"\xef\xbb\xbf" + text.encode().replace(b"\n", b"\r\n") + b"// caf\xe9\r\n"


def with_main(text):
    return "#include <cstdio>\n" + text + '\nint main()\n{\n    std::printf("only the kernel counts\\n");\n}\n'


def renamed(text):
    for before, after in (("tile_a", "part_of_a"), ("sum", "total"), ("words", "shared_words"), ("counts", "own_counts"), ("tile", "part"), ("start", "first")):
        text = re.sub(rf"\b{before}\b", after, text)
    return text


CHANGES = {
    "solution": lambda text: text,
    "windows": by_windows,
    "main": with_main,
    "renamed": renamed,
    "pragmas": lambda text: re.sub(r"^( *)for ", r"\1#pragma unroll 2\n\1for ", text, flags=re.M),
}

WHOLE = [
    ("transpose", "swizzled", """
__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int width, int height)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x ^ (threadIdx.y + i)] = in[(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.x ^ (threadIdx.y + i)];
}
"""),
    ("reduction", "shuffles", """
__global__ void reduce(const int* input, int* sums, int n)
{
    __shared__ int words[8];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int v = i < n ? input[i] : 0;
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffff, v, o);
    if (t % 32 == 0)
        words[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < 8 ? words[t] : 0;
        for (int o = 4; o > 0; o /= 2)
            v += __shfl_down_sync(0xffffffff, v, o);
        if (t == 0)
            sums[blockIdx.x] = v;
    }
}
"""),
    ("race", "without-shared-memory", """
__global__ void add_neighbors(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + (i > 0 ? in[i - 1] : 0) + (i + 1 < n ? in[i + 1] : 0);
}
"""),
    ("race", "two-barriers", """
__global__ void add_neighbors(const int* in, int* out, int n)
{
    __shared__ int words[130];
    int i = blockIdx.x * 128 + threadIdx.x, at = threadIdx.x + 1;
    words[at] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) words[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == 127) words[129] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    int sum = words[at - 1] + words[at] + words[at + 1];
    __syncthreads();
    words[at] = sum;
    if (i < n) out[i] = words[at];
}
"""),
    ("histogram", "two-copies", """
__global__ void histogram(const unsigned int* values, unsigned int* bins, int n)
{
    __shared__ unsigned int counts[2][64];
    for (int i = threadIdx.x; i < 128; i += blockDim.x) counts[i / 64][i % 64] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[threadIdx.x / 128][values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], counts[0][threadIdx.x] + counts[1][threadIdx.x]);
}
"""),
    ("nbody", "two-tiles", """
__global__ void accelerate(const float* x, const float* y, float* a, int n)
{
    __shared__ float tx[256], ty[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float px = i < n ? x[i] : 0, py = i < n ? y[i] : 0, ax = 0, ay = 0;
    for (int first = 0; first < n; first += 256) {
        if (first + threadIdx.x < n) { tx[threadIdx.x] = x[first + threadIdx.x]; ty[threadIdx.x] = y[first + threadIdx.x]; }
        __syncthreads();
        for (int k = 0; k < 256 && first + k < n; ++k) {
            float dx = tx[k] - px, dy = ty[k] - py, r = rsqrtf(dx * dx + dy * dy + 1e-2f);
            ax += dx * r * r * r; ay += dy * r * r * r;
        }
        __syncthreads();
    }
    if (i < n) { a[i] = ax; a[n + i] = ay; }
}
"""),
]
