// CC 9.0. Published values are for GH200, H100 and H200; `measured` ones were measured by this project on an H200 (132 SMs, 1980
// MHz, driver 580).
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
    pipe_of(timing, Pipe::integer) = { { 4, measured }, { 64, guide } };
    pipe_of(timing, Pipe::multiply) = { { 4, measured }, { 64, measured } };
    pipe_of(timing, Pipe::float32) = { { 4, measured }, { 124, measured } };
    pipe_of(timing, Pipe::half) = { { 8, measured }, { 111, measured } };
    pipe_of(timing, Pipe::float64) = { { 8, measured }, { 63, measured } };
    pipe_of(timing, Pipe::special) = { { 17, measured }, { 16, measured } };
    pipe_of(timing, Pipe::conversion) = { { 17, measured }, { 16, measured } };
    pipe_of(timing, Pipe::bit_count) = { { 17, measured }, { 16, measured } };
    pipe_of(timing, Pipe::shuffle) = { { 24, measured }, { 32, measured } };
    pipe_of(timing, Pipe::vote) = { { 12, assumed }, { 64, assumed } };
    pipe_of(timing, Pipe::branch) = { { 4, assumed }, { 48, measured } }; // BSSY, a branch and BSYNC: 8 cycles
    // 2048 multiply-adds per cycle with wgmma; mma reportedly reaches less than two thirds of it.
    pipe_of(timing, Pipe::matrix) = { { 33, assumed }, { 20, assumed } };
    timing.memory = {
        .shared_latency = { 23, measured },
        .shared_wavefronts = { 1, measured },
        .shared_atomic_latency = { 3, measured },
        .l1_latency = { 32, measured },
        .l1_bytes = { 262144, white_paper },
        .l1_unified = { 1, white_paper },
        .l1_lines = { 4, gpu_benches },
        .l1_bytes_per_cycle = { 128, measured },
        .store_bytes_per_cycle = { 32, measured },
        .constant_latency = { 28, measured },
        .constant_turn = { 11, measured },
        .constant_interval = { 2, measured },
        .texture_latency = { 88, measured },
        .bulk_issue = { 54, measured },
        .bulk_bytes_per_cycle = { 98, measured },
        .phase_latency = { 20, measured }, // a bulk copy of 16 bytes from L2 takes 300 cycles, a load 281
    };
    timing.device = {
        .l2_latency = { 281, measured },
        .l2_bytes_per_cycle = { 64, assumed },
        .l2_share_per_cycle = { 34.8, measured }, // 9100 GB/s
        .l2_write_share_per_cycle = { 16.7, measured }, // 4371 GB/s
        .l2_partial_store = { 1.83, measured }, // lines with 1, 2 and 4 such sectors cost 1.8, 2.8 and 4.7 full ones
        .l2_line_bytes = { 59, measured }, // 154 scattered sectors per ns
        .l2_usable = { 0.5, measured }, // a chain of loads in 32 MiB misses
        .dram_bytes = { 64, measured }, // scattered loads reach a third of the bandwidth
        .dram_latency = { 660, measured },
        // measure_gpu pieces: 64 bytes in 22.9 and 35.1 ps, 256 in 60.0 and 62.4, of whole rows in 54.5 and 54.6.
        .dram_read_pieces = { { 0.0053, measured }, { 0.023, measured }, { 8192, measured } },
        .dram_written_pieces = { { 0.0077, measured }, { 0.035, measured }, { 65536, measured } },
        .dram_meeting = { 0.17, measured }, // 871 cycles at 2458 GB/s, 1261 at 3396, 2160 at 3966
        .dram_share = { 0.88, measured }, // 4224 of 4800 GB/s
        .dram_one_way = { 1.117, measured }, // 4718 GB/s
        .dram_last = { 1100,
            measured }, // copies of 8 to 256 MiB: 0.62, 0.81, 0.91, 1.07, 1.01 and 1.32 µs; DRAM is busy for 67 to 90 %
        .bytes_in_flight = { 131072, measured },
        .global_atomic_latency = { 330, measured },
        .global_atomics = { 3.6, measured },
        .same_address_atomics = { 0.69, measured },
        .same_address_float_atomics = { 0.288, measured },
        .l2_slices = { 96, assumed },
        .l2_slice_atomics = { 0.86, measured },
    };
    timing.barrier_latency = { 13, measured };
    timing.barrier_turn = { 2, measured };
    timing.product_columns = { 2, measured }; // a product with 256 columns takes 128 cycles, with 64 columns 32
    timing.branch_condition = { 17, measured };
    timing.branch_latency = { 7, measured };
    timing.block_start = { 385, measured };
    timing.block_turn = { 1.19, measured };
    timing.launch = { 3200, measured };
    // In a stream, a kernel that waits takes 1.3 µs more than its blocks, one that also loads or stores 1.79 or 1.63 µs more: its
    // code and constants are not in the caches of the multiprocessors.
    timing.first_instruction = { 3190, measured };
    return timing;
}

} // namespace

std::vector<Timing> hopper_timings()
{
    return { hopper_gh100() };
}

} // namespace warpstage::arch
