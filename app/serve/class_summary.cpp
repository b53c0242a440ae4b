#include "app/serve/class_summary.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace warpstage::serve {

namespace {

using nlohmann::json;

// Ids of the requirements that the result, JSON of an assessment, has as passed; the message of the first that failed.
struct Outcome {
    std::vector<std::string> met;
    std::string fault;
};

Outcome outcome_of(const std::string& result)
{
    Outcome outcome;
    const auto parsed = json::parse(result, nullptr, false);
    if (!parsed.is_object() || !parsed.contains("requirements"))
        return outcome;
    for (const auto& requirement : parsed.at("requirements")) {
        const auto verdict = requirement.value("verdict", "");
        if (verdict == "passed")
            outcome.met.push_back(requirement.value("id", ""));
        else if (outcome.fault.empty() && verdict == "failed")
            outcome.fault = requirement.value("label", "");
    }
    return outcome;
}

} // namespace

json class_summary(const ClassStore& store, const std::vector<exercise::Exercise>& exercises, Names names)
{
    const auto students = store.students();
    const auto progress = store.progress();
    json summary { { "students", students.size() }, { "exercises", json::array() } };
    for (const auto& exercise : exercises) {
        std::size_t started = 0;
        std::size_t submitted = 0;
        std::size_t complete = 0;
        std::map<std::string, std::size_t> met;
        std::map<std::string, std::size_t> faults;
        std::vector<std::size_t> points(exercise.points() + 1);
        for (const auto& one : progress) {
            if (one.exercise != exercise.id)
                continue;
            ++started;
            submitted += one.submitted ? 1 : 0;
            complete += one.points == one.possible ? 1 : 0;
            ++points[std::min<std::size_t>(one.points, exercise.points())];
            const auto outcome = outcome_of(one.result);
            for (const auto& id : outcome.met)
                ++met[id];
            if (!outcome.fault.empty())
                ++faults[outcome.fault];
        }
        json row { { "id", exercise.id }, { "title", exercise.lesson->title }, { "started", started }, { "submitted", submitted },
            { "complete", complete }, { "points", points }, { "requirements", json::array() }, { "first_failures", faults } };
        for (const auto& requirement : exercise.requirements)
            row["requirements"].push_back(
                { { "id", requirement.id }, { "label", requirement.label }, { "met", met[requirement.id] } });
        summary["exercises"].push_back(std::move(row));
    }
    if (names == Names::left_out)
        return summary;
    summary["names"] = json::array();
    for (const auto& student : students) {
        json row { { "id", student.id }, { "name", student.name }, { "exercises", json::object() } };
        for (const auto& one : progress)
            if (one.student == student.id)
                row["exercises"][one.exercise] = { { "points", one.points }, { "possible", one.possible },
                    { "submitted", one.submitted } };
        summary["names"].push_back(std::move(row));
    }
    return summary;
}

std::vector<std::string> class_lines(const ClassStore& store, const std::vector<exercise::Exercise>& exercises)
{
    std::vector<std::string> lines;
    const auto summary = class_summary(store, exercises, Names::left_out);
    for (const auto& row : summary.at("exercises")) {
        const auto started = row.at("started").get<std::size_t>();
        if (started == 0)
            continue;
        auto line = fmt::format("{}: ", row.at("id").get<std::string>());
        for (const auto& requirement : row.at("requirements"))
            line += fmt::format("{} of {} meet `{}`; ", requirement.at("met").get<std::size_t>(), started,
                requirement.at("label").get<std::string>());
        lines.push_back(line
            + fmt::format("{} submitted, {} with all points", row.at("submitted").get<std::size_t>(),
                row.at("complete").get<std::size_t>()));
    }
    return lines;
}

} // namespace warpstage::serve
