// CC 1.x (G80, GT200). Cycles are those of the shader clock, as in Gpu::clock_megahertz. Eight processors execute a warp
// instruction in 4 cycles, the one double-precision unit of CC 1.3 in 32, the two special function units in 16: CUDA C
// Programming Guide 4.2, F.3.1.
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

// Before CC 1.3 doubles are computed as floats. There is no half-precision arithmetic.
Timing tesla_gt200_without_double()
{
    using enum Source;
    Timing timing;
    timing.capability = { 1, 2 };
    timing.schedulers = { 0.25, guide };
    timing.scheduler_count = { 1, guide };
    timing.issues = { 1, guide };
    pipe_of(timing, Pipe::integer) = { { 24, wong2010 }, { 8, guide } };
    // 32-bit products. The multipliers have 24 bits: __mul24 is an instruction of the integer pipe.
    pipe_of(timing, Pipe::multiply) = { { 96, wong2010 }, { 2, guide } };
    pipe_of(timing, Pipe::float32) = { { 24, wong2010 }, { 8, guide } };
    pipe_of(timing, Pipe::half) = { { 24, assumed }, { 8, assumed } };
    pipe_of(timing, Pipe::float64) = { { 24, assumed }, { 8, assumed } };
    pipe_of(timing, Pipe::special) = { { 28, assumed }, { 2, guide } };
    pipe_of(timing, Pipe::conversion) = { { 24, assumed }, { 8, assumed } };
    pipe_of(timing, Pipe::bit_count) = { { 96, assumed }, { 1, assumed } };
    pipe_of(timing, Pipe::vote) = { { 24, assumed }, { 8, assumed } };
    pipe_of(timing, Pipe::branch) = { { 24, assumed }, { 8, assumed } };
    pipe_of(timing, Pipe::matrix) = product_without_tensor_cores(8);
    timing.memory = {
        .shared_latency = { 38, wong2010 },
        .shared_wavefronts = { 0.5, guide }, // a half-warp every two cycles
        .shared_atomic_latency = { 76, assumed },
        .l1_latency = { 0, guide },
        .l1_bytes = { 0, guide },
        .l1_unified = { 0, guide },
        .l1_lines = { 1, assumed },
        .l1_bytes_per_cycle = { 16, assumed },
        .constant_latency = { 8, assumed },
        .texture_latency = { 261, assumed },
        .texture_bytes = { 8192, guide }, // 6 to 8 KB: CUDA C Programming Guide 4.2, table F-2
    };
    timing.device = {
        .l2_latency = { 0, guide },
        .l2_bytes_per_cycle = { 16, gpgpu_sim }, // the network's 32 bytes per cycle at half the clock, for three SMs
        .l2_share_per_cycle = { 5.3, gpgpu_sim },
        .l2_partial_store = { 1, assumed },
        .dram_latency = { 440, wong2010 },
        .dram_row_bytes = { 2048, gpgpu_sim },
        .dram_row_interval = { 10, gpgpu_sim }, // RRD of GDDR3 Samsung K4J52324QH-HC12: 8 cycles at 800 MHz
        .dram_share = { 0.9, assumed }, // refresh, and changes between reading and writing
        .bytes_in_flight = { 4096, assumed }, // one word of each thread
        .global_atomic_latency = { 880, assumed }, // a load and a store
        .global_atomics = { 0.25, assumed },
        .same_address_atomics = { 0.005, assumed },
    };
    pipe_of(timing, Pipe::shuffle) = shuffle_through_shared_memory(timing.memory.shared_latency, { 8, guide });
    timing.barrier_latency = { 24, assumed };
    timing.branch_latency = { 24, assumed };
    timing.block_start = { 300, assumed };
    timing.launch = { 3000, boyer2009 };
    timing.first_instruction = { 500, assumed };
    return timing;
}

Timing tesla_gt200()
{
    using enum Source;
    Timing timing = tesla_gt200_without_double();
    timing.capability = { 1, 3 };
    pipe_of(timing, Pipe::float64) = { { 48, wong2010 }, { 1, guide } };
    return timing;
}

Timing tesla_g80()
{
    using enum Source;
    Timing timing = tesla_gt200_without_double();
    timing.capability = { 1, 0 };
    for (PipeTiming& pipe : timing.pipes) {
        if (pipe.latency.source == wong2010)
            pipe.latency.source = assumed;
    }
    // 192 threads, six warps of 4 cycles, hide the latency of arithmetic.
    pipe_of(timing, Pipe::integer).latency = { 24, lectures };
    pipe_of(timing, Pipe::float32).latency = { 24, lectures };
    timing.memory.shared_latency.source = assumed;
    timing.device.dram_latency = { 500, lectures }; // 400 to 600
    timing.device.l2_share_per_cycle = { 8, gpgpu_sim }; // two SMs per network port
    timing.device.bytes_in_flight = { 3072, assumed };
    timing.device.global_atomics.source = assumed;
    return timing;
}

} // namespace

std::vector<Timing> tesla_timings()
{
    return { tesla_g80(), tesla_gt200_without_double(), tesla_gt200() };
}

} // namespace warpstage::arch
