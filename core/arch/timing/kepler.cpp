// CC 3.x. Latencies: Tesla K40. Lanes: CUDA C++ Programming Guide 10, "Arithmetic Instructions".
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing kepler_gk110()
{
    using enum Source;
    Timing timing;
    timing.capability = { 3, 5 };
    timing.schedulers = { 4, guide };
    timing.scheduler_count = { 4, guide };
    timing.issues = { 2, guide };
    pipe_of(timing, Pipe::integer) = { { 9, arafa2019 }, { 160, guide } }; // shifts: 64
    pipe_of(timing, Pipe::multiply) = { { 9, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::float32) = { { 9, arafa2019 }, { 192, guide } };
    pipe_of(timing, Pipe::half) = { { 9, assumed }, { 192, assumed } };
    pipe_of(timing, Pipe::float64) = { { 10, arafa2019 }, { 64, guide } };
    pipe_of(timing, Pipe::special) = { { 18, arafa2019 }, { 32, guide } }; // sin.approx; rsqrt and lg2, which are two: 40
    pipe_of(timing, Pipe::conversion) = { { 9, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::bit_count) = { { 9, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::shuffle) = { { 26, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::vote) = { { 9, assumed }, { 32, assumed } };
    pipe_of(timing, Pipe::branch) = { { 16, assumed }, { 32, assumed } }; // inside a sequence, such as that of a division
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(192);
    timing.memory = {
        .shared_latency = { 26, arafa2019 },
        .shared_wavefronts = { 1, guide },
        .shared_atomic_latency = { 150, assumed }, // a loop with a lock
        .l1_latency = { 0, guide }, // for local memory only
        .l1_bytes = { 0, guide },
        .l1_unified = { 0, guide },
        .l1_lines = { 1, assumed },
        .l1_bytes_per_cycle = { 128, assumed },
        .constant_latency = { 16, arafa2019 },
        .texture_latency = { 112, arafa2019 },
    };
    timing.device = {
        .l2_latency = { 188, arafa2019 },
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 29.3, gpumembench2017 }, // 333 GB/s, K80: 13 multiprocessors at up to 875 MHz
        .l2_partial_store = { 2, assumed }, // error correction reads the rest of a partly written unit
        .dram_latency = { 331, arafa2019 },
        .dram_share = { 0.70, microway2013 }, // 202.7 of 288 GB/s with error correction
        .bytes_in_flight = { 16384, assumed },
        .global_atomic_latency = { 245, assumed },
        .global_atomics = { 4.3, assumed }, // 64 per cycle for the whole GPU
        .same_address_atomics = { 1, assumed },
    };
    timing.barrier_latency = { 26, assumed };
    timing.branch_latency = { 16, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 3000, assumed };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing kepler_gk104()
{
    using enum Source;
    Timing timing = kepler_gk110();
    timing.capability = { 3, 0 };
    pipe_of(timing, Pipe::float64).lanes = { 8, guide };
    timing.device.l2_share_per_cycle.source = assumed;
    timing.device.l2_partial_store = { 1, assumed };
    timing.device.dram_share = { 0.80, assumed };
    timing.device.global_atomics = { 8, assumed };
    return timing;
}

Timing kepler_gk210()
{
    Timing timing = kepler_gk110();
    timing.capability = { 3, 7 };
    timing.device.dram_share.source = Source::assumed;
    return timing;
}

} // namespace

std::vector<Timing> kepler_timings()
{
    return { kepler_gk104(), kepler_gk110(), kepler_gk210() };
}

} // namespace warpstage::arch
