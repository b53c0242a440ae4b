#include "core/bench/estimate_table.h"

#include "core/analysis/report_csv.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/bench/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace warpstage::bench {

namespace {

double seconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

std::optional<double> error_of(const EstimateResult& result, const EstimatedVariant& variant, std::size_t gpu)
{
    const auto estimated = variant.estimates[gpu].time;
    if (result.measured_gpu != gpu || variant.line.time.samples == 0 || variant.line.time.median.count() <= 0
        || estimated.count() <= 0)
        return std::nullopt;
    return relative_error({ {}, seconds(variant.line.time.median), seconds(estimated) });
}

std::string signed_percent(double error)
{
    return fmt::format("{:+.0f} %", 100.0 * error);
}

// Equal reasons for several GPUs are printed once.
std::string reasons_of(const EstimateResult& result, const EstimatedVariant& variant)
{
    std::string words = variant.line.time.samples == 0 ? variant.line.remark : std::string {};
    const auto add = [&](const std::string& more) {
        words += (words.empty() ? "" : "; ") + more;
    };
    const auto& estimates = variant.estimates;
    const bool all_same = std::ranges::all_of(estimates, [&](const auto& one) { return one.reason == estimates.front().reason; });
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        if (estimates[i].reason.empty())
            continue;
        add(result.gpus.size() == 1 || all_same ? estimates[i].reason
                                                : fmt::format("{}: {}", result.gpus[i], estimates[i].reason));
        if (all_same)
            break;
    }
    return words;
}

std::string estimate_title(const EstimateResult& result)
{
    const auto title = fmt::format("Estimated for {} by the SM model", fmt::join(result.gpus, ", "));
    return result.measured_on.empty() ? title + "; nothing was measured" : title + "; measured on " + result.measured_on;
}

Table estimate_rows(const EstimateResult& result)
{
    const bool measured = !result.measured_on.empty();
    Table table { { "variant", "parameters" }, {} };
    if (measured)
        table.head.emplace_back("measured");
    for (std::size_t i = 0; i < result.gpus.size(); ++i) {
        table.head.push_back(result.gpus.size() == 1 ? "estimated" : result.gpus[i]);
        if (result.measured_gpu == i)
            table.head.emplace_back("error");
        table.head.emplace_back("limiter");
    }
    table.head.emplace_back("");
    for (const auto& variant : result.variants) {
        Row row { variant.line.lesson + " " + variant.line.variant, variant.line.parameters };
        if (measured)
            row.push_back(variant.line.time.samples == 0 ? std::string {} : text::duration(variant.line.time.median));
        for (std::size_t i = 0; i < result.gpus.size(); ++i) {
            const auto& estimate = variant.estimates[i];
            row.push_back(estimate.time.count() > 0 ? text::duration(estimate.time) : std::string {});
            if (result.measured_gpu == i) {
                const auto error = error_of(result, variant, i);
                row.push_back(error ? signed_percent(*error) : std::string {});
            }
            row.push_back(estimate.limiter);
        }
        row.push_back(reasons_of(result, variant));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string agreement_text(const EstimateResult& result)
{
    const auto agreement = agreement_of(result);
    if (agreement.pairs == 0)
        return {};
    auto text = fmt::format("\n{} variants measured and estimated for {}:\n"
                            "  median absolute error         {:.1f} %\n"
                            "  within a factor of {:.1f}        {:.1f} %\n",
        agreement.pairs, result.gpus[*result.measured_gpu], 100.0 * agreement.median_error, kAgreementFactor,
        100.0 * agreement.within_factor);
    if (agreement.orders.empty())
        return text;
    text +=
        fmt::format("  Kendall's tau of the ranking  {:.2f}, mean of {} lessons\n", agreement.mean_tau, agreement.orders.size());
    if (agreement.resolved > 0)
        text +=
            fmt::format("  tau of resolved pairs         {:.2f}, mean of {} lessons; resolved: measured samples do not overlap\n",
                agreement.mean_resolved_tau, agreement.resolved);
    for (const auto& order : agreement.orders)
        text += fmt::format("    {:<24}  {:5.2f} for {} variants, resolved {}\n", order.group, order.tau, order.pairs,
            order.resolved_tau ? fmt::format("{:.2f}", *order.resolved_tau) : "nothing");
    return text;
}

std::string estimate_csv(const EstimateResult& result)
{
    std::string text = "lesson,variant,parameters,gpu,measured_ns,samples,estimated_ns,error_percent,limiter,occupancy,waves,"
                       "reason\n";
    for (const auto& variant : result.variants) {
        const auto& line = variant.line;
        for (std::size_t i = 0; i < result.gpus.size(); ++i) {
            const auto& estimate = variant.estimates[i];
            const auto error = error_of(result, variant, i);
            const bool known = estimate.time.count() > 0;
            text += fmt::format("{},{},{},{},", analysis::csv_field(line.lesson), analysis::csv_field(line.variant),
                analysis::csv_field(line.parameters), analysis::csv_field(result.gpus[i]));
            text += line.time.samples > 0 ? fmt::format("{},{},", line.time.median.count(), line.time.samples) : ",,";
            text += known ? fmt::format("{},", estimate.time.count()) : ",";
            text += error ? fmt::format("{:.2f},", 100.0 * *error) : ",";
            text += known
                ? fmt::format("{},{:.4f},{:.3f},", analysis::csv_field(estimate.limiter), estimate.occupancy, estimate.waves)
                : ",,,";
            text += analysis::csv_field(estimate.reason) + "\n";
        }
    }
    return text;
}

nlohmann::json agreement_json(const Agreement& agreement)
{
    nlohmann::json orders = nlohmann::json::array();
    for (const auto& order : agreement.orders)
        orders.push_back({ { "lesson", order.group }, { "variants", order.pairs }, { "kendall_tau", order.tau },
            { "kendall_tau_resolved", order.resolved_tau ? nlohmann::json(*order.resolved_tau) : nlohmann::json() } });
    return { { "variants", agreement.pairs }, { "median_absolute_error", agreement.median_error }, { "factor", kAgreementFactor },
        { "within_factor", agreement.within_factor }, { "kendall_tau", agreement.mean_tau },
        { "kendall_tau_resolved", agreement.mean_resolved_tau }, { "lessons", std::move(orders) } };
}

std::string estimate_json(const EstimateResult& result)
{
    nlohmann::json lines = nlohmann::json::array();
    for (const auto& variant : result.variants) {
        const auto& line = variant.line;
        nlohmann::json object { { "lesson", line.lesson }, { "variant", line.variant }, { "parameters", line.parameters },
            { "estimates", nlohmann::json::array() } };
        if (line.time.samples > 0)
            object["measured"] = { { "median_ns", line.time.median.count() }, { "minimum_ns", line.time.minimum.count() },
                { "maximum_ns", line.time.maximum.count() }, { "samples", line.time.samples } };
        for (std::size_t i = 0; i < result.gpus.size(); ++i) {
            const auto& estimate = variant.estimates[i];
            nlohmann::json one { { "gpu", result.gpus[i] } };
            if (estimate.time.count() > 0)
                one.update({ { "time_ns", estimate.time.count() }, { "limiter", estimate.limiter },
                    { "occupancy", estimate.occupancy }, { "waves", estimate.waves } });
            else
                one["reason"] = estimate.reason;
            if (const auto error = error_of(result, variant, i))
                one["relative_error"] = *error;
            object["estimates"].push_back(std::move(one));
        }
        lines.push_back(std::move(object));
    }
    nlohmann::json document { { "kind", "warpstage bench --estimate" }, { "version", 1 }, { "program", result.program },
        { "measured_on", result.measured_on }, { "gpus", result.gpus }, { "variants", std::move(lines) } };
    if (const auto agreement = agreement_of(result); agreement.pairs > 0)
        document["agreement"] = agreement_json(agreement);
    return json_text(document, 2) + "\n";
}

} // namespace

Agreement agreement_of(const EstimateResult& result)
{
    std::vector<TimePair> pairs;
    if (!result.measured_gpu)
        return {};
    for (const auto& variant : result.variants) {
        if (error_of(result, variant, *result.measured_gpu))
            pairs.push_back(
                { variant.line.lesson, seconds(variant.line.time.median), seconds(variant.estimates[*result.measured_gpu].time),
                    seconds(variant.line.time.minimum), seconds(variant.line.time.maximum) });
    }
    return agreement_of(pairs);
}

std::string to_table(const EstimateResult& result, Format format)
{
    switch (format) {
    case Format::text:
    case Format::markdown:
        return estimate_title(result) + "\n\n"
            + lay_out(estimate_rows(result), format == Format::markdown ? Layout::markdown : Layout::text)
            + agreement_text(result);
    case Format::csv:
        return estimate_csv(result);
    case Format::json:
        return estimate_json(result);
    }
    VERIFY_NOT_REACHED();
}

BenchResult estimated_times(const EstimateResult& result, std::size_t gpu)
{
    BenchResult times { result.program, result.gpus[gpu], "SM model", false, {}, true };
    for (const auto& variant : result.variants) {
        auto line = variant.line;
        const auto& estimate = variant.estimates[gpu];
        line.time = {};
        line.merit = 0.0;
        line.remark = estimate.reason;
        if (estimate.time.count() > 0) {
            line.time = { estimate.time, estimate.time, estimate.time, 1 };
            line.merit = variant.work / seconds(estimate.time);
        }
        times.variants.push_back(std::move(line));
    }
    return times;
}

} // namespace warpstage::bench
