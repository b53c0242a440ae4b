// CC 7.x (Volta, Turing). Latencies: TITAN V, Tesla V100 and TITAN RTX.
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing volta_gv100()
{
    using enum Source;
    Timing timing;
    timing.capability = { 7, 0 };
    timing.schedulers = { 4, guide };
    timing.scheduler_count = { 4, guide };
    timing.issues = { 1, guide };
    pipe_of(timing, Pipe::integer) = { { 4, jia2018 }, { 64, guide } };
    pipe_of(timing, Pipe::multiply) = { { 4, arafa2019 }, { 64, guide } };
    pipe_of(timing, Pipe::float32) = { { 4, jia2018 }, { 64, guide } };
    pipe_of(timing, Pipe::half) = { { 6, arafa2019 }, { 64, guide } };
    pipe_of(timing, Pipe::float64) = { { 8, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::special) = { { 22, arafa2019 }, { 16, guide } }; // ex2.approx; rsqrt and lg2, which are two: 31
    pipe_of(timing, Pipe::conversion) = { { 14, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::bit_count) = { { 15, arafa2019 }, { 16, guide } };
    pipe_of(timing, Pipe::shuffle) = { { 23, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::vote) = { { 12, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::branch) = { { 4, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::matrix) = { { 33, assumed }, { 8, white_paper } }; // 512 multiply-adds per cycle
    timing.memory = {
        .shared_latency = { 19, jia2018 },
        .shared_wavefronts = { 1, guide },
        .shared_atomic_latency = { 15, assumed },
        .l1_latency = { 28, jia2018 },
        .l1_bytes = { 131072, white_paper },
        .l1_unified = { 1, white_paper },
        .l1_lines = { 3, assumed },
        .l1_bytes_per_cycle = { 126, gpu_benches },
        .constant_latency = { 8, arafa2019 },
        .constant_interval = { 2, assumed },
        .texture_latency = { 86, arafa2019 },
    };
    timing.device = {
        .l2_latency = { 193, jia2018 },
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 22, gpu_benches },
        .l2_partial_store = { 2, assumed },
        .dram_latency = { 425, gpu_benches },
        .dram_share = { 0.89, gpu_benches },
        .bytes_in_flight = { 32768, assumed },
        .global_atomic_latency = { 245, amali2025 },
        .global_atomics = { 2, assumed },
        .same_address_atomics = { 1, assumed },
    };
    timing.barrier_latency = { 20, assumed };
    timing.branch_latency = { 10, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 2700, assumed };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing turing_tu10x()
{
    using enum Source;
    Timing timing = volta_gv100();
    timing.capability = { 7, 5 };
    pipe_of(timing, Pipe::integer).latency = { 4, arafa2019 };
    pipe_of(timing, Pipe::float32).latency = { 4, arafa2019 };
    pipe_of(timing, Pipe::float64) = { { 40, arafa2019 }, { 2, guide } };
    pipe_of(timing, Pipe::special).latency = { 22, assumed };
    timing.memory.shared_latency = { 21, arafa2019 };
    timing.memory.l1_latency = { 27, arafa2019 };
    timing.memory.l1_bytes = { 65536, white_paper }; // 96 KiB, of which shared memory uses at least 32
    timing.memory.l1_bytes_per_cycle = { 64, assumed };
    timing.device.l2_latency = { 234, arafa2019 };
    timing.device.l2_share_per_cycle.source = assumed;
    timing.device.l2_partial_store = { 1, assumed };
    timing.device.dram_latency = { 424, arafa2019 };
    timing.device.dram_share = { 0.75, assumed };
    timing.memory.texture_latency = { 92, arafa2019 };
    timing.device.global_atomic_latency = { 286, assumed };
    timing.launch = { 2100, assumed };
    return timing;
}

} // namespace

std::vector<Timing> volta_timings()
{
    return { volta_gv100(), turing_tu10x() };
}

} // namespace warpstage::arch
