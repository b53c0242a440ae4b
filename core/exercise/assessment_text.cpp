#include "core/exercise/assessment_text.h"

#include "core/lesson/files/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpstage::exercise {

std::string to_text(const Exercise& exercise, const Assessment& assessment, const std::string& source)
{
    const auto lines = lesson::lines_of(source);
    std::string text = fmt::format("{}: {}\n", exercise.id, exercise.lesson->title);
    for (std::size_t i = 0; i < assessment.findings.size(); ++i) {
        const auto& requirement = exercise.requirements[i];
        const auto& finding = assessment.findings[i];
        text += fmt::format("{:<11} {:>2} of {:<2} {}\n", name_of(finding.verdict),
            finding.verdict == Verdict::passed ? requirement.points : 0, requirement.points, requirement.label);
        if (i > 0 && finding.message == assessment.findings[i - 1].message)
            continue; // the kernels could not be run
        text += fmt::format("{:21}{}\n", "", finding.message);
        if (finding.line != 0 && finding.line <= lines.size())
            text += fmt::format("{:21}{:>4} | {}\n", "", finding.line, lines[finding.line - 1]);
        if (finding.verdict == Verdict::failed)
            for (const auto& hint : requirement.hints)
                text += fmt::format("{:21}Hint: {}\n", "", hint);
    }
    return text
        + fmt::format("{} of {} points. Metrics for {}; times are estimates of the SM model, not measurements.\n",
            points_of(exercise, assessment), exercise.points(), exercise.gpu.assumed_gpu().name);
}

nlohmann::json to_json(const Exercise& exercise, const Assessment& assessment)
{
    nlohmann::json json { { "exercise", exercise.id }, { "passed", assessment.passed() },
        { "points", points_of(exercise, assessment) }, { "possible", exercise.points() },
        { "gpu", exercise.gpu.assumed_gpu().name }, { "requirements", nlohmann::json::array() } };
    if (assessment.time)
        json["estimated_time_ns"] = assessment.time->count();
    for (std::size_t i = 0; i < assessment.findings.size(); ++i) {
        const auto& requirement = exercise.requirements[i];
        const auto& finding = assessment.findings[i];
        nlohmann::json row { { "id", requirement.id }, { "label", requirement.label }, { "verdict", name_of(finding.verdict) },
            { "points", finding.verdict == Verdict::passed ? requirement.points : 0 }, { "possible", requirement.points },
            { "message", finding.message } };
        if (finding.line != 0)
            row["line"] = finding.line;
        json["requirements"].push_back(std::move(row));
    }
    return json;
}

} // namespace warpstage::exercise
