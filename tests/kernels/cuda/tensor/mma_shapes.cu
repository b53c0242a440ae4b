// One warp multiplies with mma.sync and mma.sp for every shape and format. The kernels know no format: each number comes as the bits
// of one 32-bit word, row by row (b: column by column), and they put it where "Matrix fragments" of the PTX ISA wants it.

template <int kRows, int kDepth, int kBits, int kRegisters> __device__ void loadA(unsigned (&a)[kRegisters], const unsigned* matrix)
{
    constexpr int kTogether = 32 / kBits;
    int lane = threadIdx.x;
    for (int i = 0; i < kRegisters; ++i) {
        a[i] = 0;
        for (int part = 0; part < kTogether; ++part) {
            int row = lane / 4 + (kRows == 16 ? i % 2 * 8 : 0);
            int column = lane % 4 * kTogether + part + (kRows == 16 ? i / 2 : i) * 4 * kTogether;
            a[i] |= matrix[row * kDepth + column] << (part * kBits);
        }
    }
}

template <int kDepth, int kBits, int kRegisters> __device__ void loadB(unsigned (&b)[kRegisters], const unsigned* matrix)
{
    constexpr int kTogether = 32 / kBits;
    int lane = threadIdx.x;
    for (int i = 0; i < kRegisters; ++i) {
        b[i] = 0;
        for (int part = 0; part < kTogether; ++part)
            b[i] |= matrix[lane / 4 * kDepth + lane % 4 * kTogether + part + i * 4 * kTogether] << (part * kBits);
    }
}

// Sums of 32 bits.
__device__ unsigned bitsOf(float number) { return __float_as_uint(number); }
__device__ unsigned bitsOf(unsigned number) { return number; }
__device__ void read(float& number, unsigned bits) { number = __uint_as_float(bits); }
__device__ void read(unsigned& number, unsigned bits) { number = bits; }

template <typename Sum, int kCount> __device__ void loadSums(Sum (&sums)[kCount], const unsigned* matrix)
{
    int lane = threadIdx.x;
    for (int i = 0; i < kCount; ++i)
        read(sums[i], matrix[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2]);
}

template <typename Sum, int kCount> __device__ void storeSums(unsigned* matrix, Sum (&sums)[kCount])
{
    int lane = threadIdx.x;
    for (int i = 0; i < kCount; ++i)
        matrix[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = bitsOf(sums[i]);
}

// Sums of 16 bits, two in a register.
struct Halves {
    unsigned bits;
};

__device__ void loadSums(Halves (&sums)[2], const unsigned* matrix)
{
    int lane = threadIdx.x;
    for (int i = 0; i < 2; ++i) {
        const unsigned* pair = matrix + (lane / 4 + i * 8) * 8 + lane % 4 * 2;
        sums[i].bits = pair[0] | pair[1] << 16;
    }
}

__device__ void storeSums(unsigned* matrix, Halves (&sums)[2])
{
    int lane = threadIdx.x;
    for (int i = 0; i < 2; ++i) {
        unsigned* pair = matrix + (lane / 4 + i * 8) * 8 + lane % 4 * 2;
        pair[0] = sums[i].bits & 0xffff;
        pair[1] = sums[i].bits >> 16;
    }
}

#define D_2(C, s) "+" C(s[0]), "+" C(s[1])
#define D_4(C, s) "+" C(s[0]), "+" C(s[1]), "+" C(s[2]), "+" C(s[3])
#define D_2H(C, s) "+" C(s[0].bits), "+" C(s[1].bits)
#define R_1(x) "r"(x[0])
#define R_2(x) "r"(x[0]), "r"(x[1])
#define R_4(x) "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
// Operands for so many registers of d, a and b.
#define FORM_2_1_1 " {%0, %1}, {%2}, {%3}, {%0, %1};"
#define FORM_2H_2_1 " {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
#define FORM_2H_4_2 " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
#define FORM_4_2_1 " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
#define FORM_4_4_2 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"

#define DENSE(NAME, M, K, BITS, Sum, C, D, A, B, WORDS)                                                                          \
    extern "C" __global__ void mma_##NAME(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c)                  \
    {                                                                                                                            \
        unsigned x[A], y[B];                                                                                                     \
        Sum s[M * 8 / 32 / (sizeof(#D) == 3 ? 2 : 1)];                                                                           \
        loadA<M, K, BITS>(x, a);                                                                                                 \
        loadB<K, BITS>(y, b);                                                                                                    \
        loadSums(s, c);                                                                                                          \
        asm volatile("mma.sync.aligned." WORDS FORM_##D##_##A##_##B : D_##D(C, s) : R_##A(x), R_##B(y));                         \
        storeSums(d, s);                                                                                                         \
    }

DENSE(m16n8k8_f16_f16_f32, 16, 8, 16, float, "f", 4, 2, 1, "m16n8k8.row.col.f32.f16.f16.f32")
DENSE(m16n8k16_f16_f16_f32, 16, 16, 16, float, "f", 4, 4, 2, "m16n8k16.row.col.f32.f16.f16.f32")
DENSE(m16n8k8_f16_f16_f16, 16, 8, 16, Halves, "r", 2H, 2, 1, "m16n8k8.row.col.f16.f16.f16.f16")
DENSE(m16n8k16_f16_f16_f16, 16, 16, 16, Halves, "r", 2H, 4, 2, "m16n8k16.row.col.f16.f16.f16.f16")
DENSE(m16n8k8_bf16_bf16_f32, 16, 8, 16, float, "f", 4, 2, 1, "m16n8k8.row.col.f32.bf16.bf16.f32")
DENSE(m16n8k16_bf16_bf16_f32, 16, 16, 16, float, "f", 4, 4, 2, "m16n8k16.row.col.f32.bf16.bf16.f32")
DENSE(m16n8k4_tf32_tf32_f32, 16, 4, 32, float, "f", 4, 2, 1, "m16n8k4.row.col.f32.tf32.tf32.f32")
DENSE(m16n8k8_tf32_tf32_f32, 16, 8, 32, float, "f", 4, 4, 2, "m16n8k8.row.col.f32.tf32.tf32.f32")
DENSE(m8n8k16_s8_s8_s32, 8, 16, 8, unsigned, "r", 2, 1, 1, "m8n8k16.row.col.s32.s8.s8.s32")
DENSE(m8n8k16_u8_s8_s32, 8, 16, 8, unsigned, "r", 2, 1, 1, "m8n8k16.row.col.s32.u8.s8.s32")
DENSE(m16n8k16_s8_u8_s32, 16, 16, 8, unsigned, "r", 4, 2, 1, "m16n8k16.row.col.s32.s8.u8.s32")
DENSE(m16n8k32_s8_s8_s32, 16, 32, 8, unsigned, "r", 4, 4, 2, "m16n8k32.row.col.s32.s8.s8.s32")
DENSE(m16n8k32_u8_u8_s32, 16, 32, 8, unsigned, "r", 4, 4, 2, "m16n8k32.row.col.satfinite.s32.u8.u8.s32")
DENSE(m8n8k32_s4_s4_s32, 8, 32, 4, unsigned, "r", 2, 1, 1, "m8n8k32.row.col.s32.s4.s4.s32")
DENSE(m16n8k32_u4_s4_s32, 16, 32, 4, unsigned, "r", 4, 2, 1, "m16n8k32.row.col.s32.u4.s4.s32")
DENSE(m16n8k64_s4_u4_s32, 16, 64, 4, unsigned, "r", 4, 4, 2, "m16n8k64.row.col.s32.s4.u4.s32")
DENSE(m8n8k128_b1_b1_s32_xor, 8, 128, 1, unsigned, "r", 2, 1, 1, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
DENSE(m16n8k128_b1_b1_s32_and, 16, 128, 1, unsigned, "r", 4, 2, 1, "m16n8k128.row.col.s32.b1.b1.s32.and.popc")
DENSE(m16n8k256_b1_b1_s32_xor, 16, 256, 1, unsigned, "r", 4, 4, 2, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc")
DENSE(m16n8k16_e4m3_e4m3_f32, 16, 16, 8, float, "f", 4, 2, 1, "m16n8k16.row.col.f32.e4m3.e4m3.f32")
DENSE(m16n8k32_e4m3_e5m2_f32, 16, 32, 8, float, "f", 4, 4, 2, "m16n8k32.row.col.f32.e4m3.e5m2.f32")
DENSE(m16n8k32_e5m2_e5m2_f32, 16, 32, 8, float, "f", 4, 4, 2, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
DENSE(m16n8k16_e5m2_e4m3_f16, 16, 16, 8, Halves, "r", 2H, 2, 1, "m16n8k16.row.col.f16.e5m2.e4m3.f16")
DENSE(m16n8k32_e4m3_e4m3_f16, 16, 32, 8, Halves, "r", 2H, 4, 2, "m16n8k32.row.col.f16.e4m3.e4m3.f16")

#define SPARSE_FORM_4_2_2 " {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, "
#define SPARSE_FORM_4_4_4 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, "
#define SPARSE_FORM_2H_2_2 " {%0, %1}, {%2, %3}, {%4, %5}, {%0, %1}, %6, "
#define SPARSE_FORM_2H_4_4 " {%0, %1}, {%2, %3, %4, %5}, {%6, %7, %8, %9}, {%0, %1}, %10, "

// a has the numbers that are not zero; `metadata` is a word for each lane.
#define SPARSE(NAME, K, BITS, Sum, C, D, A, B, KIND, WORDS, SELECTOR)                                                            \
    extern "C" __global__ void mma_sp_##NAME##_##SELECTOR(                                                                       \
        unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c, const unsigned* metadata)                          \
    {                                                                                                                            \
        unsigned x[A], y[B];                                                                                                     \
        Sum s[16 * 8 / 32 / (sizeof(#D) == 3 ? 2 : 1)];                                                                          \
        loadA<16, K / 2, BITS>(x, a);                                                                                            \
        loadB<K, BITS>(y, b);                                                                                                    \
        loadSums(s, c);                                                                                                          \
        asm volatile("mma." KIND ".sync.aligned." WORDS SPARSE_FORM_##D##_##A##_##B #SELECTOR ";"                                \
                     : D_##D(C, s)                                                                                               \
                     : R_##A(x), R_##B(y), "r"(metadata[threadIdx.x]));                                                          \
        storeSums(d, s);                                                                                                         \
    }

#define ORDERED "sp::ordered_metadata"
SPARSE(m16n8k16_f16_f16_f32, 16, 16, float, "f", 4, 2, 2, ORDERED, "m16n8k16.row.col.f32.f16.f16.f32", 0)
SPARSE(m16n8k16_f16_f16_f32, 16, 16, float, "f", 4, 2, 2, "sp", "m16n8k16.row.col.f32.f16.f16.f32", 3)
SPARSE(m16n8k32_f16_f16_f32, 32, 16, float, "f", 4, 4, 4, ORDERED, "m16n8k32.row.col.f32.f16.f16.f32", 0)
SPARSE(m16n8k32_f16_f16_f16, 32, 16, Halves, "r", 2H, 4, 4, ORDERED, "m16n8k32.row.col.f16.f16.f16.f16", 1)
SPARSE(m16n8k16_f16_f16_f16, 16, 16, Halves, "r", 2H, 2, 2, ORDERED, "m16n8k16.row.col.f16.f16.f16.f16", 1)
SPARSE(m16n8k16_bf16_bf16_f32, 16, 16, float, "f", 4, 2, 2, ORDERED, "m16n8k16.row.col.f32.bf16.bf16.f32", 2)
SPARSE(m16n8k32_bf16_bf16_f32, 32, 16, float, "f", 4, 4, 4, ORDERED, "m16n8k32.row.col.f32.bf16.bf16.f32", 1)
SPARSE(m16n8k8_tf32_tf32_f32, 8, 32, float, "f", 4, 2, 2, ORDERED, "m16n8k8.row.col.f32.tf32.tf32.f32", 1)
SPARSE(m16n8k16_tf32_tf32_f32, 16, 32, float, "f", 4, 4, 4, ORDERED, "m16n8k16.row.col.f32.tf32.tf32.f32", 1)
SPARSE(m16n8k32_s8_s8_s32, 32, 8, unsigned, "r", 4, 2, 2, ORDERED, "m16n8k32.row.col.s32.s8.s8.s32", 0)
SPARSE(m16n8k32_u8_s8_s32, 32, 8, unsigned, "r", 4, 2, 2, ORDERED, "m16n8k32.row.col.s32.u8.s8.s32", 1)
SPARSE(m16n8k64_s8_u8_s32, 64, 8, unsigned, "r", 4, 4, 4, ORDERED, "m16n8k64.row.col.satfinite.s32.s8.u8.s32", 0)
SPARSE(m16n8k64_e4m3_e5m2_f32, 64, 8, float, "f", 4, 4, 4, ORDERED, "m16n8k64.row.col.f32.e4m3.e5m2.f32", 0)
SPARSE(m16n8k64_s4_s4_s32, 64, 4, unsigned, "r", 4, 2, 2, ORDERED, "m16n8k64.row.col.s32.s4.s4.s32", 1)
SPARSE(m16n8k128_u4_s4_s32, 128, 4, unsigned, "r", 4, 4, 4, ORDERED, "m16n8k128.row.col.s32.u4.s4.s32", 0)

// f64: a register for each number.
template <int M, int K> __device__ void loadFactors(double (&x)[M * K / 32], double (&y)[K / 4], const double* a, const double* b)
{
    int lane = threadIdx.x;
    for (int i = 0; i < M * K / 32; ++i)
        x[i] = a[(lane / 4 + (M == 16 ? i % 2 * 8 : 0)) * K + lane % 4 + (M == 16 ? i / 2 : i) * 4];
    for (int i = 0; i < K / 4; ++i)
        y[i] = b[lane / 4 * K + lane % 4 + i * 4];
}

#define DOUBLES(M, K, FORM, OUT, ...)                                                                                            \
    extern "C" __global__ void mma_m##M##n8k##K##_f64_f64_f64(double* d, const double* a, const double* b, const double* c)      \
    {                                                                                                                            \
        double x[M * K / 32], y[K / 4], s[M / 4];                                                                                \
        loadFactors<M, K>(x, y, a, b);                                                                                           \
        int at = threadIdx.x / 4 * 8 + threadIdx.x % 4 * 2;                                                                      \
        for (int i = 0; i < M / 4; ++i)                                                                                          \
            s[i] = c[at + i / 2 * 64 + i % 2];                                                                                   \
        asm volatile("mma.sync.aligned.m" #M "n8k" #K ".row.col.f64.f64.f64.f64 " FORM : OUT("d", s) : __VA_ARGS__);             \
        for (int i = 0; i < M / 4; ++i)                                                                                          \
            d[at + i / 2 * 64 + i % 2] = s[i];                                                                                   \
    }

#define SUM4 "{%0, %1, %2, %3}, "
DOUBLES(8, 4, "{%0, %1}, {%2}, {%3}, {%0, %1};", D_2, "d"(x[0]), "d"(y[0]))
#if __CUDA_ARCH__ >= 900
DOUBLES(16, 4, SUM4 "{%4, %5}, {%6}, {%0, %1, %2, %3};", D_4, "d"(x[0]), "d"(x[1]), "d"(y[0]))
DOUBLES(16, 8, SUM4 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};", D_4, "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]),
    "d"(y[1]))
DOUBLES(16, 16, SUM4 "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};", D_4, "d"(x[0]), "d"(x[1]),
    "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]))
#endif

// m8n8k4 of f16: lanes 0 to 3 and 16 to 19 multiply one pair of matrices, lanes 4 to 7 and 20 to 23 the next one, and so on.
// The four matrices a lie in sequence, row by row; so do b and c.
template <bool kARows, bool kBRows> __device__ void loadGroups(unsigned (&x)[2], unsigned (&y)[2], const unsigned* a, const unsigned* b)
{
    int lane = threadIdx.x;
    a += lane % 16 / 4 * 32;
    b += lane % 16 / 4 * 32;
    int high = lane < 16 ? 0 : 4;
    for (int i = 0; i < 2; ++i) {
        x[i] = y[i] = 0;
        for (int part = 0; part < 2; ++part) {
            int k = 2 * i + part;
            unsigned fromA = kARows ? a[(lane % 4 + high) * 4 + k] : a[(k + high) * 4 + lane % 4];
            unsigned fromB = kBRows ? b[lane % 4 * 8 + k + high] : b[k * 8 + lane % 4 + high];
            x[i] |= fromA << (16 * part);
            y[i] |= fromB << (16 * part);
        }
    }
}

#define GROUPS_F32(A, B, A_ROWS, B_ROWS)                                                                                         \
    extern "C" __global__ void mma_m8n8k4_##A##_##B##_f32(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c)  \
    {                                                                                                                            \
        unsigned x[2], y[2];                                                                                                     \
        float s[8];                                                                                                              \
        loadGroups<A_ROWS, B_ROWS>(x, y, a, b);                                                                                  \
        int lane = threadIdx.x, first = lane % 16 / 4 * 64 + (lane < 16 ? 0 : 32);                                               \
        for (int i = 0; i < 8; ++i)                                                                                              \
            s[i] = __uint_as_float(c[first + ((lane & 1) + (i & 2)) * 8 + (i & 4) + (lane & 2) + (i & 1)]);                      \
        asm volatile("mma.sync.aligned.m8n8k4." #A "." #B ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "        \
                     "{%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"                                                             \
                     : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]), "+f"(s[4]), "+f"(s[5]), "+f"(s[6]), "+f"(s[7])            \
                     : R_2(x), R_2(y));                                                                                          \
        for (int i = 0; i < 8; ++i)                                                                                              \
            d[first + ((lane & 1) + (i & 2)) * 8 + (i & 4) + (lane & 2) + (i & 1)] = __float_as_uint(s[i]);                      \
    }

GROUPS_F32(row, row, true, true)
GROUPS_F32(row, col, true, false)
GROUPS_F32(col, row, false, true)
GROUPS_F32(col, col, false, false)

extern "C" __global__ void mma_m8n8k4_row_col_f16(unsigned* d, const unsigned* a, const unsigned* b, const unsigned* c)
{
    unsigned x[2], y[2], s[4];
    loadGroups<true, false>(x, y, a, b);
    int lane = threadIdx.x, first = lane % 16 / 4 * 64 + (lane < 16 ? 0 : 32) + lane % 4 * 8;
    for (int i = 0; i < 4; ++i)
        s[i] = c[first + 2 * i] | c[first + 2 * i + 1] << 16;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"
                 : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
                 : R_2(x), R_2(y));
    for (int i = 0; i < 4; ++i) {
        d[first + 2 * i] = s[i] & 0xffff;
        d[first + 2 * i + 1] = s[i] >> 16;
    }
}
