// CC 2.x. Cycles are those of the processors' clock; the schedulers and L1 run at half of it. Two schedulers issue a warp
// instruction every two cycles each, CC 2.1 two instructions of one warp: CUDA C Programming Guide 4.2, F.4.1. Latencies that
// GPGPU-Sim states in cycles of the schedulers are doubled.
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing fermi_gf100()
{
    using enum Source;
    Timing timing;
    timing.capability = { 2, 0 };
    timing.schedulers = { 1, guide };
    timing.scheduler_count = { 2, guide };
    timing.issues = { 1, guide };
    // 768 threads hide the latency of arithmetic: 24 warps, one warp instruction per cycle.
    pipe_of(timing, Pipe::integer) = { { 24, lectures }, { 32, guide } };
    pipe_of(timing, Pipe::multiply) = { { 24, assumed }, { 16, gpgpu_sim } };
    pipe_of(timing, Pipe::float32) = { { 24, lectures }, { 32, guide } };
    pipe_of(timing, Pipe::half) = { { 24, assumed }, { 32, assumed } };
    pipe_of(timing, Pipe::float64) = { { 48, assumed }, { 16, guide } };
    pipe_of(timing, Pipe::special) = { { 40, assumed }, { 4, guide } };
    pipe_of(timing, Pipe::conversion) = { { 24, assumed }, { 16, assumed } };
    pipe_of(timing, Pipe::bit_count) = { { 24, assumed }, { 16, assumed } };
    pipe_of(timing, Pipe::vote) = { { 24, assumed }, { 16, assumed } };
    pipe_of(timing, Pipe::branch) = { { 24, assumed }, { 32, assumed } };
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(32);
    timing.memory = {
        .shared_latency = { 50, mei2017 },
        .shared_wavefronts = { 0.5, guide }, // a bank serves 32 bits every two cycles
        .shared_atomic_latency = { 100, assumed }, // a loop with a lock
        .l1_latency = { 70, gpgpu_sim },
        .l1_bytes = { 16384, guide },
        .l1_unified = { 0, guide },
        .l1_lines = { 0.5, assumed },
        .l1_bytes_per_cycle = { 64, assumed },
        .constant_latency = { 32, assumed },
        .texture_latency = { 224, assumed },
    };
    timing.device = {
        .l2_latency = { 310, gpgpu_sim },
        .l2_bytes_per_cycle = { 16, gpgpu_sim },
        .l2_share_per_cycle = { 12, assumed },
        .l2_partial_store = { 2, assumed }, // error correction reads what is not written
        .dram_latency = { 510, gpgpu_sim },
        .dram_share = { 0.70, assumed }, // with error correction, as on a Tesla K40
        .bytes_in_flight = { 8192, gpgpu_sim }, // 64 lines
        .global_atomic_latency = { 400, assumed },
        .global_atomics = { 0.75, assumed },
        .same_address_atomics = { 0.055, assumed }, // one ninth of Kepler's, at twice the clock
    };
    pipe_of(timing, Pipe::shuffle) = shuffle_through_shared_memory(timing.memory.shared_latency, { 16, guide });
    timing.barrier_latency = { 40, assumed };
    timing.branch_latency = { 32, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 3000, assumed };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing fermi_gf104()
{
    using enum Source;
    Timing timing = fermi_gf100();
    timing.capability = { 2, 1 };
    timing.issues = { 2, guide };
    pipe_of(timing, Pipe::integer).lanes = { 48, guide };
    pipe_of(timing, Pipe::float32).lanes = { 48, guide };
    pipe_of(timing, Pipe::half).lanes = { 48, assumed };
    pipe_of(timing, Pipe::float64).lanes = { 4, assumed };
    pipe_of(timing, Pipe::special).lanes = { 8, guide };
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(48);
    timing.device.l2_share_per_cycle = { 16, assumed };
    timing.device.l2_partial_store = { 1, assumed };
    timing.device.dram_share = { 0.80, assumed };
    return timing;
}

} // namespace

std::vector<Timing> fermi_timings()
{
    return { fermi_gf100(), fermi_gf104() };
}

} // namespace warpstage::arch
