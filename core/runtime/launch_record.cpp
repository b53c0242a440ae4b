#include "core/runtime/launch_record.h"

#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/capture/extent_json.h"
#include "core/timing/confidence.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::runtime {

namespace {

using Json = nlohmann::json;

Json fault_json(const LaunchFault& fault)
{
    Json json { { "kind", fault.kind }, { "message", fault.message }, { "file", fault.file }, { "line", fault.line } };
    if (!fault.hang.empty())
        json["hang"] = Json::parse(fault.hang);
    return json;
}

LaunchFault fault_of(const Json& json)
{
    return { json.at("kind").get<std::string>(), json.at("message").get<std::string>(), json.at("file").get<std::string>(),
        json.at("line").get<std::uint32_t>(), json.contains("hang") ? json.at("hang").dump() : std::string {} };
}

// The counters of a record: JSON, CSV and text use the same rows.
struct CounterRow {
    const char* name;
    std::uint64_t analysis::Counters::*counter;
};
constexpr std::array kCounters {
    CounterRow { "instructions", &analysis::Counters::instructions },
    CounterRow { "active_lanes", &analysis::Counters::active_lanes },
    CounterRow { "executed_lanes", &analysis::Counters::executed_lanes },
    CounterRow { "branches", &analysis::Counters::branches },
    CounterRow { "divergent_branches", &analysis::Counters::divergent_branches },
    CounterRow { "shared_requests", &analysis::Counters::shared_requests },
    CounterRow { "wavefronts", &analysis::Counters::wavefronts },
    CounterRow { "wavefronts_ideal", &analysis::Counters::wavefronts_ideal },
    CounterRow { "global_requests", &analysis::Counters::global_requests },
    CounterRow { "sectors", &analysis::Counters::sectors },
    CounterRow { "sectors_ideal", &analysis::Counters::sectors_ideal },
};

struct AtomicsRow {
    const char* memory;
    const char* cost;
    analysis::Atomics analysis::Counters::*atomics;
};
constexpr std::array kAtomics {
    AtomicsRow { "shared_atomics", "wavefronts", &analysis::Counters::shared_atomics },
    AtomicsRow { "global_atomics", "sectors", &analysis::Counters::global_atomics },
};

struct MachineRow {
    const char* name;
    std::optional<timing::MachineCounters> LaunchRecord::*counters;
};
constexpr std::array kMachineRows {
    MachineRow { "machine_code", &LaunchRecord::machine },
    MachineRow { "assembled_code", &LaunchRecord::assembled },
};

timing::MachineCounters machine_counters_of(const Json& json)
{
    const auto number = [&](const char* name) {
        return json.at(name).get<std::uint64_t>();
    };
    return { number("instructions"), number("sectors"), number("wavefronts"), number("divergent_branches") };
}

Json json_of(const analysis::Atomics& atomics, const char* cost)
{
    return { { "requests", atomics.requests }, { cost, atomics.cost }, { "ideal", atomics.ideal },
        { "operations", atomics.operations }, { "on_one_word", atomics.same_word } };
}

analysis::Atomics atomics_of(const Json& json, const char* cost)
{
    const auto number = [&](const char* name) {
        return json.at(name).get<std::uint64_t>();
    };
    return { number("requests"), number(cost), number("ideal"), number("operations"), number("on_one_word") };
}

std::optional<timing::TimeRange> range_of(const Json& estimate)
{
    if (!estimate.contains("range_ns"))
        return {};
    const Json& range = estimate.at("range_ns");
    return timing::TimeRange { std::chrono::nanoseconds(range.at(0).get<std::int64_t>()),
        std::chrono::nanoseconds(range.at(1).get<std::int64_t>()) };
}

LaunchRecord record_of(const Json& json)
{
    LaunchRecord record;
    record.number = json.at("launch").get<std::uint64_t>();
    record.kernel = json.at("kernel").get<std::string>();
    record.grid = capture::extent_from_json(json.at("grid"));
    record.block = capture::extent_from_json(json.at("block"));
    record.shared_bytes = json.at("shared_bytes").get<std::uint64_t>();
    record.finished = json.at("finished").get<bool>();
    record.emulated = std::chrono::nanoseconds(json.at("emulated_ns").get<std::int64_t>());
    record.warp_instructions = json.at("warp_instructions").get<std::uint64_t>();
    record.lane_instructions = json.at("thread_instructions").get<std::uint64_t>();
    record.ended_blocks = json.value("ended_blocks", std::uint64_t { 0 });
    record.before = std::chrono::nanoseconds(json.value("before_ns", std::int64_t { 0 }));
    record.observed_blocks = json.at("observed_blocks").get<std::uint64_t>();
    record.sampled_blocks = json.at("sampled_blocks").get<std::uint64_t>();
    record.sampled_instructions = json.at("sampled_instructions").get<std::uint64_t>();
    for (const CounterRow& row : kCounters)
        record.counters.*row.counter = json.at("counters").at(row.name).get<std::uint64_t>();
    for (const AtomicsRow& row : kAtomics)
        record.counters.*row.atomics = atomics_of(json.at("counters").at(row.memory), row.cost);
    for (const MachineRow& row : kMachineRows)
        if (const auto found = json.find(row.name); found != json.end())
            record.*row.counters = machine_counters_of(*found);
    if (const auto found = json.find("estimate"); found != json.end())
        record.estimate = LaunchEstimate { std::chrono::nanoseconds(found->at("time_ns").get<std::int64_t>()),
            found->at("limiter").get<std::string>(), found->at("occupancy").get<double>(),
            found->contains("l1_hit") ? std::optional { analysis::cache_use_from_json(*found) } : std::nullopt,
            range_of(*found) };
    record.no_estimate = json.value("no_estimate", "");
    if (const auto found = json.find("why"); found != json.end())
        record.why = timing::why_report_of(*found);
    if (const auto found = json.find("fault"); found != json.end())
        record.fault = fault_of(*found);
    if (const auto found = json.find("findings"); found != json.end()) {
        for (const Json& one : *found)
            record.findings.push_back({ fault_of(one), one.at("severity").get<std::string>(), one.at("tool").get<std::string>(),
                one.at("hazard").get<std::string>(), one.at("cause").get<std::string>(), one.at("count").get<std::uint64_t>() });
    }
    return record;
}

std::string scaled(const LaunchRecord& record, std::uint64_t observed)
{
    return text::grouped(static_cast<std::int64_t>(std::llround(static_cast<double>(observed) * record.scale())));
}

std::string counters_text(const LaunchRecord& record)
{
    const analysis::Counters& counters = record.counters;
    std::string text = fmt::format("    {:.1f} active lanes per warp instruction (of 32)", counters.average_active_lanes());
    if (counters.branches != 0)
        text += fmt::format(", {:.0f} % of the branches uniform", counters.branch_efficiency());
    text += '\n';
    const char* const about = record.observed_blocks < record.grid.count() ? "about " : "";
    if (counters.shared_requests != 0)
        text += fmt::format("    shared memory: {}{} wavefronts, ideal {}\n", about, scaled(record, counters.wavefronts),
            scaled(record, counters.wavefronts_ideal));
    if (const auto& machine = record.assembled ? record.assembled : record.machine;
        machine && (counters.shared_requests != 0 || counters.divergent_branches != 0))
        text += fmt::format("    machine code ({}): {} wavefronts of shared memory, {} divergent branches (PTX: {})\n",
            record.assembled ? "of ptxas" : "derived from the PTX", text::grouped(static_cast<std::int64_t>(machine->wavefronts)),
            text::grouped(static_cast<std::int64_t>(machine->divergent_branches)), scaled(record, counters.divergent_branches));
    if (counters.global_requests != 0)
        text += fmt::format("    global memory: {}{} sectors, ideal {}\n", about, scaled(record, counters.sectors),
            scaled(record, counters.sectors_ideal));
    for (const AtomicsRow& row : kAtomics) {
        const analysis::Atomics& atomics = counters.*row.atomics;
        if (atomics.requests != 0)
            text += fmt::format("    {} memory: {}{} atomic operations in {} requests, {:.1f} lanes of a request on one word\n",
                row.atomics == &analysis::Counters::shared_atomics ? "shared" : "global", about,
                scaled(record, atomics.operations), scaled(record, atomics.requests),
                static_cast<double>(atomics.same_word) / static_cast<double>(atomics.requests));
    }
    if (record.observed_blocks < record.grid.count())
        text += fmt::format(
            "    lanes, wavefronts and sectors: scaled from {} of {} blocks\n", record.observed_blocks, record.grid.count());
    return text;
}

std::string indented(std::string_view lines)
{
    std::string text;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
        text += "    ";
        text += lines.substr(0, end);
        lines.remove_prefix(end);
    }
    return text;
}

double seconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

// The time of the whole launch if all blocks take equally long. Some blocks have ended.
double whole_time(const LaunchRecord& record)
{
    return seconds(record.emulated) * static_cast<double>(record.grid.count()) / static_cast<double>(record.ended_blocks);
}

double percentage(const LaunchRecord& record)
{
    return static_cast<double>(record.ended_blocks) * 100.0 / static_cast<double>(record.grid.count());
}

std::string csv_text(std::string_view text)
{
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter;
        if (letter == '"')
            quoted += letter;
    }
    return quoted + '"';
}

} // namespace

double LaunchRecord::scale() const
{
    return observed_blocks == 0 ? 0.0 : static_cast<double>(grid.count()) / static_cast<double>(observed_blocks);
}

double LaunchRecord::relative_work() const
{
    if (warp_instructions == 0 || sampled_blocks == 0)
        return 1.0;
    const double average = static_cast<double>(warp_instructions) / static_cast<double>(grid.count());
    return static_cast<double>(sampled_instructions) / static_cast<double>(sampled_blocks) / average;
}

bool LaunchRecord::is_representative() const
{
    constexpr double kTolerance = 0.05; // blocks at the edge of the data do a little less
    return sampled_blocks >= grid.count() || std::abs(relative_work() - 1.0) <= kTolerance;
}

Json to_json(const LaunchRecord& record)
{
    Json counters = Json::object();
    for (const CounterRow& row : kCounters)
        counters[row.name] = record.counters.*row.counter;
    for (const AtomicsRow& row : kAtomics)
        counters[row.memory] = json_of(record.counters.*row.atomics, row.cost);
    Json json { { "launch", record.number }, { "kernel", record.kernel }, { "grid", capture::extent_to_json(record.grid) },
        { "block", capture::extent_to_json(record.block) }, { "shared_bytes", record.shared_bytes },
        { "finished", record.finished }, { "emulated_ns", record.emulated.count() },
        { "warp_instructions", record.warp_instructions }, { "thread_instructions", record.lane_instructions },
        { "observed_blocks", record.observed_blocks }, { "sampled_blocks", record.sampled_blocks },
        { "sampled_instructions", record.sampled_instructions }, { "counters", std::move(counters) } };
    if (!record.finished) {
        json["ended_blocks"] = record.ended_blocks;
        json["before_ns"] = record.before.count();
    }
    for (const MachineRow& row : kMachineRows)
        if (const auto& made = record.*row.counters)
            json[row.name] = { { "instructions", made->instructions }, { "sectors", made->sectors },
                { "wavefronts", made->wavefronts }, { "divergent_branches", made->divergent_branches } };
    if (record.estimate)
        json["estimate"] = { { "time_ns", record.estimate->time.count() }, { "limiter", record.estimate->limiter },
            { "occupancy", record.estimate->occupancy } };
    if (record.estimate && record.estimate->range)
        json["estimate"]["range_ns"] = { record.estimate->range->least.count(), record.estimate->range->most.count() };
    if (record.estimate && record.estimate->cache)
        json["estimate"].update(analysis::to_json(*record.estimate->cache));
    if (!record.no_estimate.empty())
        json["no_estimate"] = record.no_estimate;
    if (record.why)
        json["why"] = timing::to_json(*record.why);
    if (record.fault)
        json["fault"] = fault_json(*record.fault);
    for (const LaunchFinding& finding : record.findings) {
        Json one = fault_json(finding.fault);
        one.update({ { "severity", finding.severity }, { "tool", finding.tool }, { "hazard", finding.hazard },
            { "cause", finding.cause }, { "count", finding.count } });
        json["findings"].push_back(std::move(one));
    }
    return json;
}

Result<std::vector<LaunchRecord>> parse_records(std::string_view lines)
{
    std::vector<LaunchRecord> records;
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        if (end == std::string_view::npos)
            break; // the program ended while it wrote the line
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(end + 1);
        try {
            LaunchRecord record = record_of(Json::parse(line));
            if (!records.empty() && records.back().number == record.number)
                records.back() = std::move(record);
            else
                records.push_back(std::move(record));
        } catch (const Json::exception& error) {
            return Error { fmt::format("The file of launches has an invalid line: {}.", json_reason(error)) };
        }
    }
    return records;
}

std::string progress_line(const LaunchRecord& record)
{
    constexpr std::size_t kMax = 24; // characters of the name: the line fits into 80 columns
    std::string name = record.kernel;
    if (name.size() > kMax)
        name = name.substr(0, kMax - 3) + "...";
    if (record.before > record.emulated)
        return fmt::format("launch {}: {}: all launches {:.0f} s", record.number, name, seconds(record.before + record.emulated));
    std::string line = fmt::format("launch {}: {}: {:.0f} s", record.number, name, seconds(record.emulated));
    if (record.ended_blocks != 0)
        line += fmt::format(
            ", {:.0f} % of the blocks, about {:.0f} s left", percentage(record), whole_time(record) - seconds(record.emulated));
    return line;
}

std::string launches_text(const LaunchRecord& record)
{
    const double all = seconds(record.before + record.emulated);
    const std::uint64_t blocks = record.grid.count();
    return fmt::format("{} launches have taken {:.0f} s on the virtual device, {:.2g} s each on average; the one that runs is of "
                       "kernel `{}`, with {} {}.",
        text::grouped(static_cast<std::int64_t>(record.number)), all, all / static_cast<double>(record.number), record.kernel,
        text::grouped(static_cast<std::int64_t>(blocks)), blocks == 1 ? "block" : "blocks");
}

std::string progress_text(const LaunchRecord& record)
{
    const auto blocks = static_cast<std::int64_t>(record.grid.count());
    const double so_far = seconds(record.emulated);
    std::string text =
        fmt::format("Launch {}, kernel `{}`, has run for {:.0f} s on the virtual device: ", record.number, record.kernel, so_far);
    const std::string of_blocks = text::grouped(blocks) + (blocks == 1 ? " block" : " blocks");
    if (record.ended_blocks == 0)
        return text + fmt::format("none of {} has ended.", of_blocks);
    text += fmt::format(
        "{:.0f} % of {} have ended, about {:.0f} s are left.", percentage(record), of_blocks, whole_time(record) - so_far);
    constexpr std::int64_t kPart = 10;
    if (blocks >= kPart)
        text += fmt::format(
            " A grid of {} blocks would take about {:.0f} s.", text::grouped(blocks / kPart), whole_time(record) / kPart);
    return text;
}

std::string to_text(const std::vector<LaunchRecord>& records, std::string_view gpu)
{
    if (records.empty())
        return "No kernel was launched.\n";
    std::string text;
    for (const LaunchRecord& record : records) {
        if (record.number == 0 && record.fault) {
            text += record.fault->message + '\n';
            continue;
        }
        text += fmt::format("launch {}: {}, grid {}, block {}, {} bytes of shared memory\n", record.number, record.kernel,
            text::extent(record.grid), text::extent(record.block), record.shared_bytes);
        if (!record.finished) {
            text += "    The launch did not finish.\n";
            continue;
        }
        text += fmt::format(
            "    {} warp instructions, {} thread instructions (not predicated off); {} (emulated, not a GPU timing)\n",
            text::grouped(static_cast<std::int64_t>(record.warp_instructions)),
            text::grouped(static_cast<std::int64_t>(record.lane_instructions)), text::duration(record.emulated));
        const bool representative = record.is_representative();
        const bool complete = record.observed_blocks >= record.grid.count();
        if (!representative)
            text += fmt::format("    The blocks differ: the {} sampled ones of {} execute {:.2f} times the instructions of an "
                                "average block. {}\n",
                record.sampled_blocks, record.grid.count(), record.relative_work(),
                complete ? "So there is no estimated time." : "Time, lanes, wavefronts and sectors are not scaled to the grid.");
        else if (record.estimate)
            text += fmt::format("    estimated for {} by the SM model: {}{}, limited by {}; occupancy {:.0f} %\n{}", gpu,
                text::duration(record.estimate->time), timing::range_behind(record.estimate->range), record.estimate->limiter,
                record.estimate->occupancy * 100.0,
                record.estimate->cache ? fmt::format("    caches, estimated: {}\n", analysis::to_text(*record.estimate->cache))
                                       : "");
        else if (!record.no_estimate.empty())
            text += fmt::format("    no estimate for {}: {}\n", gpu, record.no_estimate);
        if (record.observed_blocks != 0 && (representative || complete))
            text += counters_text(record);
        if (representative && record.why)
            text += indented(timing::to_text(*record.why));
        if (record.fault)
            text += fmt::format("    fault: {}\n", record.fault->message);
    }
    return text;
}

std::string to_csv(const std::vector<LaunchRecord>& records)
{
    std::string text = "launch,kernel,grid,block,shared_bytes,finished,emulated_ns,warp_instructions,thread_instructions,blocks,"
                       "observed_blocks,estimated_ns,limiter,occupancy,l1_hit,l2_hit,dram_bytes,fault,fault_file,fault_line";
    for (const CounterRow& row : kCounters)
        text += fmt::format(",{}", row.name);
    for (const AtomicsRow& row : kAtomics)
        text += fmt::format(",{0}_requests,{0}_{1},{0}_operations,{0}_on_one_word", row.memory, row.cost);
    text += '\n';
    for (const LaunchRecord& record : records) {
        const auto extent = [](const Dim3& e) {
            return fmt::format("{}x{}x{}", e.x, e.y, e.z);
        };
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}", record.number, csv_text(record.kernel), extent(record.grid),
            extent(record.block), record.shared_bytes, record.finished ? 1 : 0, record.emulated.count(), record.warp_instructions,
            record.lane_instructions, record.grid.count(), record.observed_blocks);
        if (record.estimate)
            text += fmt::format(
                ",{},{},{:.4f}", record.estimate->time.count(), csv_text(record.estimate->limiter), record.estimate->occupancy);
        else
            text += ",,,";
        if (record.estimate && record.estimate->cache)
            text += fmt::format(",{:.4f},{:.4f},{:.0f}", record.estimate->cache->l1_hit, record.estimate->cache->l2_hit,
                record.estimate->cache->dram_bytes);
        else
            text += ",,,";
        if (record.fault)
            text += fmt::format(",{},{},{}", csv_text(record.fault->message), csv_text(record.fault->file), record.fault->line);
        else
            text += ",,,";
        for (const CounterRow& row : kCounters)
            text += fmt::format(",{}", record.counters.*row.counter);
        for (const AtomicsRow& row : kAtomics) {
            const analysis::Atomics& atomics = record.counters.*row.atomics;
            text += fmt::format(",{},{},{},{}", atomics.requests, atomics.cost, atomics.operations, atomics.same_word);
        }
        text += '\n';
    }
    return text;
}

} // namespace warpstage::runtime
