#include "core/kernel_run/job_report.h"

#include "core/base/text.h"
#include "core/engine/timing_summary.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/expressions/expression.h"
#include "core/simt/hang/hang_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace warpstage::kernel_run {

namespace {

// NaNs are counted and otherwise ignored. `sum` is exact for integers below 2^63.
struct Statistics {
    double least = 0.0;
    double greatest = 0.0;
    long double sum = 0.0L;
    std::uint64_t numbers = 0;
    std::uint64_t nans = 0;
};

Statistics statistics_of(const JobBuffer& buffer, std::span<const std::byte> bytes)
{
    Statistics statistics;
    for (std::uint64_t i = 0; i < buffer.count; ++i) {
        const double number = problem::number_of(bytes, buffer.type, i);
        if (std::isnan(number)) {
            ++statistics.nans;
            continue;
        }
        statistics.least = statistics.numbers == 0 ? number : std::min(statistics.least, number);
        statistics.greatest = statistics.numbers == 0 ? number : std::max(statistics.greatest, number);
        statistics.sum += static_cast<long double>(number);
        ++statistics.numbers;
    }
    return statistics;
}

std::string number_text(const JobBuffer& buffer, long double number)
{
    return ptx::is_float(buffer.type) ? fmt::format("{:.7g}", static_cast<double>(number)) : fmt::format("{:.0f}", number);
}

std::string estimate_text(const JobEstimate& estimate)
{
    if (estimate.time.count() == 0)
        return fmt::format("no estimate for {}: {}", estimate.gpu, text::sentence(estimate.reason));
    return fmt::format("estimated for {} by the SM model, not measured: {}{}{}{}", estimate.gpu, text::duration(estimate.time),
        estimate.range.empty() ? "" : fmt::format(" ({})", estimate.range),
        estimate.limiter.empty() ? "" : ", limited by " + estimate.limiter,
        estimate.caches.empty() ? "" : "\ncaches, estimated: " + estimate.caches);
}

std::string virtual_time_text(const JobOutcome& outcome)
{
    auto text = fmt::format("{} warp instructions, {} thread instructions",
        text::grouped(static_cast<std::int64_t>(outcome.warp_instructions)),
        text::grouped(static_cast<std::int64_t>(outcome.lane_instructions)));
    const bool has_estimate =
        std::ranges::any_of(outcome.estimates, [](const JobEstimate& estimate) { return estimate.time.count() > 0; });
    if (!has_estimate)
        text += fmt::format("\nemulated time, not a GPU timing: {}", text::duration(outcome.times.front()));
    return text;
}

std::string measured_time_text(const JobOutcome& outcome)
{
    const auto& times = outcome.times;
    if (times.size() == 1)
        return fmt::format("{}, measured once with events", text::duration(times.front()));
    const auto summary = engine::summarize(times);
    return fmt::format("{}, median of {} runs measured with events ({} to {})", text::duration(summary.median), times.size(),
        text::duration(summary.minimum), text::duration(summary.maximum));
}

std::string time_text(const JobOutcome& outcome)
{
    auto text = outcome.machine.kind == engine::EngineKind::vm ? virtual_time_text(outcome) : measured_time_text(outcome);
    for (const auto& estimate : outcome.estimates)
        text += "\n" + estimate_text(estimate);
    return text;
}

std::string buffer_text(const JobBuffer& buffer, std::span<const std::byte> bytes, std::uint64_t shown)
{
    constexpr std::uint64_t kPerLine = 8;
    const auto statistics = statistics_of(buffer, bytes);
    auto text = fmt::format("\n{}: {}[{}]", buffer.name, ptx::name_of(buffer.type), buffer.count);
    if (statistics.numbers != 0)
        text += fmt::format(", min {}, max {}, sum {}", number_text(buffer, static_cast<long double>(statistics.least)),
            number_text(buffer, static_cast<long double>(statistics.greatest)), number_text(buffer, statistics.sum));
    if (statistics.nans != 0)
        text += fmt::format(", {} NaN", statistics.nans);
    for (std::uint64_t i = 0; i < shown; ++i) {
        if (i % kPerLine == 0)
            text += fmt::format("\n{:>8}:", i);
        text += ' ' + problem::text_of(bytes, buffer.type, i);
    }
    return text + '\n';
}

// JSON has neither NaN nor infinities.
nlohmann::json json_number(double number)
{
    return std::isfinite(number) ? nlohmann::json(number) : nlohmann::json(fmt::format("{}", number));
}

nlohmann::json json_element(const JobBuffer& buffer, std::span<const std::byte> bytes, std::uint64_t index)
{
    if (ptx::is_float(buffer.type))
        return json_number(problem::number_of(bytes, buffer.type, index));
    const auto text = problem::text_of(bytes, buffer.type, index);
    return nlohmann::json::parse(text);
}

nlohmann::json buffer_json(const JobBuffer& buffer, std::span<const std::byte> bytes, std::uint64_t shown)
{
    const auto statistics = statistics_of(buffer, bytes);
    nlohmann::json json { { "name", buffer.name }, { "type", ptx::name_of(buffer.type) }, { "count", buffer.count },
        { "nan", statistics.nans }, { "values", nlohmann::json::array() } };
    if (statistics.numbers != 0) {
        json["min"] = json_number(statistics.least);
        json["max"] = json_number(statistics.greatest);
        json["sum"] = json_number(static_cast<double>(statistics.sum));
    }
    for (std::uint64_t i = 0; i < shown; ++i)
        json["values"].push_back(json_element(buffer, bytes, i));
    return json;
}

nlohmann::json launch_json(const KernelJob& job, std::size_t number)
{
    const auto& launch = job.launch(number);
    return { { "kernel", job.kernel_name(number) }, { "mangled", job.kernel(number).name },
        { "grid", { launch.grid.x, launch.grid.y, launch.grid.z } },
        { "block", { launch.block.x, launch.block.y, launch.block.z } }, { "dynamic_shared_bytes", launch.shared_bytes } };
}

nlohmann::json estimate_json(const JobEstimate& estimate)
{
    if (estimate.time.count() == 0)
        return { { "gpu", estimate.gpu }, { "reason", estimate.reason } };
    nlohmann::json json { { "gpu", estimate.gpu }, { "time_ns", estimate.time.count() }, { "limiter", estimate.limiter } };
    if (!estimate.range.empty())
        json["range"] = estimate.range;
    if (!estimate.caches.empty())
        json["caches"] = estimate.caches;
    return json;
}

nlohmann::json trap_json(const simt::Trap& trap)
{
    nlohmann::json json { { "kind", simt::name_of(trap.kind) }, { "block", { trap.block.x, trap.block.y, trap.block.z } },
        { "thread", { trap.thread.x, trap.thread.y, trap.thread.z } }, { "warp", trap.warp }, { "lane", trap.lane },
        { "address", trap.address }, { "line", trap.location.line } };
    if (trap.hang != nullptr)
        json["hang"] = simt::to_json(*trap.hang);
    return json;
}

} // namespace

Result<std::vector<ShownBuffer>> shown_buffers(
    const KernelJob& job, const std::vector<PrintedBuffer>& prints, std::string_view option)
{
    std::vector<ShownBuffer> shown;
    const auto add = [&](std::size_t index, std::uint64_t count) {
        shown.push_back({ index, std::min(count, job.buffers[index].count) });
    };
    for (const auto& print : prints) {
        const auto found = std::ranges::find(job.buffers, print.name, &JobBuffer::name);
        if (found == job.buffers.end()) {
            std::vector<std::string> names;
            for (const auto& buffer : job.buffers)
                names.push_back(buffer.name);
            return Error { names.empty() ? fmt::format("`{} {}`: the kernel has no buffer argument.", option, print.name)
                                         : fmt::format("`{} {}`: no buffer argument has this name. Use {}.", option, print.name,
                                             text::alternatives(names)) };
        }
        add(static_cast<std::size_t>(found - job.buffers.begin()), print.count);
    }
    for (std::size_t i = 0; i < job.buffers.size(); ++i) {
        if (job.buffers[i].output && std::ranges::find(shown, i, &ShownBuffer::index) == shown.end())
            add(i, PrintedBuffer::kDefaultCount);
    }
    return shown;
}

std::string to_text(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown)
{
    std::string text;
    for (std::size_t i = 0; i < job.launches(); ++i) {
        const auto& launch = job.launch(i);
        text += fmt::format("{}: kernel {}, grid {}, block {}, {} bytes of dynamic shared memory\n", job.source.lesson->id,
            job.kernel_name(i), text::extent(launch.grid), text::extent(launch.block), launch.shared_bytes);
    }
    text += fmt::format("{} ({}): {}\n", outcome.machine.name, outcome.machine.detail, time_text(outcome));
    if (!outcome.output.empty())
        text += "\n" + outcome.output;
    for (const auto& [index, count] : shown)
        text += buffer_text(job.buffers[index], outcome.contents[index], count);
    for (std::size_t i = 0; i < outcome.symbols.size(); ++i) {
        const auto& symbol = job.printed_symbols[i];
        text += buffer_text({ symbol.name, symbol.type, symbol.count }, outcome.symbols[i], symbol.count);
    }
    if (shown.empty() && outcome.symbols.empty() && !job.buffers.empty())
        text += fmt::format("No buffer has the contents `out`. Use `--print {}` to print one.\n", job.buffers.front().name);
    return text;
}

nlohmann::json to_json(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown)
{
    const bool emulated = outcome.machine.kind == engine::EngineKind::vm;
    // The first launch; "launches" has all.
    auto json = launch_json(job, 0);
    json.update({ { "file", job.source.lesson->id },
        { "machine", { { "name", outcome.machine.name }, { "detail", outcome.machine.detail }, { "emulated", emulated } } },
        { "nanoseconds", nlohmann::json::array() }, { "buffers", nlohmann::json::array() },
        { "launches", nlohmann::json::array() } });
    for (std::size_t i = 0; i < job.launches(); ++i)
        json["launches"].push_back(launch_json(job, i));
    for (const auto time : outcome.times)
        json["nanoseconds"].push_back(time.count());
    if (emulated) {
        json["output"] = outcome.output;
        json["warp_instructions"] = outcome.warp_instructions;
        json["thread_instructions"] = outcome.lane_instructions;
    }
    // The first estimate; "estimates" has all.
    for (const auto& estimate : outcome.estimates)
        json["estimates"].push_back(estimate_json(estimate));
    if (!outcome.estimates.empty())
        json["estimate"] = json["estimates"].front();
    if (outcome.fault)
        json["fault"] = { { "sentence", *outcome.fault } };
    if (outcome.trap)
        json["fault"].update(trap_json(*outcome.trap));
    if (!outcome.contents.empty()) {
        for (const auto& [index, count] : shown)
            json["buffers"].push_back(buffer_json(job.buffers[index], outcome.contents[index], count));
    }
    if (!job.printed_symbols.empty())
        json["symbols"] = nlohmann::json::array();
    for (std::size_t i = 0; i < outcome.symbols.size(); ++i) {
        const auto& symbol = job.printed_symbols[i];
        json["symbols"].push_back(buffer_json({ symbol.name, symbol.type, symbol.count }, outcome.symbols[i], symbol.count));
    }
    if (!job.unset_symbols.empty())
        json["unset_symbols"] = job.unset_symbols;
    return json;
}

} // namespace warpstage::kernel_run
