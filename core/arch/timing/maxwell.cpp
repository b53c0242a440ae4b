// CC 5.x and 6.x (Maxwell, Pascal). Lanes: CUDA C++ Programming Guide 10, "Arithmetic Instructions".
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

// A scheduler issues one arithmetic instruction and a second instruction to another unit.
Timing maxwell_gm20x()
{
    using enum Source;
    Timing timing;
    timing.capability = { 5, 2 };
    timing.schedulers = { 4, guide };
    timing.scheduler_count = { 4, guide };
    timing.issues = { 2, gpgpu_sim };
    pipe_of(timing, Pipe::integer) = { { 6, arafa2019 }, { 128, guide } }; // shifts and compares: 64
    // Without a 32-bit multiplier, three 16-bit XMAD are needed.
    pipe_of(timing, Pipe::multiply) = { { 13, arafa2019 }, { 42, assumed } };
    pipe_of(timing, Pipe::float32) = { { 6, arafa2019 }, { 128, guide } };
    pipe_of(timing, Pipe::half) = { { 6, assumed }, { 128, assumed } };
    pipe_of(timing, Pipe::float64) = { { 48, arafa2019 }, { 4, guide } };
    pipe_of(timing, Pipe::special) = { { 15, arafa2019 }, { 32, guide } }; // sin.approx; rsqrt and lg2, which are two: 34
    pipe_of(timing, Pipe::conversion) = { { 13, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::bit_count) = { { 13, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::shuffle) = { { 24, assumed }, { 32, guide } };
    pipe_of(timing, Pipe::vote) = { { 6, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::branch) = { { 6, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(128);
    timing.memory = {
        .shared_latency = { 24, arafa2019 },
        .shared_wavefronts = { 1, guide },
        .shared_atomic_latency = { 15, assumed },
        .l1_latency = { 0, guide }, // global loads bypass L1 unless a compiler option enables it
        .l1_bytes = { 0, guide },
        .l1_unified = { 0, guide },
        .l1_lines = { 1, assumed },
        .l1_bytes_per_cycle = { 64, assumed },
        .constant_latency = { 20, arafa2019 },
        .texture_latency = { 95, arafa2019 },
    };
    timing.device = {
        .l2_latency = { 225, arafa2019 },
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 32, assumed },
        .l2_partial_store = { 1, assumed },
        .dram_latency = { 379, arafa2019 },
        .dram_share = { 0.75, assumed },
        .bytes_in_flight = { 16384, assumed },
        .global_atomic_latency = { 245, assumed },
        .global_atomics = { 4, assumed },
        .same_address_atomics = { 1, assumed },
    };
    timing.barrier_latency = { 24, assumed };
    timing.branch_latency = { 12, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 3000, assumed };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing maxwell_gm10x()
{
    Timing timing = maxwell_gm20x();
    timing.capability = { 5, 0 };
    return timing;
}

// Two schedulers of 32 lanes each.
Timing pascal_gp100()
{
    using enum Source;
    Timing timing = maxwell_gm20x();
    timing.capability = { 6, 0 };
    timing.schedulers = { 2, guide };
    timing.scheduler_count = { 2, guide };
    pipe_of(timing, Pipe::integer).lanes = { 64, guide };
    pipe_of(timing, Pipe::multiply).lanes = { 21, assumed };
    pipe_of(timing, Pipe::float32).lanes = { 64, guide };
    pipe_of(timing, Pipe::half) = { { 6, arafa2019 }, { 64, guide } };
    pipe_of(timing, Pipe::float64) = { { 8, arafa2019 }, { 32, guide } };
    pipe_of(timing, Pipe::special).lanes = { 16, guide };
    pipe_of(timing, Pipe::conversion).lanes = { 16, guide };
    pipe_of(timing, Pipe::bit_count).lanes = { 16, guide };
    pipe_of(timing, Pipe::vote).lanes = { 32, assumed };
    pipe_of(timing, Pipe::branch).lanes = { 32, assumed };
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(64);
    timing.memory.shared_latency = { 25, arafa2019 };
    timing.memory.l1_latency = { 81, arafa2019 };
    timing.memory.l1_bytes = { 24576, white_paper };
    timing.device.l2_latency = { 252, arafa2019 };
    timing.device.l2_share_per_cycle = { 24, assumed };
    timing.device.l2_partial_store = { 2, assumed };
    timing.device.dram_latency = { 482, arafa2019 };
    timing.memory.constant_latency = { 12, arafa2019 };
    timing.memory.texture_latency = { 87, arafa2019 };
    timing.device.global_atomic_latency = { 280, assumed };
    timing.device.global_atomics = { 2, assumed };
    return timing;
}

// Global loads bypass L1, as on Maxwell.
Timing pascal_gp10x()
{
    using enum Source;
    Timing timing = maxwell_gm20x();
    timing.capability = { 6, 1 };
    pipe_of(timing, Pipe::half) = { { 6, assumed }, { 1, guide } };
    timing.memory.shared_latency = { 25, assumed };
    timing.device.l2_latency = { 227, mt4g };
    timing.device.dram_latency = { 415, mt4g };
    timing.device.dram_share = { 0.80, assumed };
    timing.memory.constant_latency = { 12, assumed };
    timing.memory.texture_latency = { 87, assumed };
    return timing;
}

} // namespace

std::vector<Timing> maxwell_timings()
{
    return { maxwell_gm10x(), maxwell_gm20x(), pascal_gp100(), pascal_gp10x() };
}

} // namespace warpstage::arch
