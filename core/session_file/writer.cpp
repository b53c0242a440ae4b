// Document -> JSON. Columns of numbers, so that a recorded run is small enough for e-mail.
#include "core/session_file/names.h"
#include "core/session_file/session_file.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>

namespace warpstage::session_file {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Dim3& extent)
{
    return { extent.x, extent.y, extent.z };
}

OrderedJson to_json(const engine::TimingSummary& timing)
{
    return { { "minimum_ns", timing.minimum.count() }, { "median_ns", timing.median.count() },
        { "maximum_ns", timing.maximum.count() }, { "samples", timing.samples } };
}

// Addresses of neighboring lanes usually have a constant stride.
std::optional<std::uint64_t> stride_of(const simt::Access& access)
{
    std::optional<std::uint64_t> stride;
    std::optional<unsigned> last;
    bool even = true;
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (last) {
            const std::uint64_t step = access.addresses[lane] - access.addresses[*last];
            even = even && (!stride || *stride == step);
            stride = step;
        }
        last = lane;
    });
    return even ? std::optional(stride.value_or(0)) : std::nullopt;
}

OrderedJson to_json(const simt::Access& access)
{
    OrderedJson json { { "space", space_name(access.space) }, { "kind", access_name(access.kind) }, { "bytes", access.bytes },
        { "lanes", access.lanes } };
    if (const auto stride = stride_of(access); stride && access.lanes != 0) {
        json["first"] = access.addresses[lowest_lane(access.lanes)];
        json["stride"] = *stride;
    } else {
        auto& addresses = json["addresses"] = OrderedJson::array();
        for_each_lane(access.lanes, [&](unsigned lane) { addresses.push_back(access.addresses[lane]); });
    }
    auto& values = json["values"] = OrderedJson::array();
    for_each_lane(access.lanes, [&](unsigned lane) { values.push_back(access.values[lane]); });
    return json;
}

template <typename Member> OrderedJson column(const std::vector<trace::StepRecord>& steps, Member member)
{
    OrderedJson json = OrderedJson::array();
    for (const auto& step : steps)
        json.push_back(step.*member);
    return json;
}

OrderedJson to_json(const trace::Trace& trace)
{
    using trace::StepRecord;
    OrderedJson events = OrderedJson::array();
    for (const auto& step : trace.steps)
        events.push_back(static_cast<std::uint32_t>(step.event));
    OrderedJson accesses = OrderedJson::array();
    for (const auto& access : trace.accesses)
        accesses.push_back(to_json(access));
    return { { "block", trace.block }, { "warp_width", trace.warp_width }, { "warps", trace.warps },
        { "steps_seen", trace.steps_seen }, { "gapless", trace.gapless },
        { "steps",
            { { "warp", column(trace.steps, &StepRecord::warp) }, { "pc", column(trace.steps, &StepRecord::pc) },
                { "active", column(trace.steps, &StepRecord::active) },
                { "executed", column(trace.steps, &StepRecord::executed) }, { "taken", column(trace.steps, &StepRecord::taken) },
                { "access", column(trace.steps, &StepRecord::access) }, { "epoch", column(trace.steps, &StepRecord::epoch) },
                { "event", std::move(events) } } },
        { "accesses", std::move(accesses) } };
}

OrderedJson to_json(const trace::Totals& totals)
{
    OrderedJson instructions = OrderedJson::array();
    for (const auto& counted : totals.instructions) {
        OrderedJson patterns = OrderedJson::array();
        for (const auto& pattern : counted.patterns)
            patterns.push_back({ { "count", pattern.count }, { "access", to_json(pattern.access) } });
        instructions.push_back({ { "executions", counted.executions }, { "active_lanes", counted.active_lanes },
            { "executed_lanes", counted.executed_lanes }, { "branches", counted.branches },
            { "divergent_branches", counted.divergent_branches }, { "patterns_dropped", counted.patterns_dropped },
            { "patterns", std::move(patterns) } });
    }
    return { { "block", totals.block }, { "warp_width", totals.warp_width }, { "warps", totals.warps },
        { "barriers", totals.barriers }, { "instructions", std::move(instructions) } };
}

OrderedJson to_json(const ptx::SourceLocation& location)
{
    return { { "file", location.file }, { "line", location.line }, { "column", location.column },
        { "inlined_at", location.inlined_at } };
}

OrderedJson to_json(const simt::Trap& trap)
{
    OrderedJson json { { "kind", static_cast<std::uint32_t>(trap.kind) }, { "message", trap.message },
        { "block", to_json(trap.block) }, { "thread", to_json(trap.thread) }, { "warp", trap.warp }, { "lane", trap.lane },
        { "pc", trap.pc }, { "address", trap.address }, { "location", to_json(trap.location) } };
    if (const auto& second = trap.second)
        json["second"] = { { "block", to_json(second->block) }, { "thread", to_json(second->thread) }, { "warp", second->warp },
            { "lane", second->lane }, { "pc", second->pc }, { "location", to_json(second->location) } };
    return json;
}

OrderedJson to_json(const Run& run)
{
    OrderedJson json { { "variant", run.variant }, { "kernel", run.kernel }, { "block_size", to_json(run.block_size) },
        { "shared_bytes", run.shared_bytes }, { "trace", to_json(run.trace) }, { "totals", to_json(run.totals) } };
    auto& buffers = json["buffers"] = OrderedJson::array();
    for (const auto& buffer : run.buffers)
        buffers.push_back({ { "name", buffer.name }, { "address", buffer.address }, { "bytes", buffer.bytes } });
    if (run.trap)
        json["trap"] = to_json(*run.trap);
    return json;
}

OrderedJson to_json(const VariantTimes& times)
{
    OrderedJson works = OrderedJson::array();
    for (const auto& work : times.works)
        works.push_back({ { "label", work.label }, { "on_host", work.on_host }, { "timing", to_json(work.timing) } });
    return { { "variant", times.variant }, { "timing", to_json(times.timing) }, { "works", std::move(works) } };
}

} // namespace

std::string to_text(const Document& document)
{
    const Origin& origin = document.origin;
    OrderedJson json { { "warpstage_session", kFormat },
        { "origin",
            { { "machine", origin.machine }, { "detail", origin.detail }, { "emulated", origin.emulated },
                { "architecture", origin.architecture }, { "capability", { origin.capability_major, origin.capability_minor } },
                { "saved_at", origin.saved_at }, { "program", origin.program } } },
        { "lesson", document.lesson }, { "variant", document.variant } };
    auto& parameters = json["parameters"] = OrderedJson::object();
    // In the order of the reader, so that saving again gives the same file.
    for (const auto& [id, value] : std::map(document.parameters.begin(), document.parameters.end()))
        parameters[id] = value;
    auto& times = json["times"] = OrderedJson::array();
    for (const auto& variant : document.times)
        times.push_back(to_json(variant));
    json["source"] = document.source;
    if (!document.edited.empty())
        json["edited"] = document.edited;
    auto& builds = json["builds"] = OrderedJson::array();
    for (const auto& build : document.builds)
        builds.push_back({ { "name", build.name }, { "ptx", build.ptx } });
    for (const problem::Relaunch& launch : document.launches)
        json["launches"].push_back(problem::to_words(launch));
    if (document.run)
        json["run"] = to_json(*document.run);
    json["layout"] = document.layout;
    // One member per line. Invalid UTF-8 (possible in a source) is replaced.
    std::string text = "{";
    for (const auto& [key, value] : json.items())
        text += (text.size() == 1 ? "\n\"" : ",\n\"") + key
            + "\": " + value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    return text + "\n}\n";
}

} // namespace warpstage::session_file
