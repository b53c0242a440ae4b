#include "core/arch/timing/timing_table.h"

#include <fmt/format.h>

#include <set>

namespace warpstage::arch {

namespace {

constexpr std::string_view kCycles = "cycles";
constexpr std::string_view kBytesPerCycle = "bytes/cycle/SM";

void add_issue_rows(std::vector<TimingRow>& rows, const Timing& timing)
{
    rows.push_back({ "issue rate", "warp instructions/cycle/SM", timing.schedulers });
    rows.push_back({ "warp schedulers", "", timing.scheduler_count });
    rows.push_back({ "issue width", "instructions/warp", timing.issues });
}

void add_pipe_rows(std::vector<TimingRow>& rows, const Timing& timing)
{
    for (std::size_t i = 0; i < kPipes; ++i) {
        const std::string_view name = name_of(static_cast<Pipe>(i));
        rows.push_back({ fmt::format("{} latency", name), kCycles, timing.pipes[i].latency });
        rows.push_back({ fmt::format("{} throughput", name), "threads/cycle/SM", timing.pipes[i].lanes });
    }
}

void add_memory_rows(std::vector<TimingRow>& rows, const MemoryTiming& memory, const DeviceMemoryTiming& device)
{
    rows.push_back({ "shared load latency", kCycles, memory.shared_latency });
    rows.push_back({ "shared throughput", "wavefronts/cycle/SM", memory.shared_wavefronts });
    rows.push_back({ "additional latency of a shared atomic", kCycles, memory.shared_atomic_latency });
    rows.push_back({ "L1 hit latency", kCycles, memory.l1_latency });
    rows.push_back({ "L1 size for global loads", "bytes", memory.l1_bytes });
    rows.push_back({ "L1 unified with shared memory", "", memory.l1_unified });
    rows.push_back({ "L1 lookup rate", "lines/cycle/SM", memory.l1_lines });
    rows.push_back({ "L1 hit bandwidth", kBytesPerCycle, memory.l1_bytes_per_cycle });
    rows.push_back({ "store bandwidth", kBytesPerCycle, memory.store_bytes_per_cycle });
    rows.push_back({ "L2 hit latency", kCycles, device.l2_latency });
    rows.push_back({ "L2 bandwidth, one SM", kBytesPerCycle, device.l2_bytes_per_cycle });
    rows.push_back({ "L2 bandwidth, all SMs", kBytesPerCycle, device.l2_share_per_cycle });
    rows.push_back({ "L2 store bandwidth, all SMs (0: as for loads)", kBytesPerCycle, device.l2_write_share_per_cycle });
    rows.push_back({ "minimum L2 bytes per line", "bytes", device.l2_line_bytes });
    rows.push_back({ "L2 share for distinct data", "of the L2 size", device.l2_usable });
    rows.push_back({ "cost of a partial sector store", "sectors", device.l2_partial_store });
    rows.push_back({ "minimum DRAM access", "bytes", device.dram_bytes });
    rows.push_back({ "DRAM latency", kCycles, device.dram_latency });
    rows.push_back({ "added DRAM latency at half bandwidth", "of the DRAM latency", device.dram_meeting });
    rows.push_back({ "DRAM row (0: rows are not modeled)", "bytes/partition", device.dram_row_bytes });
    rows.push_back({ "between activations of DRAM rows", "ns/partition", device.dram_row_interval });
    if (device.dram_read_pieces.run.value > 0.0) {
        rows.push_back({ "piece of DRAM that is read apart", "ns", device.dram_read_pieces.least });
        rows.push_back({ "addition to reading a piece apart", "ns", device.dram_read_pieces.added });
        rows.push_back({ "run of DRAM that is read as a whole", "bytes", device.dram_read_pieces.run });
        rows.push_back({ "piece of DRAM that is written apart", "ns", device.dram_written_pieces.least });
        rows.push_back({ "addition to writing a piece apart", "ns", device.dram_written_pieces.added });
        rows.push_back({ "run of DRAM that is written as a whole", "bytes", device.dram_written_pieces.run });
    }
    rows.push_back({ "DRAM copy bandwidth", "of published bandwidth", device.dram_share });
    rows.push_back({ "only reads or only writes", "of the DRAM copy bandwidth", device.dram_one_way });
    if (device.dram_last.value > 0.0)
        rows.push_back({ "mean to last end of an SM, DRAM busy", "ns", device.dram_last });
    rows.push_back({ "bytes in flight", "bytes/SM", device.bytes_in_flight });
    rows.push_back({ "constant hit latency", kCycles, memory.constant_latency });
    rows.push_back({ "each additional constant address", kCycles, memory.constant_turn });
    if (memory.constant_interval.value > 0.0)
        rows.push_back({ "constant loads, interval", "cycles/address/SM", memory.constant_interval });
    rows.push_back({ "texture throughput", "fetches/cycle/SM", memory.texture_lanes });
    rows.push_back({ "texture cache (0: textures use L1)", "bytes/SM", memory.texture_bytes });
    rows.push_back({ "texture hit latency", kCycles, memory.texture_latency });
    rows.push_back({ "bulk copies, interval", kCycles, memory.bulk_issue });
    rows.push_back({ "bulk copies", "bytes/cycle/SM", memory.bulk_bytes_per_cycle });
    rows.push_back({ "complete phase to waiting warp", kCycles, memory.phase_latency });
    rows.push_back({ "global atomic latency", kCycles, device.global_atomic_latency });
    rows.push_back({ "global atomic throughput", "words/cycle/SM", device.global_atomics });
    rows.push_back({ "same-address atomic throughput", "words/cycle", device.same_address_atomics });
    if (device.l2_slices.value > 0.0) {
        rows.push_back({ "same-address floating point additions", "words/cycle", device.same_address_float_atomics });
        rows.push_back({ "L2 slices", "slices", device.l2_slices });
        rows.push_back({ "atomic throughput of an L2 slice", "sectors/cycle", device.l2_slice_atomics });
    }
}

void add_control_rows(std::vector<TimingRow>& rows, const Timing& timing)
{
    rows.push_back({ "barrier latency", kCycles, timing.barrier_latency });
    rows.push_back({ "each warp arriving at a barrier", kCycles, timing.barrier_turn });
    rows.push_back({ "columns of a wgmma product", "columns/cycle/SM", timing.product_columns });
    rows.push_back({ "from comparison to dependent branch", kCycles, timing.branch_condition });
    rows.push_back({ "from branch to next instruction", kCycles, timing.branch_latency });
    rows.push_back({ "from block end to next block start", kCycles, timing.block_start });
    rows.push_back({ "block start interval, whole GPU", "cycles/block", timing.block_turn });
    rows.push_back({ "empty kernel in a stream", "ns", timing.launch });
    rows.push_back({ "from kernel start to first load", kCycles, timing.first_instruction });
}

// "-" for a cache that does not exist.
std::string number_of(const TimingRow& row)
{
    return row.value.value == 0 ? "-" : fmt::format("{:.5g}", row.value.value);
}

} // namespace

std::vector<TimingRow> timing_rows(const Timing& timing)
{
    std::vector<TimingRow> rows;
    add_issue_rows(rows, timing);
    add_pipe_rows(rows, timing);
    add_memory_rows(rows, timing.memory, timing.device);
    add_control_rows(rows, timing);
    return rows;
}

std::string timing_text(const Timing& timing)
{
    std::string text = fmt::format("Timing of one multiprocessor (SM), CC {}.{}\n\n  {:<38}{:>10}  {:<28}{}\n",
        timing.capability.major, timing.capability.minor, "figure", "value", "unit", "source");
    std::set<Source> sources;
    for (const TimingRow& row : timing_rows(timing)) {
        sources.insert(row.value.source);
        text += fmt::format("  {:<38}{:>10}  {:<28}{}\n", row.figure, number_of(row), row.unit, name_of(row.value.source));
    }
    text += "\nSources\n";
    for (const Source source : sources)
        text += fmt::format("  {:<17} {}\n", name_of(source), citation_of(source));
    return text;
}

} // namespace warpstage::arch
