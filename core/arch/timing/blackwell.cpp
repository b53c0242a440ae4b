// CC 10.x and 12.x: cores like Hopper's, memory of B200 and GeForce RTX 5090. Lanes: CUDA C++ Best Practices Guide 13,
// "Throughput of Native Arithmetic Instructions".
#include "core/arch/timing/generations.h"

namespace warpstage::arch {

namespace {

Timing blackwell_of_hopper()
{
    using enum Source;
    Timing timing = hopper_timings().back();
    const auto carry_over = [](Figure& figure) {
        figure.source = assumed;
    };
    for (PipeTiming& pipe : timing.pipes) {
        carry_over(pipe.latency);
        carry_over(pipe.lanes);
    }
    MemoryTiming& memory = timing.memory;
    DeviceMemoryTiming& device = timing.device;
    for (Figure* figure : { &memory.shared_latency, &memory.shared_wavefronts, &memory.shared_atomic_latency, &memory.l1_lines,
             &memory.l1_bytes_per_cycle, &memory.store_bytes_per_cycle, &memory.constant_latency, &memory.constant_turn,
             &memory.constant_interval, &memory.texture_latency, &memory.texture_lanes, &device.l2_bytes_per_cycle,
             &device.l2_share_per_cycle, &device.l2_write_share_per_cycle, &device.l2_partial_store, &device.l2_line_bytes,
             &device.l2_usable, &device.dram_bytes, &device.dram_share, &device.dram_one_way, &device.dram_last,
             &device.bytes_in_flight, &device.global_atomic_latency, &device.global_atomics, &device.same_address_atomics,
             &device.same_address_float_atomics, &device.l2_slices, &device.l2_slice_atomics, &timing.barrier_latency,
             &timing.barrier_turn, &timing.branch_condition, &timing.branch_latency, &timing.block_start, &timing.block_turn,
             &timing.launch, &timing.first_instruction })
        carry_over(*figure);
    device.dram_read_pieces = {}; // not measured
    device.dram_written_pieces = {};
    return timing;
}

Timing blackwell_gb100()
{
    using enum Source;
    Timing timing = blackwell_of_hopper();
    timing.capability = { 10, 0 };
    pipe_of(timing, Pipe::integer).lanes = { 64, guide };
    pipe_of(timing, Pipe::float32).lanes = { 128, guide };
    pipe_of(timing, Pipe::half).lanes = { 64, guide };
    pipe_of(timing, Pipe::float64).lanes = { 64, guide };
    timing.memory.l1_latency = { 40, dewing };
    timing.device.l2_latency = { 295, dewing };
    timing.device.dram_latency = { 860, dewing };
    return timing;
}

Timing blackwell_gb20x()
{
    using enum Source;
    Timing timing = blackwell_of_hopper();
    timing.capability = { 12, 0 };
    pipe_of(timing, Pipe::integer).lanes = { 128, guide };
    pipe_of(timing, Pipe::multiply).lanes = { 64, guide };
    pipe_of(timing, Pipe::float32).lanes = { 128, guide };
    pipe_of(timing, Pipe::half).lanes = { 64, guide };
    pipe_of(timing, Pipe::float64) = { { 40, assumed }, { 2, guide } };
    pipe_of(timing, Pipe::conversion).lanes = { 16, guide };
    pipe_of(timing, Pipe::bit_count).lanes = { 16, guide };
    pipe_of(timing, Pipe::shuffle).lanes = { 32, guide };
    pipe_of(timing, Pipe::vote).lanes = { 128, guide };
    pipe_of(timing, Pipe::matrix).lanes = { 8, assumed };
    timing.memory.l1_latency = { 44, dewing };
    timing.memory.l1_bytes = { 131072, white_paper };
    timing.memory.l1_bytes_per_cycle = { 64, assumed };
    timing.device.l2_latency = { 360, dewing };
    timing.device.l2_share_per_cycle = { 16, assumed };
    timing.device.l2_partial_store = { 1, assumed };
    timing.device.dram_latency = { 936, dewing };
    timing.device.dram_share = { 0.90, assumed };
    timing.launch = { 1640, assumed };
    return timing;
}

} // namespace

std::vector<Timing> blackwell_timings()
{
    return { blackwell_gb100(), blackwell_gb20x() };
}

} // namespace warpstage::arch
