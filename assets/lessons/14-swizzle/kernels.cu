// A block copies a tile of 32 rows of 32 words by columns. The tile lies in shared memory in several layouts, which differ in
// the bank conflicts of a column. The word in row r, column c is at L::index(r, c).

// Rows of 32 + kWords words.
template <int kWords> struct Padded {
    static constexpr int kSize = 32 * (32 + kWords);
    static __device__ int index(int row, int column) { return row * (32 + kWords) + column; }
};

// Row r has its columns in the order c XOR r.
struct Xor {
    static constexpr int kSize = 32 * 32;
    static __device__ int index(int row, int column) { return row * 32 + (column ^ row); }
};

// As CuTe's Swizzle<B, M, S>: the B bits of the index from bit M + S on are added, without carry, to the B bits from bit M on.
template <int B, int M, int S> struct Swizzle {
    static constexpr int kSize = 32 * 32;
    static __device__ int index(int row, int column)
    {
        int plain = row * 32 + column;
        int bits = plain >> (M + S) & ((1 << B) - 1);
        return plain ^ bits << M;
    }
};

// A lane reads one word, a warp a column: out[c][r] = in[r][c]. 256 threads, 8 warps.
template <typename L> __global__ void read_columns(const unsigned* in, unsigned* out)
{
    __shared__ unsigned tile[L::kSize];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int row = warp; row < 32; row += 8)
        tile[L::index(row, lane)] = in[blockIdx.x * 1024 + row * 32 + lane];
    __syncthreads();
    for (int column = warp; column < 32; column += 8)
        out[blockIdx.x * 1024 + column * 32 + lane] = tile[L::index(lane, column)];
}

__device__ uint4* chunk(unsigned* words)
{
    return reinterpret_cast<uint4*>(words);
}

// A lane reads a chunk of 16 bytes, four words of its row; a warp reads a column of chunks: out[q][r] = in[r][q].
template <typename L> __global__ void read_chunks(const uint4* in, uint4* out)
{
    __shared__ __align__(16) unsigned tile[L::kSize];
    int t = threadIdx.x;
    *chunk(tile + L::index(t / 8, t % 8 * 4)) = in[blockIdx.x * 256 + t];
    __syncthreads();
    int lane = t % 32, q = t / 32;
    out[blockIdx.x * 256 + q * 32 + lane] = *chunk(tile + L::index(lane, q * 4));
}

// The same with ldmatrix: a warp reads four matrices of 8 rows of 16 bytes, that is, a column of 32 chunks. A lane passes the
// address of its row and receives one word of each matrix.
template <typename L> __global__ void read_matrices(const uint4* in, unsigned* out)
{
    __shared__ __align__(16) unsigned tile[L::kSize];
    int t = threadIdx.x;
    *chunk(tile + L::index(t / 8, t % 8 * 4)) = in[blockIdx.x * 256 + t];
    __syncthreads();
    int lane = t % 32, q = t / 32;
    unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + L::index(lane, q * 4)));
    unsigned word[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "r"(row)); // ldmatrix
    for (int m = 0; m < 4; ++m)
        out[blockIdx.x * 1024 + q * 128 + m * 32 + lane] = word[m];
}

// The build for old GPUs has no instructions that they lack.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define SM_90
#endif

struct __align__(64) TensorMap { // CUtensorMap: 32 words per row, a row for each row of all tiles; a copy takes 32 rows
    unsigned long long words[16];
};

// One thread asks for the whole tile. The tensor map says with which swizzle the copy writes it; L must be the same one.
template <typename L> __global__ void read_copied(const __grid_constant__ TensorMap in, uint4* out)
{
#ifdef SM_90
    __shared__ __align__(1024) unsigned tile[L::kSize];
    __shared__ unsigned long long full;
    int t = threadIdx.x;
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile)), barrier = static_cast<unsigned>(__cvta_generic_to_shared(&full));
    if (t == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(barrier) : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0, %2}], [%3];" ::"r"(to),
                     "l"(&in), "r"(blockIdx.x * 32), "r"(barrier) : "memory"); // tensor copy
    }
    __syncthreads(); // the mbarrier object is initialized
    unsigned done = 0;
    while (done == 0)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done) : "r"(barrier) : "memory");
    int lane = t % 32, q = t / 32;
    out[blockIdx.x * 256 + q * 32 + lane] = *chunk(tile + L::index(lane, q * 4)); // of the copy
#endif
}

template __global__ void read_columns<Padded<0>>(const unsigned*, unsigned*);
template __global__ void read_columns<Padded<1>>(const unsigned*, unsigned*);
template __global__ void read_columns<Xor>(const unsigned*, unsigned*);
template __global__ void read_columns<Swizzle<5, 0, 5>>(const unsigned*, unsigned*);
template __global__ void read_chunks<Padded<0>>(const uint4*, uint4*);
template __global__ void read_chunks<Padded<1>>(const uint4*, uint4*);
template __global__ void read_chunks<Padded<4>>(const uint4*, uint4*);
template __global__ void read_chunks<Swizzle<3, 2, 3>>(const uint4*, uint4*);
template __global__ void read_matrices<Padded<0>>(const uint4*, unsigned*);
template __global__ void read_matrices<Padded<4>>(const uint4*, unsigned*);
template __global__ void read_matrices<Swizzle<3, 3, 3>>(const uint4*, unsigned*);
template __global__ void read_matrices<Swizzle<3, 2, 3>>(const uint4*, unsigned*);
template __global__ void read_copied<Padded<0>>(const __grid_constant__ TensorMap, uint4*);
template __global__ void read_copied<Swizzle<3, 2, 3>>(const __grid_constant__ TensorMap, uint4*);
