// How long instructions and memory accesses take on one multiprocessor (SM) of each compute capability: data for the SM model.
// Cycles are those of the SM clock; CC 1.x: of the shader clock. Every value has a source.
#pragma once

#include "core/arch/traits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace warpstage::arch {

// Source of a value; `citation_of` returns title, year and table.
enum class Source : std::uint8_t {
    assumed, // neither measured nor documented: value of the nearest capability, or derived from other values here
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
    measured, // by this project on an H200, mostly by tests/timing/device
    amali2025, // Volta to Hopper
    gpu_benches, // V100, A100, A40, L40, GH200, H200
    mt4g, // Pascal to Hopper
    dewing, // V100 to B200
    boyer2009, // empty kernels on GPUs of 2009
    microway2013, // Tesla K40
    gpumembench2017, // Tesla K80
};
inline constexpr std::size_t kSources = static_cast<std::size_t>(Source::gpumembench2017) + 1;
[[nodiscard]] std::string_view name_of(Source source); // short, for a column of a table: "Wong 2010"
[[nodiscard]] std::string_view citation_of(Source source);

struct Figure {
    double value = 0.0;
    Source source = Source::assumed;
};

// The pipeline that executes an instruction.
enum class Pipe : std::uint8_t {
    integer, // add, logic, shift, compare, select
    multiply, // 32-bit integer product
    float32, // add, multiply, fma
    half, // two 16-bit numbers per lane
    float64,
    special, // rcp, rsqrt, sin, ex2, lg2
    conversion, // conversions between integers, floating point and widths
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
    // Threads per cycle of the whole SM: 128 is one warp instruction per cycle on each of four schedulers. Never 0: if a
    // capability lacks the unit, it is the rate of the instructions that replace it.
    Figure lanes;
};

// Memory of one multiprocessor.
struct MemoryTiming {
    Figure shared_latency; // cycles of a load without a conflict, until a dependent instruction issues
    Figure shared_wavefronts; // per cycle
    Figure shared_atomic_latency; // in addition to a load
    Figure l1_latency; // of a global load that hits; 0: global loads bypass L1
    Figure l1_bytes; // for global loads of a kernel without shared memory
    Figure l1_unified; // 1 if L1 and shared memory share their capacity, else 0
    // Distinct lines of 128 bytes that are looked up per cycle. With a unified L1 the data are delivered as from shared memory,
    // bank by bank.
    Figure l1_lines;
    Figure l1_bytes_per_cycle; // of hits
    Figure store_bytes_per_cycle { 32, Source::assumed }; // to L2
    Figure constant_latency; // hit
    Figure constant_turn { 11, Source::assumed }; // cycles that each further address of a request adds to its latency
    Figure constant_interval {}; // cycles of the SM for each address of a request and 4 bytes; 0: `constant_turn` of a scheduler
    Figure texture_latency; // hit
    Figure texture_bytes {}; // capacity of a cache for textures alone; 0: textures use L1
    Figure texture_lanes { 4, Source::assumed }; // fetches per cycle
    // Copies by the unit for bulk and tensor copies (TMA).
    Figure bulk_issue { 16, Source::assumed }; // cycles between two copies
    Figure bulk_bytes_per_cycle { 128, Source::assumed };
    Figure phase_latency { 20, Source::assumed }; // cycles from the completion of a phase until a waiting warp issues
};

// Memory shared by the multiprocessors.
struct DeviceMemoryTiming {
    Figure l2_latency; // of a load that hits in L2; 0: no L2
    Figure l2_bytes_per_cycle; // between L2 and one multiprocessor, at most
    Figure l2_share_per_cycle; // bytes per multiprocessor if all of them load
    Figure l2_write_share_per_cycle {}; // the same for stores; 0: as for loads
    Figure l2_partial_store; // cost of a partially written sector, in full sectors; CC 7.0 and later: of the first one of a line
    Figure l2_line_bytes { 32, Source::assumed }; // minimum cost of each line of a load, however few sectors it requests
    Figure l2_usable { 1, Source::assumed }; // share of L2 available for distinct data: two partitions may each keep a copy
    Figure dram_bytes { 32, Source::assumed }; // minimum fetch of an L2 miss: it includes neighboring sectors
    Figure dram_latency; // of a load that misses all caches, while DRAM is nearly idle
    // Row of one bank and one partition, and the interval between the activations of two rows of a partition. Only for GPUs
    // without L2, whose requests reach DRAM as they are; 0: not modeled.
    Figure dram_row_bytes {};
    Figure dram_row_interval {}; // nanoseconds
    // Data apart from what the blocks access at the same time (their runs of neighboring data are shorter than `run`):
    // nanoseconds of the whole GPU that each piece of up to 256 bytes takes in addition to its transfer, and at least. 0: no
    // rule.
    struct Pieces {
        Figure added {};
        Figure least {};
        Figure run {}; // bytes
    };
    Pieces dram_read_pieces {};
    Pieces dram_written_pieces {};
    // Additional latency of a load at half of the bandwidth, relative to that latency. At a share u of the bandwidth it is u/(1 -
    // u) of it: random queueing starts before the bandwidth is exhausted.
    Figure dram_meeting { 0.17, Source::assumed };
    Figure dram_share; // share of the published bandwidth that an efficient copy reaches, 0 to 1
    // Bandwidth of a kernel that only reads or only writes, relative to that of a copy: DRAM loses time when it turns from reads
    // to writes and back.
    Figure dram_one_way { 1, Source::assumed };
    // Nanoseconds from the mean end of the multiprocessors to the last one, if DRAM is busy all the time; less in proportion to
    // it.
    Figure dram_last {};
    Figure bytes_in_flight; // outstanding bytes per multiprocessor, maximum
    Figure global_atomic_latency;
    Figure global_atomics; // to different words, per cycle and multiprocessor
    Figure same_address_atomics; // to one word, per cycle for the whole GPU
    // Atomics of many warps on few sectors; 0: not modeled. See core/timing/atomic_contention.h.
    Figure same_address_float_atomics {}; // additions of floating point numbers to one word, per cycle for the whole GPU
    Figure l2_slices {}; // that work at the same time
    Figure l2_slice_atomics {}; // sectors per cycle and slice
};

struct Timing {
    ComputeCapability capability;
    Figure schedulers; // warp instructions issued per cycle without dual issue: 4 with four schedulers; CC 1.x: 0.25, CC 2.x: 1
    Figure scheduler_count; // number of schedulers that share the resident warps: 1, 2 or 4
    Figure issues; // maximum instructions of one warp per scheduler cycle: 2 is dual issue
    std::array<PipeTiming, kPipes> pipes; // in the order of Pipe
    MemoryTiming memory;
    DeviceMemoryTiming device;
    Figure barrier_latency; // cycles from the last arrival until the first warp issues
    Figure barrier_turn { 2, Source::assumed }; // cycles per arriving warp
    Figure product_columns { 2, Source::assumed }; // of wgmma: columns of B with 64 rows of A per cycle and multiprocessor
    Figure branch_condition { 17, Source::assumed }; // cycles from a comparison until the dependent branch issues
    Figure branch_latency; // cycles from a branch until its warp issues the next instruction
    Figure block_start; // cycles from the end of a block until its successor issues
    Figure block_turn { 1.19, Source::assumed }; // cycles between the starts of two blocks, for the whole GPU
    Figure launch; // nanoseconds of an empty kernel, one of many in a stream
    Figure first_instruction; // cycles from the start of a kernel until its first load can issue
};

// One for each major generation and what differs inside it, oldest first.
[[nodiscard]] std::span<const Timing> all_timings();
// Timing of a capability, or of the nearest older one in the table; else the oldest.
[[nodiscard]] const Timing& timing_of(ComputeCapability capability);

} // namespace warpstage::arch
