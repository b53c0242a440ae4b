// CC 8.x (Ampere, Ada). Memory: A100, A40 and L40.
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing ampere_ga100()
{
    using enum Source;
    Timing timing;
    timing.capability = { 8, 0 };
    timing.schedulers = { 4, guide };
    timing.scheduler_count = { 4, guide };
    timing.issues = { 1, guide };
    pipe_of(timing, Pipe::integer) = { { 4, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::multiply) = { { 4, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::float32) = { { 4, amali2025 }, { 64, guide } };
    pipe_of(timing, Pipe::half) = { { 4, amali2025 }, { 128, guide } };
    pipe_of(timing, Pipe::float64) = { { 8, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::special) = { { 23, amali2025 }, { 16, guide } };
    pipe_of(timing, Pipe::conversion) = { { 14, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::bit_count) = { { 15, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::shuffle) = { { 23, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::vote) = { { 12, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::branch) = { { 4, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::matrix) = { { 33, assumed }, { 16, white_paper } }; // 1024 multiply-adds per cycle
    timing.memory = {
        .shared_latency = { 23, abdelkhalik2022 },
        .shared_wavefronts = { 1, guide },
        .shared_atomic_latency = { 15, assumed },
        .l1_latency = { 33, gpu_benches },
        .l1_bytes = { 196608, white_paper },
        .l1_unified = { 1, white_paper },
        .l1_lines = { 4, gpu_benches },
        .l1_bytes_per_cycle = { 126, gpu_benches },
        .constant_latency = { 8, assumed },
        .constant_interval = { 2, assumed },
        .texture_latency = { 86, amali2025 },
    };
    timing.device = {
        .l2_latency = { 205, gpu_benches }, // the nearer half
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 36, gpu_benches },
        .l2_partial_store = { 2, assumed },
        .dram_latency = { 550, gpu_benches },
        .dram_share = { 0.89, gpu_benches }, // A100 with 40 GB; 0.85 with 80 GB
        .bytes_in_flight = { 32768, assumed },
        .global_atomic_latency = { 245, amali2025 },
        .global_atomics = { 2, assumed },
        .same_address_atomics = { 1, assumed },
    };
    timing.barrier_latency = { 20, assumed };
    timing.branch_latency = { 10, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 2700, gpu_benches };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing ampere_ga10x()
{
    using enum Source;
    Timing timing = ampere_ga100();
    timing.capability = { 8, 6 };
    for (PipeTiming& pipe : timing.pipes)
        pipe.latency.source = assumed;
    pipe_of(timing, Pipe::float32).lanes = { 128, guide };
    pipe_of(timing, Pipe::half).lanes = { 64, white_paper };
    pipe_of(timing, Pipe::float64) = { { 40, assumed }, { 2, guide } };
    // 512 multiply-adds per cycle; half as many with fp32 accumulation.
    pipe_of(timing, Pipe::matrix).lanes = { 8, white_paper };
    timing.memory.shared_latency.source = assumed;
    timing.memory.l1_bytes = { 131072, white_paper };
    timing.memory.l1_bytes_per_cycle = { 64, gpu_benches };
    timing.device.l2_latency = { 250, gpu_benches };
    timing.device.l2_share_per_cycle = { 17, gpu_benches };
    timing.device.l2_partial_store = { 1, assumed };
    timing.device.dram_latency = { 555, gpu_benches };
    timing.device.dram_share = { 0.94, gpu_benches };
    timing.memory.texture_latency.source = assumed;
    timing.device.global_atomic_latency = { 290, assumed };
    timing.launch = { 2050, gpu_benches };
    return timing;
}

// Orin: cores like GA10x, L1 like GA100.
Timing ampere_ga10b()
{
    using enum Source;
    Timing timing = ampere_ga10x();
    timing.capability = { 8, 7 };
    timing.memory.l1_bytes = { 196608, guide };
    for (Figure* figure :
        { &timing.memory.l1_latency, &timing.memory.l1_lines, &timing.memory.l1_bytes_per_cycle, &timing.device.l2_latency,
            &timing.device.l2_share_per_cycle, &timing.device.dram_latency, &timing.device.dram_share, &timing.launch })
        figure->source = assumed;
    return timing;
}

Timing ada_ad10x()
{
    using enum Source;
    Timing timing = ampere_ga10x();
    timing.capability = { 8, 9 };
    timing.memory.l1_latency = { 34, gpu_benches };
    timing.memory.l1_lines.source = assumed;
    timing.device.l2_latency = { 273, gpu_benches };
    timing.device.l2_share_per_cycle = { 16, gpu_benches };
    timing.device.dram_latency = { 624, gpu_benches };
    timing.device.dram_share = { 0.90, gpu_benches };
    timing.device.global_atomic_latency = { 310, assumed };
    timing.launch = { 1640, gpu_benches };
    return timing;
}

} // namespace

std::vector<Timing> ampere_timings()
{
    return { ampere_ga100(), ampere_ga10x(), ampere_ga10b(), ada_ad10x() };
}

} // namespace warpstage::arch
