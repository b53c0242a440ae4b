// Data that blocks read or write in pieces of rows: which pieces are as fast as whole rows, in which order of the blocks. See
// piece_kernels.h. Also: loads that follow each other through memory.
#include "harness.h"
#include "piece_kernels.h"

namespace {

template <typename Read, typename Written, Staging kStaging>
__global__ void __launch_bounds__(kPieceThreads) copy_tiles(const char* from, char* to, unsigned read_rows, unsigned written_rows)
{
    copy_tile<Read, Written, kStaging>(from, to, read_rows, written_rows);
}

template <typename Read>
__global__ void __launch_bounds__(kPieceThreads) read_tiles(const char* from, unsigned* sink, unsigned rows)
{
    read_tile<Read>(from, sink, rows);
}

template <typename Written> __global__ void __launch_bounds__(kPieceThreads) write_tiles(char* to, unsigned value, unsigned rows)
{
    write_tile<Written>(to, value, rows);
}

constexpr int kLaunches = 24; // of a sample
constexpr size_t kLarge = 256 * kMiB; // bytes of a matrix without the gaps
constexpr size_t kSmall = 64 * kMiB;

const char* name_of(Order order)
{
    static const char* const kNames[] = { "rows", "columns", "groups", "squares", "diagonal", "scattered" };
    return kNames[static_cast<unsigned>(order)];
}

template <unsigned kPiece, Order kOrder, unsigned kRow, unsigned kGap, unsigned kTile>
std::string name_of(Walk<kPiece, kOrder, kRow, kGap, kTile> /*walk*/)
{
    std::string name = std::to_string(kPiece) + "_" + name_of(kOrder);
    if (kTile != 4096)
        name += "_tile_" + std::to_string(kTile);
    if (kRow != 16384 || kGap != 0)
        name += "_of_" + std::to_string(kRow) + (kGap == 0 ? "" : "_plus_" + std::to_string(kGap));
    return name;
}

template <typename Walk> unsigned rows_of(size_t bytes)
{
    return unsigned(bytes / Walk::kBytes / Walk::kColumns);
}

// Matrices that the launches use in turn: together they are larger than L2.
class Matrices {
public:
    Matrices()
        : m_data(kBytes)
    {
        m_data.clear();
    }
    // Of two matrices for `bytes` without gaps.
    char* next(size_t bytes)
    {
        const size_t step = bytes + bytes / 4;
        m_at = m_at + 3 * step > kBytes ? 0 : m_at + step;
        return m_data.data() + m_at;
    }
    unsigned* sink() const { return reinterpret_cast<unsigned*>(m_data.data()); }

private:
    static constexpr size_t kBytes = 2 * kGiB;
    DeviceArray<char> m_data;
    size_t m_at = 0;
};

// Microseconds of one launch of many.
template <typename Launch> double microseconds(Launch launch, int launches = kLaunches)
{
    return median_of(
               [&] {
                   return milliseconds([&] {
                       for (int i = 0; i < launches; ++i)
                           launch();
                   });
               },
               7)
        / launches * 1000;
}

void report_pieces(const std::string& name, double us, size_t bytes)
{
    report("pieces_" + name + "_" + std::to_string(bytes / kMiB) + "MiB", us, "us", "");
}

template <typename Read, typename Written, Staging kStaging = Staging::registers>
void measure_copy(Matrices& matrices, size_t bytes)
{
    const double us = microseconds([&] {
        const char* const from = matrices.next(bytes);
        copy_tiles<Read, Written, kStaging><<<unsigned(bytes / Read::kBytes), kPieceThreads>>>(
            from, matrices.next(bytes), rows_of<Read>(bytes), rows_of<Written>(bytes));
    });
    report_pieces(
        "copied_from_" + name_of(Read {}) + "_to_" + name_of(Written {}) + (kStaging == Staging::shared ? "_staged" : ""), us,
        bytes);
}

template <typename Read> void measure_read(Matrices& matrices, size_t bytes)
{
    const double us = microseconds([&] {
        read_tiles<Read>
            <<<unsigned(bytes / Read::kBytes), kPieceThreads>>>(matrices.next(bytes), matrices.sink(), rows_of<Read>(bytes));
    });
    report_pieces("read_" + name_of(Read {}), us, bytes);
}

template <typename Written> void measure_write(Matrices& matrices, size_t bytes)
{
    const double us = microseconds([&] {
        write_tiles<Written>
            <<<unsigned(bytes / Written::kBytes), kPieceThreads>>>(matrices.next(bytes), 0, rows_of<Written>(bytes));
    });
    report_pieces("written_" + name_of(Written {}), us, bytes);
}

template <typename W> void measure_walk(Matrices& matrices)
{
    for (const size_t bytes : { kSmall, kLarge }) {
        measure_read<W>(matrices, bytes);
        measure_write<W>(matrices, bytes);
        measure_copy<Whole, W>(matrices, bytes);
        measure_copy<W, Whole>(matrices, bytes);
        measure_copy<W, W>(matrices, bytes);
    }
}

template <unsigned kPiece> void measure_piece(Matrices& matrices)
{
    using Rows = Walk<kPiece, Order::rows>;
    using Columns = Walk<kPiece, Order::columns>;
    measure_walk<Rows>(matrices);
    measure_walk<Columns>(matrices);
    measure_walk<Walk<kPiece, Order::scattered>>(matrices);
    measure_copy<Rows, Columns>(matrices, kSmall);
    measure_copy<Rows, Columns>(matrices, kLarge);
}

template <unsigned kPiece, unsigned kRow, unsigned kGap> void measure_pitch(Matrices& matrices)
{
    using Columns = Walk<kPiece, Order::columns, kRow, kGap>;
    measure_copy<Walk<kPiece, Order::rows, kRow, kGap>, Columns>(matrices, kLarge);
    measure_write<Columns>(matrices, kLarge);
}

// Pieces and runs of neighboring pieces in rows of 64 KiB. `kPiece`: also the bytes of a tile from 4096 on.
template <unsigned kPiece> void measure_run(Matrices& matrices)
{
    constexpr unsigned kTile = kPiece > 4096 ? kPiece : 4096;
    using Columns = Walk<kPiece, Order::columns, 65536, 0, kTile>;
    using Groups = Walk<kPiece, Order::groups, 65536, 0, kTile>;
    measure_read<Columns>(matrices, kLarge);
    measure_write<Columns>(matrices, kLarge);
    if constexpr (kPiece < 8192) {
        measure_read<Groups>(matrices, kLarge);
        measure_write<Groups>(matrices, kLarge);
    }
}

// Whole rows of other sizes: what a launch takes in addition to its bytes.
void measure_sizes(Matrices& matrices)
{
    for (size_t bytes = kMiB; bytes <= kLarge; bytes *= 2) {
        measure_copy<Whole, Whole>(matrices, bytes);
        measure_read<Whole>(matrices, bytes);
        measure_write<Whole>(matrices, bytes);
    }
}

__global__ void link_rows(char* base, size_t count, size_t stride)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i + 1 < count; i += size_t(gridDim.x) * blockDim.x)
        *reinterpret_cast<char**>(base + i * stride) = base + (i + 1) * stride;
}

__global__ void follow_rows(char* start, int steps, long long* cycles, char** sink)
{
    char* pointer = start;
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            asm volatile("ld.global.u64 %0, [%0];" : "+l"(pointer));
    }
    *sink = pointer;
    *cycles = read_clock() - begin;
}

// One thread follows pointers that are `stride` bytes apart.
void measure_chain(size_t stride)
{
    constexpr int kSteps = 1024;
    constexpr int kSamples = 6;
    const std::string name = "pieces_chain_" + std::to_string(stride);
    measure(name, [&] {
        const size_t part = kSteps * stride + kMiB;
        DeviceArray<char> data(part * kSamples);
        DeviceArray<long long> cycles(1);
        DeviceArray<char*> sink(1);
        for (int sample = 0; sample < kSamples; ++sample)
            link_rows<<<256, 256>>>(data.data() + sample * part, kSteps + 1, stride);
        DeviceArray<char>(256 * kMiB).clear(); // L2 keeps nothing of the nodes
        int sample = 0;
        const auto one = [&] {
            follow_rows<<<1, 1>>>(data.data() + sample++ * part, kSteps, cycles.data(), sink.data());
            return static_cast<double>(cycles.read().front()) / kSteps;
        };
        report(name, median_of(one, kSamples - 1), "cycles", "one thread; dependent loads so many bytes apart; L2 holds none");
    });
}

// Each thread has one load in flight: the next address depends on the value, which is 0.
__global__ void sum_stream(const unsigned* data, int steps, Span* spans, unsigned* sink)
{
    unsigned at = threadIdx.x;
    unsigned sum = 0;
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; ++i) {
        unsigned value;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(data + at));
        sum += value;
        at += blockDim.x + value;
    }
    sink[threadIdx.x] = sum;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// One block reads rows one after another, as a sum by one block does.
void measure_stream(int threads)
{
    constexpr int kSteps = 2048;
    constexpr int kSamples = 6;
    const std::string name = "pieces_stream_" + std::to_string(threads) + "_threads";
    measure(name, [&] {
        const size_t part = (size_t(kSteps) * threads + 2048) * 4;
        DeviceArray<char> data(part * kSamples);
        DeviceArray<Span> spans(32);
        DeviceArray<unsigned> sink(1024);
        data.clear();
        DeviceArray<char>(256 * kMiB).clear();
        int sample = 0;
        const auto one = [&] {
            const auto* const from = reinterpret_cast<const unsigned*>(data.data() + sample++ * part);
            sum_stream<<<1, threads>>>(from, kSteps, spans.data(), sink.data());
            auto all = spans.read();
            all.resize(size_t(threads) / kWarpSize);
            return cycles_of(all) / kSteps;
        };
        report(name, median_of(one, kSamples - 1), "cycles", "one block; per load; L2 holds none");
    });
}

} // namespace

void measure_pieces()
{
    measure("pieces", [] {
        Matrices matrices;
        measure_sizes(matrices);
        measure_piece<32>(matrices);
        measure_piece<64>(matrices);
        measure_piece<128>(matrices);
        measure_piece<256>(matrices);
        measure_piece<512>(matrices);
        measure_piece<1024>(matrices);
        measure_piece<2048>(matrices);
        measure_walk<Walk<128, Order::groups>>(matrices);
        measure_walk<Walk<128, Order::squares>>(matrices);
        measure_walk<Walk<128, Order::diagonal>>(matrices);
        measure_walk<Walk<256, Order::squares>>(matrices);
        measure_copy<Whole, Whole, Staging::shared>(matrices, kSmall);
        measure_copy<Walk<128, Order::rows>, Walk<128, Order::columns>, Staging::shared>(matrices, kSmall);
        measure_copy<Walk<128, Order::diagonal>, Walk<128, Order::columns>>(matrices, kSmall);
        measure_copy<Walk<128, Order::diagonal>, Walk<128, Order::diagonal>, Staging::shared>(matrices, kSmall);
        measure_run<128>(matrices);
        measure_run<256>(matrices);
        measure_run<512>(matrices);
        measure_run<1024>(matrices);
        measure_run<2048>(matrices);
        measure_run<4096>(matrices);
        measure_run<8192>(matrices);
        measure_run<16384>(matrices);
        measure_run<32768>(matrices);
        // Twice as many bytes in flight.
        using Wide = Walk<4096, Order::rows, 16384, 0, 8192>;
        for (const size_t bytes : { kSmall, kLarge }) {
            measure_read<Wide>(matrices, bytes);
            measure_write<Wide>(matrices, bytes);
            measure_copy<Wide, Wide>(matrices, bytes);
            measure_copy<Walk<128, Order::rows, 16384, 0, 8192>, Walk<128, Order::columns, 16384, 0, 8192>>(matrices, bytes);
            measure_copy<Walk<256, Order::rows, 16384, 0, 8192>, Walk<256, Order::columns, 16384, 0, 8192>>(matrices, bytes);
            measure_write<Walk<128, Order::columns, 16384, 0, 8192>>(matrices, bytes);
            measure_read<Walk<128, Order::columns, 16384, 0, 8192>>(matrices, bytes);
        }
        measure_pitch<128, 2048, 0>(matrices);
        measure_pitch<128, 2048, 512>(matrices);
        measure_pitch<128, 4096, 0>(matrices);
        measure_pitch<128, 4096, 128>(matrices);
        measure_pitch<128, 8192, 0>(matrices);
        measure_pitch<128, 16384, 128>(matrices);
        measure_pitch<128, 16384, 512>(matrices);
        measure_pitch<128, 16384, 1024>(matrices);
        measure_pitch<128, 16384, 2048>(matrices);
        measure_pitch<128, 32768, 0>(matrices);
        measure_pitch<128, 65536, 0>(matrices);
        measure_pitch<128, 65536, 1024>(matrices);
    });
    for (size_t stride = 32; stride <= 256 * kKiB; stride *= 4)
        measure_chain(stride);
    for (const int threads : { 32, 256, 1024 })
        measure_stream(threads);
}
