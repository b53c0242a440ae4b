// Latency and throughput of arithmetic, conversion and warp-level instructions.
// Each operation names its PTX. What ptxas makes of it is in the notes where it is more than one instruction.
#include "harness.h"

namespace {

constexpr int kAccumulators = 8;
constexpr int kSeeds = kFullBlock * kAccumulators;
constexpr int kIterations = 16;

// id, type, operations per apply(), length of the shorter chain, x of thread 0, x of the next thread minus x, y, z, note, code.
// x and y change, so that no operation can be moved out of a loop or joined with its neighbor.
#define OPERATION(id, type, count, steps, x0, dx, y0, z0, note, ...)                                                             \
    struct id {                                                                                                                  \
        using Value = type;                                                                                                      \
        static constexpr const char* kName = #id;                                                                                \
        static constexpr const char* kNote = note;                                                                               \
        static constexpr int kCount = count;                                                                                     \
        static constexpr int kSteps = steps;                                                                                     \
        static type x_of(int thread) { return static_cast<type>((x0) + thread * (dx)); }                                         \
        static type y_of() { return static_cast<type>(y0); }                                                                     \
        static type z_of() { return static_cast<type>(z0); }                                                                     \
        __device__ static void apply(type& x, type& y, type& z)                                                                  \
        {                                                                                                                        \
            asm volatile(__VA_ARGS__);                                                                                           \
            static_cast<void>(y);                                                                                                \
            static_cast<void>(z);                                                                                                \
        }                                                                                                                        \
    };

using U32 = unsigned;
using U64 = unsigned long long;

// clang-format off
OPERATION(add_u32, U32, 2, 32, 1, 3, 5, 7, "add.u32; IADD3 and IMAD.IADD alternate", "add.u32 %0, %0, %1; add.u32 %1, %1, %0;" : "+r"(x), "+r"(y))
OPERATION(lop3, U32, 2, 32, 1, 3, 5, 7, "lop3.b32", "lop3.b32 %0, %0, %1, %2, 0x1e; lop3.b32 %1, %1, %0, %2, 0x6d;" : "+r"(x), "+r"(y) : "r"(z))
OPERATION(shf, U32, 2, 32, 1, 3, 5, 7, "shf.l.wrap.b32", "shf.l.wrap.b32 %0, %0, %1, 7; shf.l.wrap.b32 %1, %1, %0, 9;" : "+r"(x), "+r"(y))
OPERATION(mad_lo_u32, U32, 1, 64, 1, 3, 5, 7, "mad.lo.u32", "mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(y), "r"(z))
OPERATION(mul_hi_u32, U32, 1, 64, 1, 3, 0xfffffff1U, 7, "mul.hi.u32", "mul.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(y))
OPERATION(mul_wide_u32, U64, 1, 64, 1, 3, 0xfffffff1U, 7, "mul.wide.u32; the high word is the next factor",
    "{ .reg .u32 a, b, c, d; mov.b64 {a, b}, %0; mov.b64 {c, d}, %1; mul.wide.u32 %0, b, c; }" : "+l"(x) : "l"(y))
OPERATION(add_u64, U64, 2, 32, 1, 3, 5, 7, "add.u64: 2 instructions", "add.u64 %0, %0, %1; add.u64 %1, %1, %0;" : "+l"(x), "+l"(y))
OPERATION(setp_selp_u32, U32, 1, 64, 1, 3, 5, 7, "setp.lt.u32 and selp.b32: 2 instructions",
    "{ .reg .pred p; setp.lt.u32 p, %0, %1; selp.b32 %0, %2, %1, p; }" : "+r"(x) : "r"(y), "r"(z))
OPERATION(popc, U32, 1, 64, 0x12345, 3, 5, 7, "popc.b32", "popc.b32 %0, %0;" : "+r"(x))
OPERATION(bfind, U32, 1, 64, 0x12345, 3, 5, 7, "bfind.u32", "bfind.u32 %0, %0;" : "+r"(x))
OPERATION(div_u32, U32, 1, 8, 1000, 3, 5, 2000000000, "div.u32: a sequence of instructions", "div.u32 %0, %1, %0;" : "+r"(x) : "r"(z))
OPERATION(div_s32, U32, 1, 8, 1000, 3, 5, 2000000000, "div.s32: a sequence of instructions", "div.s32 %0, %1, %0;" : "+r"(x) : "r"(z))
OPERATION(rem_u32, U32, 1, 8, 1000, 3, 5, 2000000000, "rem.u32: a sequence of instructions", "rem.u32 %0, %1, %0;" : "+r"(x) : "r"(z))
OPERATION(add_f32, float, 1, 64, 1, 1, 0.5, 1, "add.rn.f32", "add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y))
OPERATION(mul_f32, float, 1, 64, 1, 1, 0.99, 1, "mul.rn.f32", "mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y))
OPERATION(fma_f32, float, 1, 64, 1, 1, 0.99, 1, "fma.rn.f32", "fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(y), "f"(z))
OPERATION(setp_selp_f32, float, 1, 64, 1, 1, 5, 7, "setp.lt.f32 and selp.f32: 2 instructions",
    "{ .reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, %2, %1, p; }" : "+f"(x) : "f"(y), "f"(z))
OPERATION(fma_f16x2, U32, 1, 64, 0x3c003c00, 0, 0x38003800, 0x3c003c00, "fma.rn.f16x2; HFMA2 and HFMA2.MMA alternate", "fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(y), "r"(z))
OPERATION(add_f64, double, 1, 64, 1, 1, 0.5, 1, "add.rn.f64", "add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(y))
OPERATION(mul_f64, double, 1, 64, 1, 1, 0.99, 1, "mul.rn.f64", "mul.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(y))
OPERATION(fma_f64, double, 1, 64, 1, 1, 0.99, 1, "fma.rn.f64", "fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(y), "d"(z))
OPERATION(mufu_rsqrt, float, 1, 32, 2, 1, 1, 1, "rsqrt.approx.ftz.f32", "rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x))
OPERATION(rcp_add, float, 1, 32, 2, 1, 1, 1, "rcp.approx.ftz.f32 and add.ftz.f32: 2 instructions", "rcp.approx.ftz.f32 %0, %0; add.ftz.f32 %0, %0, %1;" : "+f"(x) : "f"(y))
OPERATION(mufu_ex2, float, 1, 32, -1, 0, 1, 1, "ex2.approx.ftz.f32", "ex2.approx.ftz.f32 %0, %0;" : "+f"(x))
OPERATION(mufu_lg2, float, 1, 32, 2, 1, 1, 1, "lg2.approx.ftz.f32", "lg2.approx.ftz.f32 %0, %0;" : "+f"(x))
OPERATION(mufu_tanh, float, 1, 32, 2, 1, 1, 1, "tanh.approx.f32", "tanh.approx.f32 %0, %0;" : "+f"(x))
OPERATION(sin_approx, float, 1, 32, 2, 1, 1, 1, "sin.approx.ftz.f32: FMUL and MUFU.SIN", "sin.approx.ftz.f32 %0, %0;" : "+f"(x))
OPERATION(rsqrt_approx, float, 1, 32, 2, 1, 1, 1, "rsqrt.approx.f32 with subnormals: FSETP FMUL MUFU FMUL", "rsqrt.approx.f32 %0, %0;" : "+f"(x))
OPERATION(div_approx_f32, float, 1, 16, 2, 1, 1, 3, "div.approx.ftz.f32", "div.approx.ftz.f32 %0, %1, %0;" : "+f"(x) : "f"(z))
OPERATION(div_f32, float, 1, 8, 2, 1, 1, 3, "div.rn.f32: a sequence of instructions", "div.rn.f32 %0, %1, %0;" : "+f"(x) : "f"(z))
OPERATION(sqrt_f32, float, 1, 8, 2, 1, 1, 3, "sqrt.rn.f32: a sequence of instructions", "sqrt.rn.f32 %0, %0;" : "+f"(x))
OPERATION(div_f64, double, 1, 8, 2, 1, 1, 3, "div.rn.f64: a sequence of instructions", "div.rn.f64 %0, %1, %0;" : "+d"(x) : "d"(z))
OPERATION(sqrt_f64, double, 1, 8, 2, 1, 1, 3, "sqrt.rn.f64: a sequence of instructions", "sqrt.rn.f64 %0, %0;" : "+d"(x))
OPERATION(i2f, U32, 1, 64, 1000, 1, 1, 1, "cvt.rn.f32.s32; the bits of the result are the next input", "{ .reg .f32 f; cvt.rn.f32.s32 f, %0; mov.b32 %0, f; }" : "+r"(x))
OPERATION(f2i, float, 1, 64, 1000, 1, 1, 1, "cvt.rzi.s32.f32; the bits of the result are the next input", "{ .reg .s32 i; cvt.rzi.s32.f32 i, %0; mov.b32 %0, i; }" : "+f"(x))
OPERATION(f32_to_f64, float, 1, 64, 1, 1, 1, 1, "cvt.f64.f32; the high word is the next input",
    "{ .reg .f64 d; .reg .b32 low, high; cvt.f64.f32 d, %0; mov.b64 {low, high}, d; mov.b32 %0, high; }" : "+f"(x))
OPERATION(f64_to_f32, double, 1, 64, 1, 1, 1, 1, "cvt.rn.f32.f64; the result is the next high word",
    "{ .reg .f32 f; .reg .b32 low, high; cvt.rn.f32.f64 f, %0; mov.b64 {low, high}, %0; mov.b32 high, f; mov.b64 %0, {low, high}; }" : "+d"(x))
OPERATION(shfl_bfly, U32, 1, 64, 1, 1, 1, 1, "shfl.sync.bfly.b32", "shfl.sync.bfly.b32 %0, %0, 1, 0x1f, 0xffffffff;" : "+r"(x))
OPERATION(shfl_idx, U32, 1, 64, 1, 1, 1, 1, "shfl.sync.idx.b32 by a register; the result is the next lane number", "shfl.sync.idx.b32 %0, %0, %0, 0x1f, 0xffffffff;" : "+r"(x))
OPERATION(vote_ballot, U32, 1, 64, 1, 1, 1, 1, "setp and vote.sync.ballot.b32: 2 instructions",
    "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "+r"(x) : "r"(y))
OPERATION(match_any_distinct, U32, 1, 32, 1, 1, 1, 1, "match.any.sync.b32; 32 different values", "match.any.sync.b32 %0, %0, 0xffffffff;" : "+r"(x))
OPERATION(match_any_equal, U32, 1, 32, 1, 0, 1, 1, "match.any.sync.b32; all values equal", "match.any.sync.b32 %0, %0, 0xffffffff;" : "+r"(x))
OPERATION(redux_add, U32, 1, 32, 1, 1, 1, 1, "redux.sync.add.u32", "redux.sync.add.u32 %0, %0, 0xffffffff;" : "+r"(x))
// clang-format on
#undef OPERATION

// One chain: each operation needs the result of the one before it. The second run of the loop finds its instructions in the
// caches.
template <typename Operation, int kSteps>
__global__ void chain(const typename Operation::Value* seeds, long long* cycles, typename Operation::Value* sink)
{
    auto x = seeds[threadIdx.x];
    auto y = seeds[kSeeds + threadIdx.x];
    auto z = seeds[2 * kSeeds + threadIdx.x];
    long long least = 1LL << 62;
#pragma unroll 1
    for (int run = 0; run < 4; ++run) {
        const long long begin = read_clock();
#pragma unroll
        for (int i = 0; i < kSteps; ++i)
            Operation::apply(x, y, z);
        const long long end = read_clock();
        least = min(least, end - begin);
    }
    if (threadIdx.x == 0)
        *cycles = least;
    sink[threadIdx.x] = x;
    sink[kFullBlock + threadIdx.x] = y;
}

// Independent chains in each of 32 warps: the units are the limit.
template <typename Operation>
__global__ void __launch_bounds__(kFullBlock)
    fill(const typename Operation::Value* seeds, int iterations, Span* spans, typename Operation::Value* sink)
{
    constexpr int kUnroll = Operation::kSteps <= 8 ? 1 : 4;
    typename Operation::Value x[kAccumulators];
    typename Operation::Value y[kAccumulators];
    auto z = seeds[2 * kSeeds + threadIdx.x];
#pragma unroll
    for (int i = 0; i < kAccumulators; ++i) {
        x[i] = seeds[i * kFullBlock + threadIdx.x];
        y[i] = seeds[kSeeds + i * kFullBlock + threadIdx.x];
    }
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
        for (int j = 0; j < kUnroll; ++j) {
#pragma unroll
            for (int i = 0; i < kAccumulators; ++i)
                Operation::apply(x[i], y[i], z);
        }
    }
    const long long end = read_clock();
    keep_span(spans, begin, end);
#pragma unroll
    for (int i = 0; i < kAccumulators; ++i) {
        sink[2 * i * kFullBlock + threadIdx.x] = x[i];
        sink[(2 * i + 1) * kFullBlock + threadIdx.x] = y[i];
    }
}

template <typename Operation> class Measurement {
public:
    Measurement()
        : m_seeds(seeds())
        , m_sink(2 * kSeeds)
        , m_cycles(1)
    {
    }

    double latency()
    {
        constexpr int kShort = Operation::kSteps;
        constexpr int kLong = 3 * Operation::kSteps;
        return median_of([&] {
            const double difference = chain_cycles<kLong>() - chain_cycles<kShort>();
            return difference / ((kLong - kShort) * Operation::kCount);
        });
    }

    double operations_per_cycle(int warps)
    {
        constexpr int kUnroll = Operation::kSteps <= 8 ? 1 : 4;
        const double cycles = cycles_per_repetition(warps, kIterations, [&](int iterations, Span* spans) {
            fill<Operation><<<1, warps * kWarpSize>>>(m_seeds.data(), iterations, spans, m_sink.data());
        });
        return warps * kWarpSize * kAccumulators * kUnroll * Operation::kCount / cycles;
    }

private:
    using Value = typename Operation::Value;

    static std::vector<Value> seeds()
    {
        std::vector<Value> values;
        for (int i = 0; i < kSeeds; ++i)
            values.push_back(Operation::x_of(i % kWarpSize));
        values.insert(values.end(), kSeeds, Operation::y_of());
        values.insert(values.end(), kSeeds, Operation::z_of());
        return values;
    }

    template <int kSteps> double chain_cycles()
    {
        chain<Operation, kSteps><<<1, kWarpSize>>>(m_seeds.data(), m_cycles.data(), m_sink.data());
        check(cudaGetLastError());
        return static_cast<double>(m_cycles.read().front());
    }

    DeviceArray<Value> m_seeds;
    DeviceArray<Value> m_sink;
    DeviceArray<long long> m_cycles;
};

template <typename Operation> void measure_operation()
{
    const std::string name = Operation::kName;
    measure(
        "latency_" + name, [&] { report("latency_" + name, Measurement<Operation>().latency(), "cycles", Operation::kNote); });
    measure("rate_" + name, [&] {
        const double rate = Measurement<Operation>().operations_per_cycle(kFullBlock / kWarpSize);
        report("rate_" + name, rate, "thread operations per cycle per SM", Operation::kNote);
    });
}

template <typename... Operations> void measure_operations()
{
    (measure_operation<Operations>(), ...);
}

} // namespace

void measure_arithmetic()
{
    measure_operations<add_u32, lop3, shf, mad_lo_u32, mul_hi_u32, mul_wide_u32, add_u64, setp_selp_u32, popc, bfind, div_u32,
        div_s32, rem_u32>();
    measure_operations<add_f32, mul_f32, fma_f32, setp_selp_f32, fma_f16x2, add_f64, mul_f64, fma_f64>();
    measure_operations<mufu_rsqrt, rcp_add, mufu_ex2, mufu_lg2, mufu_tanh, sin_approx, rsqrt_approx, div_approx_f32>();
    measure_operations<div_f32, sqrt_f32, div_f64, sqrt_f64, i2f, f2i, f32_to_f64, f64_to_f32>();
    measure_operations<shfl_bfly, shfl_idx, vote_ballot, match_any_distinct, match_any_equal, redux_add>();
    measure("issue_fma_f32", [] {
        for (const int warps : { 1, 2, 4, 8, 16, 32 }) {
            const double rate = Measurement<fma_f32>().operations_per_cycle(warps) / kWarpSize;
            report("issue_fma_f32_" + std::to_string(warps) + "_warps", rate, "instructions per cycle per SM",
                "8 independent fma.rn.f32 per warp");
        }
    });
}
