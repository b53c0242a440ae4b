// How long instructions and memory accesses take on one multiprocessor (SM) of each compute capability: data for the SM model.
// A cycle is one of the SM's clock; CC 1.x: of the processors ("shader clock"). Every figure names its source.
#pragma once

#include "core/arch/traits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace warpstage::arch {

// Where a figure comes from; `citation_of` has title, year and table.
enum class Source : std::uint8_t {
    assumed, // not found measured or documented: that of the nearest capability, or derived from other figures here
    lectures, // G80 and GT200 as the lectures describe them
    guide, // CUDA C++ Programming Guide: arithmetic throughput, technical specifications
    white_paper, // NVIDIA's white paper of the generation
    wong2010, // GT200
    mei2017, // Fermi, Kepler, Maxwell
    arafa2019, // Kepler to Turing
    jia2018, // Volta
    jia2019, // Turing
    abdelkhalik2022, // Ampere
    luo2024, // Hopper and Ada
    gpgpu_sim, // GPGPU-Sim and Accel-Sim, tested configurations
    measured, // by us on an H200, mostly by tests/timing/device
    amali2025, // Volta to Hopper
    gpu_benches, // V100, A100, A40, L40, GH200, H200
    mt4g, // Pascal to Hopper
    dewing, // V100 to B200
    boyer2009, // empty kernels on GPUs of 2009
    microway2013, // Tesla K40
};
inline constexpr std::size_t kSources = static_cast<std::size_t>(Source::microway2013) + 1;
[[nodiscard]] std::string_view name_of(Source source); // short, for a column of a table: "Wong 2010"
[[nodiscard]] std::string_view citation_of(Source source);

struct Figure {
    double value = 0.0;
    Source source = Source::assumed;
};

// What executes an instruction.
enum class Pipe : std::uint8_t {
    integer, // add, logic, shift, compare, select
    multiply, // 32-bit integer product
    float32, // add, multiply, fma
    half, // two 16-bit numbers a lane
    float64,
    special, // rcp, rsqrt, sin, ex2, lg2
    conversion, // between integers, floating point and widths
    bit_count, // popc, clz, brev
    shuffle,
    vote, // vote, match, redux
    branch,
    matrix, // mma: lanes are those of one 16x8x16 product
};
inline constexpr std::size_t kPipes = static_cast<std::size_t>(Pipe::matrix) + 1;
[[nodiscard]] std::string_view name_of(Pipe pipe);

struct PipeTiming {
    Figure latency; // cycles from issue until an instruction that needs the result can issue
    // Threads per cycle of the whole SM: 128 is one warp instruction per cycle on each of four schedulers. Never 0: where a
    // capability lacks the unit, it is the rate of the instructions that do its work.
    Figure lanes;
};

// What one multiprocessor has for itself.
struct MemoryTiming {
    Figure shared_latency; // cycles of a load without a conflict, until a dependent instruction issues
    Figure shared_wavefronts; // per cycle
    Figure shared_atomic_latency; // beyond a load
    Figure l1_latency; // of a load of global memory that hits; 0: global loads go past L1
    Figure l1_bytes; // for global loads beside a kernel without shared memory
    Figure l1_unified; // 1 where L1 and shared memory are one memory and what one takes the other misses, else 0
    // Distinct lines of 128 bytes that a request has looked up per cycle. Where L1 is unified the data come as from shared
    // memory, bank by bank.
    Figure l1_lines;
    Figure l1_bytes_per_cycle; // of hits
    Figure store_bytes_per_cycle { 32, Source::assumed }; // towards L2
    Figure constant_latency; // hit
    Figure constant_turn { 11, Source::assumed }; // cycles for each further address of a request
    Figure texture_latency; // hit
    Figure texture_lanes { 4, Source::assumed }; // fetches per cycle
};

// What the multiprocessors share.
struct DeviceMemoryTiming {
    Figure l2_latency; // of a load that hits in L2; 0: there is none
    Figure l2_bytes_per_cycle; // between L2 and one multiprocessor, at most
    Figure l2_share_per_cycle; // bytes for each multiprocessor when all of them load
    Figure l2_write_share_per_cycle {}; // the same for stores; 0: as for loads
    Figure l2_partial_store; // cost of a sector that is written in part, in whole sectors
    Figure l2_line_bytes { 32, Source::assumed }; // that each line of a load costs at least, however few sectors it wants
    Figure l2_usable { 1, Source::assumed }; // share of L2 that different data find: two partitions may each keep a copy
    Figure dram_bytes { 32, Source::assumed }; // that a miss brings to L2 at least: neighbors of a sector come with it
    Figure dram_latency; // of a load that misses everywhere, while DRAM has little to do
    // How much longer a load takes at half of the bandwidth, as a share of that latency. At a share u of the bandwidth it is u/(1
    // - u) of that: loads meet by chance before the bandwidth is used up.
    Figure dram_meeting { 0.17, Source::assumed };
    Figure dram_share; // of the published bandwidth that a good copy reaches, 0 to 1
    Figure bytes_in_flight; // that one multiprocessor can have outstanding
    Figure global_atomic_latency;
    Figure global_atomics; // to different words, served per cycle for each multiprocessor
    Figure same_address_atomics; // to one word, served per cycle by the whole GPU
};

struct Timing {
    ComputeCapability capability;
    Figure schedulers; // warp instructions issued per cycle, dual issue apart: 4 on four schedulers; CC 1.x: 0.25, CC 2.x: 1
    Figure scheduler_count; // among which the resident warps are divided: 1, 2 or 4
    Figure issues; // at most so many instructions of one warp in one turn of its scheduler: 2 is dual issue
    std::array<PipeTiming, kPipes> pipes; // in the order of Pipe
    MemoryTiming memory;
    DeviceMemoryTiming device;
    Figure barrier_latency; // cycles from the last arrival until the first warp issues
    Figure barrier_turn { 2, Source::assumed }; // cycles that each arriving warp takes
    Figure branch_condition { 17, Source::assumed }; // cycles from a comparison until the branch that asks for it issues
    Figure branch_latency; // cycles from a branch until its warp issues again
    Figure block_start; // cycles from the end of a block until its successor issues
    Figure block_turn { 1.19, Source::assumed }; // cycles between the starts of two blocks, of the whole GPU
    Figure launch; // nanoseconds of an empty kernel, one of many in a stream
    Figure first_instruction; // cycles from the start of a kernel until its first load can issue
};

// One for each major generation and what differs inside it, oldest first.
[[nodiscard]] std::span<const Timing> all_timings();
// Of a capability, or of the nearest older one that is known; the oldest where there is none.
[[nodiscard]] const Timing& timing_of(ComputeCapability capability);

} // namespace warpstage::arch
