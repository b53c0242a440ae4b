// CC 9.0. Published figures are of GH200, H100 and H200; `measured` ones are ours, of an H200 (132 SMs, 1980 MHz, driver 580).
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing hopper_gh100()
{
    using enum Source;
    Timing timing;
    timing.capability = { 9, 0 };
    timing.schedulers = { 4, guide };
    timing.scheduler_count = { 4, guide };
    timing.issues = { 1, guide };
    pipe_of(timing, Pipe::integer) = { { 4, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::multiply) = { { 4, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::float32) = { { 4, amali2025 }, { 128, guide } };
    pipe_of(timing, Pipe::half) = { { 4, amali2025 }, { 128, white_paper } };
    pipe_of(timing, Pipe::float64) = { { 8, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::special) = { { 23, amali2025 }, { 16, measured } };
    pipe_of(timing, Pipe::conversion) = { { 14, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::bit_count) = { { 15, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::shuffle) = { { 23, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::vote) = { { 12, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::branch) = { { 4, assumed }, { 64, assumed } };
    // 2048 multiply-adds per cycle with wgmma; mma is said to reach less than two thirds of it.
    pipe_of(timing, Pipe::matrix) = { { 33, assumed }, { 20, assumed } };
    timing.memory = {
        .shared_latency = { 23, amali2025 },
        .shared_wavefronts = { 1, guide },
        .shared_atomic_latency = { 15, assumed },
        .l1_latency = { 32, gpu_benches },
        .l1_bytes = { 262144, white_paper },
        .l1_unified = { 1, white_paper },
        .l1_lines = { 4, gpu_benches },
        .l1_bytes_per_cycle = { 126, gpu_benches },
        .l2_latency = { 280, gpu_benches },
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 39, gpu_benches },
        .l2_partial_store = { 2, assumed },
        .dram_latency = { 688, gpu_benches },
        .dram_share = { 0.88, measured }, // 4224 of 4800 GB/s
        .bytes_in_flight = { 65536, assumed },
        .constant_latency = { 8, assumed },
        .texture_latency = { 86, amali2025 },
        .global_atomic_latency = { 325, amali2025 },
        .global_atomics = { 2, assumed },
        .same_address_atomics = { 1, assumed },
    };
    timing.barrier_latency = { 20, assumed };
    timing.branch_latency = { 10, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 2460, measured };
    timing.first_instruction = { 500, assumed };
    return timing;
}

} // namespace

std::vector<Timing> hopper_timings()
{
    return { hopper_gh100() };
}

} // namespace warpstage::arch
