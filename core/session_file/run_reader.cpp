#include "core/session_file/run_reader.h"

#include "core/analysis/recording/lane_work.h"
#include "core/session_file/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpstage::session_file {

namespace {

using Json = nlohmann::json;

// Above the limits of the recorder (trace::RecorderLimits), to allow larger recordings in the future.
constexpr std::size_t kMaxSteps = std::size_t { 1 } << 22;
constexpr std::size_t kMaxAccesses = std::size_t { 1 } << 18; // half a kilobyte each
constexpr std::size_t kMaxInstructions = std::size_t { 1 } << 20;
constexpr std::uint32_t kMaxWarps =
    1024; // maximum threads per block, with one lane per warp (CUDA C++ Programming Guide, "Compute Capabilities")
constexpr std::uint32_t kMaxSharedBytes = std::uint32_t { 1 } << 20;
constexpr std::uint32_t kMaxAccessBytes = 16;

Dim3 read_extent(JsonReader& reader, const Json& object, std::string_view key, const std::string& place)
{
    const Json& list = reader.list(object, key, place, 3);
    Dim3 extent { 0, 0, 0 };
    if (list.size() != 3) {
        reader.refuse(fmt::format("{}.{}", place, key), "is not an extent of three numbers");
        return extent;
    }
    const std::string here = fmt::format("{}.{}", place, key);
    extent.x = static_cast<std::uint32_t>(reader.number(list[0], here, 0xffffffff));
    extent.y = static_cast<std::uint32_t>(reader.number(list[1], here, 0xffffffff));
    extent.z = static_cast<std::uint32_t>(reader.number(list[2], here, 0xffffffff));
    return extent;
}

std::uint32_t read_warp_width(JsonReader& reader, const Json& json, const std::string& place)
{
    const std::uint32_t width = reader.small(json, "warp_width", place, kMaxLanes);
    if (!std::has_single_bit(width))
        reader.refuse(place + ".warp_width", "is not a valid warp width");
    return width;
}

simt::Access read_access(JsonReader& reader, const Json& json, const std::string& place)
{
    simt::Access access;
    const auto space = find_space(reader.text(json, "space", place));
    const auto kind = find_access(reader.text(json, "kind", place));
    access.bytes = reader.small(json, "bytes", place, kMaxAccessBytes);
    access.lanes = reader.small(json, "lanes", place);
    if (!space || !kind || !std::has_single_bit(access.bytes)) {
        reader.refuse(place, "is not a memory access");
        access.bytes = 1;
        access.lanes = 0;
        return access;
    }
    access.space = *space;
    access.kind = *kind;
    const std::size_t lanes = lane_count(access.lanes);
    const Json& values = reader.list(json, "values", place, lanes);
    const bool even = json.contains("stride");
    const Json& addresses = even ? values : reader.list(json, "addresses", place, lanes);
    if (values.size() != lanes || addresses.size() != lanes) {
        reader.refuse(place, "does not have one address and one value per lane");
        return access;
    }
    std::uint64_t address = even ? reader.number(json, "first", place) : 0;
    const std::uint64_t stride = even ? reader.number(json, "stride", place) : 0;
    std::size_t next = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        access.addresses[lane] = even ? address : reader.number(addresses[next], place + ".addresses");
        access.values[lane] = reader.number(values[next], place + ".values");
        address += stride;
        ++next;
    });
    return access;
}

void read_steps(JsonReader& reader, const Json& json, trace::Trace& trace)
{
    const std::string place = "run.trace.steps";
    const Json& steps = reader.member(json, "steps", "run.trace");
    const auto column = [&](std::string_view name) -> const Json& {
        return reader.list(steps, name, place, kMaxSteps);
    };
    const Json& warps = column("warp");
    const Json& pcs = column("pc");
    const Json& active = column("active");
    const Json& executed = column("executed");
    const Json& taken = column("taken");
    const Json& accesses = column("access");
    const Json& epochs = column("epoch");
    const Json& events = column("event");
    for (const Json* other : { &pcs, &active, &executed, &taken, &accesses, &epochs, &events }) {
        if (other->size() != warps.size())
            reader.refuse(place, "has columns of different lengths");
    }
    if (reader.refused())
        return;
    // The analysis keeps the lanes of each warp for each epoch.
    const std::uint64_t most_epochs = analysis::kMaxWorkingLanes / std::max(trace.warps, 1U) - 1;
    trace.steps.reserve(warps.size());
    for (std::size_t i = 0; i < warps.size() && !reader.refused(); ++i) {
        const auto read = [&](const Json& values, const char* name, std::uint64_t most) {
            return values[i].is_number_unsigned() && values[i].get<std::uint64_t>() <= most
                ? static_cast<std::uint32_t>(values[i].get<std::uint64_t>())
                : static_cast<std::uint32_t>(reader.number(values[i], fmt::format("{}.{}[{}]", place, name, i), most));
        };
        trace::StepRecord step;
        step.warp = read(warps, "warp", trace.warps == 0 ? 0 : trace.warps - 1);
        step.pc = read(pcs, "pc", kMaxInstructions);
        step.active = read(active, "active", first_lanes(trace.warp_width));
        step.executed = read(executed, "executed", first_lanes(trace.warp_width));
        step.taken = read(taken, "taken", first_lanes(trace.warp_width));
        step.access = read(accesses, "access", trace.accesses.size());
        step.epoch = read(epochs, "epoch", most_epochs);
        step.event = static_cast<trace::Event>(read(events, "event", static_cast<std::uint64_t>(trace::Event::exit)));
        trace.steps.push_back(step);
    }
}

trace::Trace read_trace(JsonReader& reader, const Json& json)
{
    const std::string place = "run.trace";
    trace::Trace trace;
    trace.block = reader.number(json, "block", place);
    trace.warp_width = read_warp_width(reader, json, place);
    trace.warps = reader.small(json, "warps", place, kMaxWarps);
    trace.steps_seen = reader.number(json, "steps_seen", place);
    const Json& accesses = reader.list(json, "accesses", place, kMaxAccesses);
    trace.accesses.reserve(accesses.size());
    for (std::size_t i = 0; i < accesses.size() && !reader.refused(); ++i)
        trace.accesses.push_back(read_access(reader, accesses[i], fmt::format("{}.accesses[{}]", place, i)));
    read_steps(reader, json, trace);
    trace.gapless = static_cast<std::size_t>(reader.number(json, "gapless", place, trace.steps.size()));
    return trace;
}

trace::Totals read_totals(JsonReader& reader, const Json& json)
{
    const std::string place = "run.totals";
    trace::Totals totals;
    totals.block = reader.number(json, "block", place);
    totals.warp_width = read_warp_width(reader, json, place);
    totals.warps = reader.small(json, "warps", place, kMaxWarps);
    totals.barriers = reader.number(json, "barriers", place);
    const Json& instructions = reader.list(json, "instructions", place, kMaxInstructions);
    for (std::size_t i = 0; i < instructions.size() && !reader.refused(); ++i) {
        const std::string here = fmt::format("{}.instructions[{}]", place, i);
        const Json& counted = instructions[i];
        trace::InstructionTotals total;
        total.executions = reader.number(counted, "executions", here);
        total.active_lanes = reader.number(counted, "active_lanes", here);
        total.executed_lanes = reader.number(counted, "executed_lanes", here, total.active_lanes);
        total.branches = reader.number(counted, "branches", here);
        total.divergent_branches = reader.number(counted, "divergent_branches", here);
        total.patterns_dropped = reader.number(counted, "patterns_dropped", here);
        const Json& patterns = reader.list(counted, "patterns", here, kMaxAccesses);
        for (const Json& pattern : patterns) {
            const std::uint64_t count = reader.number(pattern, "count", here + ".patterns");
            total.patterns.push_back(
                { read_access(reader, reader.member(pattern, "access", here + ".patterns"), here + ".patterns"), count });
        }
        totals.instructions.push_back(std::move(total));
    }
    return totals;
}

ptx::SourceLocation read_location(JsonReader& reader, const Json& object, const std::string& place)
{
    const Json& json = reader.member(object, "location", place);
    const std::string here = place + ".location";
    return { reader.small(json, "file", here), reader.small(json, "line", here), reader.small(json, "column", here),
        reader.small(json, "inlined_at", here) };
}

simt::Trap read_trap(JsonReader& reader, const Json& json)
{
    const std::string place = "run.trap";
    simt::Trap trap;
    trap.kind = static_cast<simt::TrapKind>(
        reader.small(json, "kind", place, static_cast<std::uint32_t>(simt::TrapKind::invalid_texture)));
    trap.message = reader.text(json, "message", place);
    trap.block = read_extent(reader, json, "block", place);
    trap.thread = read_extent(reader, json, "thread", place);
    trap.warp = reader.small(json, "warp", place, kMaxWarps);
    trap.lane = reader.small(json, "lane", place, kMaxLanes - 1);
    trap.pc = reader.small(json, "pc", place);
    trap.address = reader.number(json, "address", place);
    trap.location = read_location(reader, json, place);
    if (json.contains("second")) {
        const Json& other = json["second"];
        const std::string here = place + ".second";
        trap.second = simt::TrapParty { read_extent(reader, other, "block", here), read_extent(reader, other, "thread", here),
            reader.small(other, "warp", here, kMaxWarps), reader.small(other, "lane", here, kMaxLanes - 1),
            reader.small(other, "pc", here), read_location(reader, other, here) };
    }
    return trap;
}

std::vector<RunBuffer> read_buffers(JsonReader& reader, const Json& run)
{
    constexpr std::size_t kMaxBuffers = 4096;
    constexpr std::uint64_t kMaxBytes = std::uint64_t { 1 } << 48;
    constexpr std::uint64_t kMaxAddress = std::uint64_t { 1 } << 63; // its end is an address as well
    std::vector<RunBuffer> buffers;
    for (const auto& each : reader.list(run, "buffers", "run", kMaxBuffers)) {
        const std::string place = fmt::format("run.buffers[{}]", buffers.size());
        buffers.push_back({ reader.text(each, "name", place), reader.number(each, "address", place, kMaxAddress),
            reader.number(each, "bytes", place, kMaxBytes) });
    }
    return buffers;
}

} // namespace

engine::TimingSummary read_timing(JsonReader& reader, const Json& json, const std::string& place)
{
    constexpr std::uint64_t kMaxNanoseconds = std::uint64_t { 1 } << 62;
    const auto time = [&](std::string_view key) {
        return std::chrono::nanoseconds(static_cast<std::int64_t>(reader.number(json, key, place, kMaxNanoseconds)));
    };
    const auto samples = reader.number(json, "samples", place, std::numeric_limits<std::size_t>::max());
    return { time("minimum_ns"), time("median_ns"), time("maximum_ns"), static_cast<std::size_t>(samples) };
}

Run read_run(JsonReader& reader, const Json& json)
{
    const std::string place = "run";
    Run run;
    run.variant = reader.text(json, "variant", place);
    run.kernel = reader.text(json, "kernel", place);
    run.block_size = read_extent(reader, json, "block_size", place);
    run.shared_bytes = reader.small(json, "shared_bytes", place, kMaxSharedBytes);
    run.trace = read_trace(reader, reader.member(json, "trace", place));
    run.totals = read_totals(reader, reader.member(json, "totals", place));
    if (json.is_object() && json.contains("buffers"))
        run.buffers = read_buffers(reader, json);
    if (json.is_object() && json.contains("trap"))
        run.trap = read_trap(reader, json["trap"]);
    return run;
}

} // namespace warpstage::session_file
