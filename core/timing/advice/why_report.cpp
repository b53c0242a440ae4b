#include "core/timing/advice/why_report.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpstage::timing {

namespace {

// "Bank conflicts, line 62".
std::string cause_words(const WhyReport::Row& row)
{
    const CauseKind* kind = find_cause(row.id);
    std::string words { kind == nullptr ? std::string_view { row.id } : kind->name };
    const std::string place = place_words(row.line, row.lines);
    return place.empty() ? words : words + ", " + place;
}

std::string remark_of(const WhyReport::Row& row)
{
    const CauseKind* kind = find_cause(row.id);
    std::string remark = row.degree;
    if (const CauseKind* after = find_cause(row.after); after != nullptr)
        remark += fmt::format("{}only after: {}", remark.empty() ? "" : "; ", after->name);
    else if (kind != nullptr && kind->remedy == Remedy::hardware)
        remark += fmt::format("{}if {}", remark.empty() ? "" : "; ", kind->without);
    return remark;
}

} // namespace

WhyReport report_of(const Why& why, const std::vector<std::string>* source)
{
    WhyReport report;
    report.gpu = why.gpu;
    report.kernel = why.kernel;
    report.now = why.now;
    for (const CauseGain& gain : why.causes) {
        WhyReport::Row row { std::string { gain.cause.kind->id }, gain.cause.has_several_lines() ? 0 : gain.cause.line,
            gain.cause.degree, gain.without, gain.share, {}, 0.0, gain.cause.lines };
        if (gain.behind) {
            row.after = why.causes[*gain.behind].cause.kind->id;
            row.share_after = gain.share_behind;
            row.without = gain.without_both;
        }
        report.rows.push_back(std::move(row));
    }
    const auto advice = advice_for({ &why, source });
    for (const Advice& one : advice) {
        if (source != nullptr && changes_only_source(one))
            report.changes.push_back(
                { report.advice.size(), changed_lines(fmt::format("{}\n", fmt::join(*source, "\n")), one.edit->source) });
        const std::string example = one.edit ? std::string {} : example_words(*one.pattern);
        report.advice.push_back(example.empty() ? one.sentence : one.sentence + ' ' + example);
    }
    if (std::string conclusion = conclusion_of(why, advice); !conclusion.empty())
        report.advice.push_back(std::move(conclusion));
    return report;
}

std::string to_text(const WhyReport& report)
{
    std::string text =
        fmt::format("Why kernel {} takes {} on {} (estimated by the SM model), and how long it takes without a cause:\n",
            report.kernel, text::duration(report.now), report.gpu);
    std::size_t width = 0;
    for (const WhyReport::Row& row : report.rows)
        width = std::max(width, cause_words(row).size());
    for (const WhyReport::Row& row : report.rows)
        text += fmt::format("  {:>6}  {:>9}  {:{}}  {}\n", gain_words(row.after.empty() ? row.share : row.share_after),
            text::duration(row.without), cause_words(row), width, remark_of(row));
    for (std::size_t i = 0; i < report.advice.size(); ++i) {
        text += fmt::format("* {}\n", report.advice[i]);
        for (const WhyReport::Change& change : report.changes)
            if (change.advice == i)
                text += to_text(change.lines);
    }
    return text;
}

nlohmann::json to_json(const WhyReport& report)
{
    nlohmann::json causes = nlohmann::json::array();
    for (const WhyReport::Row& row : report.rows) {
        nlohmann::json cause { { "cause", row.id }, { "line", row.line }, { "degree", row.degree },
            { "without_ns", row.without.count() }, { "gain", row.share } };
        if (!row.after.empty()) {
            cause["after"] = row.after;
            cause["gain_after"] = row.share_after;
        }
        if (!row.lines.empty())
            cause["lines"] = row.lines;
        causes.push_back(std::move(cause));
    }
    nlohmann::json changes = nlohmann::json::array();
    for (const WhyReport::Change& change : report.changes)
        changes.push_back({ { "advice", report.advice[change.advice] }, { "lines", to_json(change.lines) } });
    return { { "gpu", report.gpu }, { "kernel", report.kernel }, { "time_ns", report.now.count() },
        { "causes", std::move(causes) }, { "advice", report.advice }, { "changes", std::move(changes) } };
}

WhyReport why_report_of(const nlohmann::json& json)
{
    WhyReport report;
    report.gpu = json.at("gpu").get<std::string>();
    report.kernel = json.at("kernel").get<std::string>();
    report.now = std::chrono::nanoseconds(json.at("time_ns").get<std::int64_t>());
    for (const nlohmann::json& cause : json.at("causes"))
        report.rows.push_back(
            { cause.at("cause").get<std::string>(), cause.at("line").get<std::uint32_t>(), cause.at("degree").get<std::string>(),
                std::chrono::nanoseconds(cause.at("without_ns").get<std::int64_t>()), cause.at("gain").get<double>(),
                cause.value("after", ""), cause.value("gain_after", 0.0), cause.value("lines", std::vector<std::uint32_t> {}) });
    report.advice = json.at("advice").get<std::vector<std::string>>();
    for (const nlohmann::json& change : json.value("changes", nlohmann::json::array())) {
        const auto found = std::ranges::find(report.advice, change.at("advice").get<std::string>());
        if (found != report.advice.end())
            report.changes.push_back(
                { static_cast<std::size_t>(found - report.advice.begin()), changed_lines_of(change.at("lines")) });
    }
    return report;
}

} // namespace warpstage::timing
