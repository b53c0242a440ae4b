#include "core/exercise/assessment.h"

#include "core/base/text.h"
#include "core/exercise/finding.h"
#include "core/exercise/grid_count.h"
#include "core/exercise/plan_run.h"
#include "core/exercise/prepared_plans.h"
#include "core/exercise/processor_deadline.h"
#include "core/exercise/source_tokens.h"
#include "core/live/compiled_kernels.h"
#include "core/timing/grid_estimate.h"
#include "core/timing/limiter_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace warpstage::exercise {

namespace {

using Origin = CheckedSize::Origin;
using Programs = std::shared_ptr<const engine::VmPrograms>;

constexpr const char* kStopped = "The check was stopped.";

void withhold_passed(Assessment& assessment, const std::string& reason)
{
    for (auto& finding : assessment.findings)
        if (finding.verdict == Verdict::passed)
            finding = { Verdict::not_checked, reason, 0 };
}

// Lanes that take turns need few sectors per request, but many requests.
double lanes_per_request(const analysis::Counters& counters)
{
    const auto requests = counters.global_requests + counters.global_atomics.requests;
    const auto accesses = counters.global_elements.loaded + counters.global_elements.stored;
    return requests == 0 ? 32.0 : static_cast<double>(accesses) / static_cast<double>(requests);
}

class Assessor {
public:
    Assessor(const Exercise& exercise, std::shared_ptr<const lesson::Lesson> changed, const AssessmentOptions& options)
        : m_exercise(exercise)
        , m_options(options)
        , m_plans(exercise)
        , m_programs(std::make_shared<const engine::VmPrograms>(std::move(changed)))
        , m_sizes(result_sizes(exercise, options.seed))
        , m_measured(measured_sizes(exercise, options.seed))
    {
    }

    [[nodiscard]] Result<Assessment> run()
    {
        auto right = check_results();
        if (!right)
            return right.error();
        m_result = *std::move(right);
        Assessment assessment;
        for (const auto& requirement : m_exercise.requirements) {
            auto finding = finding_of(requirement);
            if (!finding)
                return finding.error();
            assessment.findings.push_back(*std::move(finding));
        }
        assessment.time = m_time;
        assessment.conclusive = m_end == TimeEnd::none;
        assessment.overloaded = m_end == TimeEnd::overloaded;
        withhold_points_of_start(assessment);
        return assessment;
    }

private:
    [[nodiscard]] Result<Finding> finding_of(const Requirement& requirement)
    {
        if (requirement.kind == RequirementKind::result)
            return m_result;
        if (requirement.kind == RequirementKind::hazards)
            return hazards();
        if (m_result.verdict != Verdict::passed)
            return not_checked();
        if (has_hazards_requirement()) {
            const auto found = hazards();
            if (!found)
                return found;
            if (found->verdict != Verdict::passed)
                return Finding { Verdict::not_checked, "It counts only without a race and an uninitialized read.", 0 };
        }
        Result<Finding> first = not_checked();
        for (std::size_t i = 0; i < m_measured.size(); ++i) {
            auto finding =
                requirement.kind == RequirementKind::metric ? check_metric(requirement, i) : check_time(requirement, i);
            if (!finding)
                return finding;
            if (i > 0 && finding->verdict != Verdict::passed)
                finding->message += with_size(m_exercise, m_measured[i], m_options.hidden);
            if (i == 0 || finding->verdict != Verdict::passed)
                first = std::move(finding);
            if (first->verdict != Verdict::passed)
                break;
        }
        return first;
    }

    void withhold_points_of_start(Assessment& assessment) const
    {
        const auto& requirements = m_exercise.requirements;
        for (std::size_t i = 0; i < requirements.size(); ++i)
            if (!requirements[i].needs_other && assessment.findings[i].verdict == Verdict::passed)
                return;
        withhold_passed(
            assessment, "Met, but it counts only together with another requirement, which the start file does not meet.");
    }

    [[nodiscard]] RunLimits limits()
    {
        return { m_options.instruction_budget, m_options.run, m_options.seed + m_runs++, m_options.stop };
    }

    void note(TimeEnd end) { m_end = std::max(m_end, end); }

    // A failure with a hidden size says neither the size nor the data.
    [[nodiscard]] Finding failure(const CheckedSize& size, std::string message, const char* masked, std::uint32_t line = 0) const
    {
        const bool masks = size.origin == Origin::hidden && m_options.hidden == Hidden::masked;
        // A line of a `switch` over the sizes would name the size, too.
        auto finding = failed(masks ? masked : std::move(message), masks ? 0 : line);
        finding.message += with_size(m_exercise, size, m_options.hidden);
        return finding;
    }

    // The finding of the first size that fails.
    [[nodiscard]] Result<Finding> check_results()
    {
        for (const auto& size : m_sizes) {
            auto finding = check_result(size);
            if (!finding || finding->verdict != Verdict::passed)
                return finding;
        }
        const auto of = [&](Origin origin) {
            return std::ranges::count(m_sizes, origin, &CheckedSize::origin);
        };
        return passed(fmt::format("{} sizes checked, of which {} hidden and {} drawn at random.", m_sizes.size(),
            of(Origin::hidden), of(Origin::drawn)));
    }

    [[nodiscard]] Result<Finding> check_result(const CheckedSize& size)
    {
        auto prepared = prepare(size.settings);
        if (!prepared)
            return prepared.error();
        PlanRun students { m_programs, (*prepared)->own, limits() };
        const auto problem_found = students.run();
        if (!problem_found)
            return problem_found.error();
        note(students.time_end());
        if (*problem_found)
            return failure(size, (*problem_found)->message, "The kernels end with a fault", (*problem_found)->line);
        const auto outcome = m_plans.compare(**prepared, students.contents());
        if (outcome.passed)
            return passed(outcome.sentence);
        const auto line = outcome.first ? students.line_of_writer(*outcome.first) : 0;
        return failure(size, "The result is wrong: " + text::sentence(outcome.sentence), "The result is wrong", line);
    }

    [[nodiscard]] Result<std::shared_ptr<const PreparedPlan>> prepare(const problem::Settings& settings)
    {
        return m_plans.at(settings, limits());
    }

    [[nodiscard]] bool has_hazards_requirement() const
    {
        const auto& all = m_exercise.requirements;
        return std::ranges::find(all, RequirementKind::hazards, &Requirement::kind) != all.end();
    }

    [[nodiscard]] Result<Finding> hazards()
    {
        if (!m_hazards)
            m_hazards = check_hazards();
        return *m_hazards;
    }

    [[nodiscard]] Result<Finding> check_hazards()
    {
        for (const auto& size : m_sizes) {
            const auto prepared = prepare(size.settings);
            if (!prepared)
                return prepared.error();
            PlanRun checked { m_programs, (*prepared)->own, limits() };
            const auto problem_found = checked.run(simt::kAllChecks);
            if (!problem_found)
                return problem_found.error();
            note(checked.time_end());
            if (*problem_found)
                return failure(
                    size, (*problem_found)->message, "A race, an uninitialized read or a fault", (*problem_found)->line);
        }
        return m_result.verdict == Verdict::passed ? passed("Nothing found.") : not_checked();
    }

    // The counts of the run of a whole grid whose results are right and whose blocks share the work.
    [[nodiscard]] Result<analysis::StepTraffic> count(std::size_t measured)
    {
        auto prepared = prepare(m_measured[measured].settings);
        if (!prepared)
            return prepared.error();
        GridCount count { *m_programs, *(*prepared)->own, *m_exercise.gpu.traits };
        PlanRun run { m_programs, (*prepared)->own, limits() };
        const auto problem_found = run.run(simt::kNoChecks, [&](std::size_t work) { return count.begin(work); });
        if (!problem_found)
            return problem_found.error();
        note(run.time_end());
        if (*problem_found)
            return Error { (*problem_found)->message };
        if (const auto outcome = m_plans.compare(**prepared, run.contents()); !outcome.passed)
            return Error { "The result is wrong in the run from which metrics are counted: " + outcome.sentence };
        auto traffic = count.take();
        if (count.longest_block() >= m_exercise.longest_block)
            return Error { fmt::format(
                "One block executes {:.1f} times as many instructions as the mean of all blocks. Distribute "
                "the work over the blocks by `blockIdx`",
                count.longest_block()) };
        if (const double lanes = traffic.total.average_active_lanes(); lanes < m_exercise.active_lanes)
            return Error { fmt::format(
                "Only {:.1f} of 32 lanes are active on average, at least {:g}. Distribute the work over the "
                "threads of a warp",
                lanes, m_exercise.active_lanes) };
        if (const double lanes = lanes_per_request(traffic.total); lanes < m_exercise.active_lanes)
            return Error { fmt::format(
                "A request to global memory comes from only {:.1f} lanes on average, at least {:g}. Let all "
                "lanes of a warp execute the access at the same time",
                lanes, m_exercise.active_lanes) };
        return traffic;
    }

    [[nodiscard]] Result<Finding> check_metric(const Requirement& requirement, std::size_t measured)
    {
        m_traffic.resize(m_measured.size());
        auto& traffic = m_traffic[measured];
        if (!traffic)
            traffic = count(measured);
        if (m_options.stop.stop_requested())
            return Error { kStopped };
        if (!*traffic)
            return failed(traffic->error().message);
        return metric_finding(requirement, **traffic);
    }

    [[nodiscard]] Result<Finding> check_time(const Requirement& requirement, std::size_t measured)
    {
        auto prepared = prepare(m_measured[measured].settings);
        if (!prepared)
            return prepared.error();
        const ProcessorDeadline deadline { m_options.run, m_options.stop };
        const auto& gpu = m_exercise.gpu.assumed_gpu();
        auto estimate = timing::estimate_grid({ m_programs, (*prepared)->own, m_exercise.gpu.traits, &gpu },
            { .seed = m_options.seed + m_runs++, .instruction_budget = m_options.instruction_budget }, deadline.token());
        if (m_options.stop.stop_requested())
            return Error { kStopped };
        if (deadline.passed())
            note(deadline.overloaded() ? TimeEnd::overloaded : TimeEnd::limit);
        if (!estimate)
            return failed(deadline.passed() ? run_limit_sentence(m_options.run) : estimate.error().message);
        if (const auto outcome = m_plans.compare(**prepared, std::move(estimate->contents)); !outcome.passed)
            return failed("The result is wrong in the run from which the time is estimated: " + outcome.sentence);
        if (measured == 0)
            m_time = estimate->time;
        const std::chrono::nanoseconds most { static_cast<std::int64_t>(*requirement.at_most) };
        auto words =
            fmt::format("{} (estimated for {}), at most {}; limiter: {}", text::plain_spaces(text::duration(estimate->time)),
                gpu.name, text::plain_spaces(text::duration(most)), timing::limiter_words(estimate->limiter, estimate->pipe));
        auto finding = estimate->time <= most ? passed(words + ".") : failed(std::move(words));
        finding.measure = { static_cast<double>(estimate->time.count()), *requirement.at_most, "ns" };
        return finding;
    }

    const Exercise& m_exercise;
    const AssessmentOptions& m_options;
    PreparedPlans m_plans;
    Programs m_programs; // the student's
    std::vector<CheckedSize> m_sizes;
    std::vector<CheckedSize> m_measured;
    Finding m_result;
    std::optional<Result<Finding>> m_hazards;
    std::vector<std::optional<Result<analysis::StepTraffic>>> m_traffic; // of the measured sizes
    std::optional<std::chrono::nanoseconds> m_time;
    std::uint64_t m_runs = 0; // so far: each has its own order of the blocks
    TimeEnd m_end = TimeEnd::none; // the last of all runs that a limit of the time ended
};

} // namespace

std::string_view name_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::passed:
        return "passed";
    case Verdict::failed:
        return "failed";
    case Verdict::not_checked:
        return "not checked";
    }
    VERIFY_NOT_REACHED();
}

bool Assessment::passed() const
{
    return first_failure() == nullptr;
}

const Finding* Assessment::first_failure() const
{
    // What is not checked is so because of a failure.
    for (const auto verdict : { Verdict::failed, Verdict::not_checked }) {
        const auto found = std::ranges::find(findings, verdict, &Finding::verdict);
        if (found != findings.end())
            return &*found;
    }
    return nullptr;
}

std::uint32_t points_of(const Exercise& exercise, const Assessment& assessment)
{
    VERIFY(assessment.findings.size() == exercise.requirements.size());
    std::uint32_t points = 0;
    for (std::size_t i = 0; i < assessment.findings.size(); ++i)
        points += assessment.findings[i].verdict == Verdict::passed ? exercise.requirements[i].points : 0;
    return points;
}

Assessment failed_assessment(const Exercise& exercise, const std::string& message, std::uint32_t line)
{
    Assessment assessment;
    assessment.findings.assign(exercise.requirements.size(), { Verdict::not_checked, message, line });
    if (!assessment.findings.empty())
        assessment.findings.front().verdict = Verdict::failed;
    return assessment;
}

Result<Assessment> assess(
    const Exercise& exercise, const std::string& source, const std::string& ptx, const AssessmentOptions& options)
{
    const auto changed = live::with_kernels(*exercise.lesson, { .source = source, .ptx = ptx, .builds = {}, .partial = {} });
    if (!changed) {
        for (const auto& kernel : exercise.lesson->problem->kernels(exercise.variant()))
            if (const auto name = kernel.substr(0, kernel.find('<')); source.find(name) == std::string::npos)
                return failed_assessment(
                    exercise, fmt::format("The file has no kernel `{}`, which the exercise launches. Do not rename it.", name));
        return failed_assessment(exercise, changed.error().message);
    }
    auto assessment = Assessor { exercise, *changed, options }.run();
    if (assessment && tokens_of(source) == tokens_of(exercise.lesson->source)) // also where no requirement has a mark
        withhold_passed(*assessment, "Met, but the file is that from which the exercise starts.");
    return assessment;
}

} // namespace warpstage::exercise
