// Cost of a block in addition to its instructions: the time from the end of a block until its successor starts, and the waiting
// time of blocks that load one value per thread, as in short copies.
#include "harness.h"

#include <map>

namespace {

constexpr int kThreads = 256;
constexpr size_t kBlocksPerSm = 124; // the number for 2^22 threads on 132 SMs

// First and last clock of a block on its SM, and the arrival of its first load.
struct BlockSpan {
    unsigned sm;
    long long begin;
    long long arrived;
    long long end;
};

__device__ unsigned own_sm()
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

__device__ void keep(BlockSpan* spans, long long begin, long long arrived)
{
    if (threadIdx.x == 0)
        spans[blockIdx.x] = { own_sm(), begin, arrived, read_clock() };
}

__global__ void __launch_bounds__(kThreads) wait_for(long long cycles, BlockSpan* spans)
{
    const long long begin = read_clock();
    while (read_clock() - begin < cycles) { }
    keep(spans, begin, begin);
}

template <typename Vector> __global__ void __launch_bounds__(kThreads) copy_one(const Vector* from, Vector* to, BlockSpan* spans)
{
    const long long begin = read_clock();
    const size_t i = blockIdx.x * size_t(kThreads) + threadIdx.x;
    const Vector value = from[i];
    to[i] = value;
    keep(spans, begin, read_clock());
}

// For each SM: its blocks in start order. With R resident blocks, block k starts in the slot of the (k - R)th that ended.
void report_gaps(const std::string& name, const std::vector<BlockSpan>& spans, const char* note)
{
    std::map<unsigned, std::vector<BlockSpan>> of_sm;
    for (const BlockSpan& span : spans)
        of_sm[span.sm].push_back(span);
    std::vector<double> gaps;
    std::vector<double> arrivals;
    std::vector<double> lives;
    std::vector<double> turns;
    for (auto& [sm, blocks] : of_sm) {
        std::vector<long long> begins;
        std::vector<long long> ends;
        for (const BlockSpan& block : blocks) {
            begins.push_back(block.begin);
            ends.push_back(block.end);
            arrivals.push_back(double(block.arrived - block.begin));
            lives.push_back(double(block.end - block.begin));
        }
        std::sort(begins.begin(), begins.end());
        std::sort(ends.begin(), ends.end());
        constexpr size_t kResident = 2048 / kThreads;
        for (size_t k = kResident; k < begins.size(); ++k)
            gaps.push_back(double(begins[k] - ends[k - kResident]));
        turns.push_back(double(ends.back() - begins.front()) / double(blocks.size()));
    }
    report("block_start_" + name, quantile(gaps, 0.5), "cycles from the end of a block until its successor begins", note);
    report("block_start_" + name + "_p10", quantile(gaps, 0.1), "cycles", note);
    report("block_start_" + name + "_p90", quantile(gaps, 0.9), "cycles", note);
    report("block_load_" + name, quantile(arrivals, 0.5), "cycles from the first instruction until its load has arrived", note);
    report("block_life_" + name, quantile(lives, 0.5), "cycles", note);
    report("block_turn_" + name, quantile(turns, 0.5), "cycles of an SM per block", note);
}

void measure_waits(long long cycles)
{
    const size_t blocks = kBlocksPerSm * multiprocessors();
    DeviceArray<BlockSpan> spans(blocks);
    for (int run = 0; run < 2; ++run)
        wait_for<<<unsigned(blocks), kThreads>>>(cycles, spans.data());
    report_gaps("waiting_" + std::to_string(cycles), spans.read(), "blocks of 256 threads that only wait");
}

template <typename Vector> void measure_copies(const std::string& name, size_t resident_bytes)
{
    const size_t blocks = kBlocksPerSm * multiprocessors() * sizeof(float) / sizeof(Vector);
    const size_t count = blocks * kThreads;
    const size_t places = std::max<size_t>(1, resident_bytes / (2 * count * sizeof(Vector)));
    DeviceArray<Vector> from(places * count);
    DeviceArray<Vector> to(places * count);
    from.clear();
    to.clear();
    DeviceArray<BlockSpan> spans(blocks);
    for (size_t place = 0; place < places; ++place)
        copy_one<<<unsigned(blocks), kThreads>>>(from.data() + place * count, to.data() + place * count, spans.data());
    report_gaps(name, spans.read(), "blocks of 256 threads; each thread copies one value");
}

} // namespace

void measure_blocks()
{
    measure_waits(0);
    measure_waits(1000);
    measure_waits(4000);
    measure_copies<float>("copy_float", 512 * kMiB);
    measure_copies<float2>("copy_float2", 512 * kMiB);
    measure_copies<float4>("copy_float4", 512 * kMiB);
    measure_copies<float>("copy_float_in_l2", 0);
}
