#include "core/exercise/grade_worker.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/json_text.h"
#include "core/base/process/confinement.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <new>
#include <utility>

namespace warpstage::exercise {

namespace {

using nlohmann::json;

constexpr int kRunsOfLimit = 4; // processor time, in limits of one run

json json_of(const std::optional<Measure>& measure)
{
    return measure ? json { { "value", measure->value }, { "limit", measure->limit }, { "unit", measure->unit },
        { "lines", measure->lines } }
                   : json {};
}

std::optional<Measure> measure_of(const json& message)
{
    if (message.is_null())
        return std::nullopt;
    return Measure { message.at("value").get<double>(), message.at("limit").get<double>(), message.at("unit").get<std::string>(),
        message.at("lines").get<std::vector<std::pair<std::uint32_t, double>>>() };
}

Error not_understood(const std::string& what)
{
    return { fmt::format(
        "The worker process of the grading sent an invalid message ({}). Check that it has the same version as the "
        "program.",
        what) };
}

bool write_all(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count <= 0)
            return false; // the program has ended, so there is no receiver
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// Not a failure of the submission: it cannot be graded.
int fail(const std::string& message)
{
    static_cast<void>(write_all(json_text(json { { "error", message } }) + "\n"));
    return 1;
}

Result<Assessment> assess_here(const Exercise& exercise, const WorkerRequest& request)
{
    AssessmentOptions options;
    options.seed = request.seed;
    options.hidden = request.hidden;
    options.run = request.limit;
    try {
        return assess(exercise, request.source, request.ptx, options);
    } catch (const std::bad_alloc&) {
        return failed_assessment(exercise, fmt::format("The kernels need more than {} GiB of memory.", kWorkerMemory >> 30U));
    }
}

Result<void> give_up_rights(std::chrono::milliseconds limit)
{
    limit_process({ .memory = kWorkerMemory,
        .processor_time = std::chrono::ceil<std::chrono::seconds>(kRunsOfLimit * limit) + std::chrono::seconds { 1 } });
    if (auto confined = confine_to({}); !confined)
        return confined;
    return deny_system_calls();
}

} // namespace

std::string to_line(const WorkerRequest& request)
{
    return json_text(json { { "exercise", request.exercise.string() }, { "source", request.source }, { "ptx", request.ptx },
        { "limit_ms", request.limit.count() }, { "seed", request.seed }, { "named", request.hidden == Hidden::named } });
}

Result<WorkerRequest> request_of(const std::string& line)
{
    try {
        const auto message = json::parse(line);
        return WorkerRequest { message.at("exercise").get<std::string>(), message.at("source").get<std::string>(),
            message.at("ptx").get<std::string>(), std::chrono::milliseconds { message.at("limit_ms").get<std::int64_t>() },
            message.at("seed").get<std::uint64_t>(), message.at("named").get<bool>() ? Hidden::named : Hidden::masked };
    } catch (const json::exception& error) {
        return not_understood(json_reason(error));
    }
}

std::string to_line(const Assessment& assessment)
{
    auto findings = json::array();
    for (const auto& finding : assessment.findings)
        findings.push_back({ static_cast<int>(finding.verdict), finding.message, finding.line, json_of(finding.measure) });
    json message { { "findings", std::move(findings) }, { "conclusive", assessment.conclusive },
        { "overloaded", assessment.overloaded } };
    if (assessment.time)
        message["time_ns"] = assessment.time->count();
    return json_text(message);
}

Result<Assessment> assessment_of(const std::string& line)
{
    try {
        const auto message = json::parse(line);
        if (message.contains("error"))
            return Error { message.at("error").get<std::string>() };
        Assessment assessment;
        assessment.conclusive = message.at("conclusive").get<bool>();
        assessment.overloaded = message.at("overloaded").get<bool>();
        for (const auto& finding : message.at("findings")) {
            const int verdict = finding.at(0).get<int>();
            if (verdict < 0 || verdict > static_cast<int>(Verdict::not_checked))
                return not_understood("an unknown verdict");
            assessment.findings.push_back({ static_cast<Verdict>(verdict), finding.at(1).get<std::string>(),
                finding.at(2).get<std::uint32_t>(), measure_of(finding.at(3)) });
        }
        if (message.contains("time_ns"))
            assessment.time = std::chrono::nanoseconds { message.at("time_ns").get<std::int64_t>() };
        return assessment;
    } catch (const json::exception& error) {
        return not_understood(json_reason(error));
    }
}

int serve_grading()
{
    std::string line;
    if (!std::getline(std::cin, line))
        return 1;
    const auto request = request_of(line);
    if (!request)
        return fail(request.error().message);
    const auto exercise = load_exercise(request->exercise);
    if (!exercise)
        return fail(exercise.error().message);
    limit_parallel_width(1); // several workers share the processor
    if (const auto given_up = give_up_rights(request->limit); !given_up)
        return fail(fmt::format("Cannot confine the worker process: {}.", given_up.error().message));
    const auto assessment = assess_here(*exercise, *request);
    if (!assessment)
        return fail(assessment.error().message);
    return write_all(to_line(*assessment) + "\n") ? 0 : 1;
}

} // namespace warpstage::exercise
