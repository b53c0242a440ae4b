#include "core/exercise/assessment.h"

#include "core/analysis/step/step_traffic.h"
#include "core/base/text.h"
#include "core/engine/vm_plan.h"
#include "core/live/compiled_kernels.h"
#include "core/live/deadline.h"
#include "core/live/element_writer.h"
#include "core/timing/estimate.h"
#include "core/timing/limiter_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace warpstage::exercise {

namespace {

using Contents = std::vector<std::vector<std::byte>>;
using Programs = std::shared_ptr<const engine::VmPrograms>;
using Plan = std::shared_ptr<const problem::Plan>;

constexpr const char* kStopped = "The check was stopped.";

Finding passed(std::string message)
{
    return { Verdict::passed, std::move(message), 0 };
}

// A kernel that does nothing has no hazard, and is fast.
Finding not_checked()
{
    return { Verdict::not_checked, "It counts only if the result is right.", 0 };
}

Finding failed(std::string message, std::uint32_t line = 0)
{
    return { Verdict::failed, text::sentence(std::move(message)), line };
}

std::string run_limit_sentence(std::chrono::milliseconds limit)
{
    return fmt::format("The kernels did not end within {:g} s on the virtual machine. Check for an endless loop",
        std::chrono::duration<double>(limit).count());
}

// Steps of a plan in memory of their own.
class PlanRun {
public:
    PlanRun(Programs programs, Plan plan, const AssessmentOptions& options)
        : m_programs(std::move(programs))
        , m_plan(std::move(plan))
        , m_options(options)
    {
    }

    // What failed; nothing if all steps ended. Errors: a stop request.
    [[nodiscard]] Result<std::optional<Finding>> run(std::uint32_t steps, simt::Checks checks = simt::kNoChecks)
    {
        auto made = engine::VmPlan::make(m_programs, m_plan);
        if (!made)
            return std::optional { failed(made.error().message) };
        m_vm = *std::move(made);
        const live::Deadline deadline { m_options.run, m_options.stop };
        for (std::uint32_t step = 0; step < steps; ++step) {
            const auto outcome = m_vm->run_step(step_options(deadline.token(), checks));
            if (m_options.stop.stop_requested())
                return Error { kStopped };
            if (!outcome)
                return std::optional { failed(outcome.error().message) };
            if (outcome->trap)
                return std::optional { failed(outcome->trap->message, outcome->trap->location.line) };
            if (deadline.passed()) {
                m_too_slow = true;
                return std::optional { failed(run_limit_sentence(m_options.run)) };
            }
        }
        return std::optional<Finding> {};
    }

    // Whether the limit of the time ended it: on another computer it may end.
    [[nodiscard]] bool too_slow() const { return m_too_slow; }

    // After run().
    [[nodiscard]] Contents contents()
    {
        Contents all;
        for (problem::BufferIndex i = 0; i < m_plan->buffers.size(); ++i) {
            const auto content = m_vm->contents(i);
            all.emplace_back(content.begin(), content.end());
        }
        return all;
    }

    // The line that writes this element in the first step; 0: unknown.
    [[nodiscard]] std::uint32_t line_of_writer(const problem::Difference& element) const
    {
        auto plan = engine::VmPlan::make(m_programs, m_plan);
        if (!plan)
            return 0;
        const live::Deadline deadline { m_options.run, m_options.stop };
        const auto writer = live::find_writer(*plan, *m_programs, element, step_options(deadline.token(), simt::kNoChecks));
        return writer ? writer->line : 0;
    }

private:
    [[nodiscard]] engine::VmStepOptions step_options(const std::stop_token& stop, simt::Checks checks) const
    {
        engine::VmStepOptions options;
        options.instruction_budget = m_options.instruction_budget;
        options.checks = checks;
        options.stop = options.leave = stop;
        return options;
    }

    Programs m_programs;
    Plan m_plan;
    const AssessmentOptions& m_options;
    std::optional<engine::VmPlan> m_vm;
    bool m_too_slow = false;
};

class Assessor {
public:
    Assessor(const Exercise& exercise, std::shared_ptr<const lesson::Lesson> changed, const AssessmentOptions& options)
        : m_exercise(exercise)
        , m_options(options)
        , m_trusted(std::make_shared<const engine::VmPrograms>(exercise.lesson))
        , m_programs(std::make_shared<const engine::VmPrograms>(changed))
        , m_lesson(std::move(changed))
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
        assessment.conclusive = m_conclusive;
        return assessment;
    }

private:
    [[nodiscard]] Result<Finding> finding_of(const Requirement& requirement)
    {
        switch (requirement.kind) {
        case RequirementKind::result:
            return m_result;
        case RequirementKind::hazards:
            return check_hazards();
        case RequirementKind::metric:
        case RequirementKind::time:
            break;
        }
        if (m_result.verdict != Verdict::passed)
            return not_checked();
        return requirement.kind == RequirementKind::metric ? check_metric(requirement) : check_time(requirement);
    }

    // The finding of the first size that fails.
    [[nodiscard]] Result<Finding> check_results()
    {
        auto sizes = m_exercise.sizes;
        if (m_exercise.measured)
            sizes.push_back(*m_exercise.measured); // a kernel must not be fast by leaving out work with these parameters
        if (m_options.sizes == Sizes::with_hidden)
            sizes.insert(sizes.end(), m_exercise.hidden.begin(), m_exercise.hidden.end());
        for (const auto& settings : sizes) {
            auto finding = check_result(settings);
            if (!finding || finding->verdict != Verdict::passed)
                return finding;
        }
        return passed(fmt::format("{} size{} checked.", sizes.size(), sizes.size() == 1 ? "" : "s"));
    }

    [[nodiscard]] Result<Finding> check_result(const problem::Settings& settings)
    {
        const auto& problem = *m_exercise.lesson->problem;
        const auto with = " With " + parameters_text(m_exercise, settings) + ".";
        auto whole = problem.check_plan(m_exercise.variant(), settings);
        auto own = problem.plan(m_exercise.variant(), settings);
        if (!whole || !own)
            return failed((whole ? own : whole).error().message);
        whole->variant = own->variant = m_exercise.variant().id;
        const bool has_reference = whole->buffers.size() > own->buffers.size();
        const auto plan = std::make_shared<const problem::Plan>(has_reference ? *own : *whole);
        PlanRun students { m_programs, plan, m_options };
        auto problem_found = students.run(problem.check_steps());
        if (!problem_found)
            return problem_found.error();
        m_conclusive = m_conclusive && !students.too_slow();
        if (*problem_found) {
            (*problem_found)->message += with;
            return **std::move(problem_found);
        }
        auto contents = students.contents();
        if (has_reference) {
            auto reference = reference_of(*whole, own->step.size(), own->buffers.size());
            if (!reference)
                return reference.error();
            std::ranges::move(*reference, std::back_inserter(contents));
        }
        const auto outcome = problem.check(*whole, settings, contents);
        if (outcome.passed)
            return passed(outcome.sentence);
        const auto line = outcome.first ? students.line_of_writer(*outcome.first) : 0;
        return failed("The result is wrong: " + text::sentence(outcome.sentence) + with, line);
    }

    // The contents of the buffers of the reference, which are behind `buffers` others. Its launches are behind `works` of the
    // student's, and run without them: kernels that find the reference's memory could change it.
    [[nodiscard]] Result<Contents> reference_of(const problem::Plan& whole, std::size_t works, std::size_t buffers)
    {
        auto plan = std::make_shared<problem::Plan>(whole);
        plan->step.erase(plan->step.begin(), plan->step.begin() + static_cast<std::ptrdiff_t>(works));
        plan->recorded_work = plan->step.size();
        PlanRun reference { m_trusted, plan, m_options };
        auto problem_found = reference.run(m_exercise.lesson->problem->check_steps());
        if (!problem_found)
            return problem_found.error();
        if (*problem_found)
            return Error { fmt::format(
                "The reference of the exercise `{}` failed: {}", m_exercise.id, (*problem_found)->message) };
        auto contents = reference.contents();
        contents.erase(contents.begin(), contents.begin() + static_cast<std::ptrdiff_t>(buffers));
        return contents;
    }

    [[nodiscard]] Result<Finding> check_hazards()
    {
        auto plan = m_exercise.lesson->problem->plan(m_exercise.variant(), m_exercise.sizes.front());
        if (!plan)
            return failed(plan.error().message);
        PlanRun checked { m_programs, std::make_shared<const problem::Plan>(*std::move(plan)), m_options };
        auto problem_found = checked.run(1, simt::kAllChecks);
        if (!problem_found)
            return problem_found.error();
        m_conclusive = m_conclusive && !checked.too_slow();
        if (*problem_found)
            return **std::move(problem_found);
        return m_result.verdict == Verdict::passed ? passed("Nothing found.") : not_checked();
    }

    [[nodiscard]] Plan measured_plan() const
    {
        auto plan = m_exercise.lesson->problem->plan(m_exercise.variant(), *m_exercise.measured);
        VERIFY(plan.ok()); // as in check_results()
        return std::make_shared<const problem::Plan>(*std::move(plan));
    }

    [[nodiscard]] Result<Finding> check_metric(const Requirement& requirement)
    {
        if (!m_traffic) {
            const live::Deadline deadline { m_options.run, m_options.stop };
            m_traffic = analysis::count_step(
                { .programs = m_programs, .plan = measured_plan(), .traits = m_exercise.gpu.traits }, deadline.token());
            if (m_options.stop.stop_requested())
                return Error { kStopped };
            if (deadline.passed()) {
                m_conclusive = false;
                m_traffic = Error { run_limit_sentence(m_options.run) };
            }
        }
        if (!*m_traffic)
            return failed(m_traffic->error().message);
        const auto& metric = *requirement.metric;
        const double value = metric.value((*m_traffic)->total);
        const bool too_high = requirement.at_most && value > *requirement.at_most;
        const bool too_low = requirement.at_least && value < *requirement.at_least;
        auto words = fmt::format("{}: {} {}", metric.label, analysis::value_text(metric, value), metric.unit);
        if (!too_high && !too_low)
            return passed(words + ".");
        words += fmt::format(", {} {}", too_high ? "at most" : "at least",
            analysis::value_text(metric, too_high ? *requirement.at_most : *requirement.at_least));
        const auto line = too_high && metric.whole ? line_with_most(metric) : 0;
        if (line != 0)
            words +=
                fmt::format("; {} in line {}", analysis::value_text(metric, metric.value((*m_traffic)->of_line(line))), line);
        return failed(std::move(words), line);
    }

    // 0: none.
    [[nodiscard]] std::uint32_t line_with_most(const analysis::Metric& metric) const
    {
        double most = 0.0;
        std::uint32_t found = 0;
        for (const auto& line : (*m_traffic)->lines) {
            if (const double value = metric.value(line.counters); value > most) {
                most = value;
                found = line.line;
            }
        }
        return found;
    }

    [[nodiscard]] Result<Finding> check_time(const Requirement& requirement)
    {
        const live::Deadline deadline { m_options.run, m_options.stop };
        const auto& gpu = m_exercise.gpu.assumed_gpu();
        const auto estimate =
            timing::estimate_step({ m_programs, measured_plan(), m_exercise.gpu.traits, &gpu }, deadline.token());
        if (m_options.stop.stop_requested())
            return Error { kStopped };
        m_conclusive = m_conclusive && !deadline.passed();
        if (!estimate)
            return failed(deadline.passed() ? run_limit_sentence(m_options.run) : estimate.error().message);
        m_time = estimate->time;
        const std::chrono::nanoseconds most { static_cast<std::int64_t>(*requirement.at_most) };
        auto words =
            fmt::format("{} (estimated for {}), at most {}; limiter: {}", text::plain_spaces(text::duration(estimate->time)),
                gpu.name, text::plain_spaces(text::duration(most)), timing::limiter_words(*estimate));
        return estimate->time <= most ? passed(words + ".") : failed(std::move(words));
    }

    const Exercise& m_exercise;
    const AssessmentOptions& m_options;
    Programs m_trusted; // the exercise's kernels, with the reference
    Programs m_programs; // the student's
    std::shared_ptr<const lesson::Lesson> m_lesson;
    Finding m_result;
    std::optional<Result<analysis::StepTraffic>> m_traffic;
    std::optional<std::chrono::nanoseconds> m_time;
    bool m_conclusive = true;
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
    const auto found = std::ranges::find_if(findings, [](const Finding& finding) { return finding.verdict != Verdict::passed; });
    return found == findings.end() ? nullptr : &*found;
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
    return Assessor { exercise, *changed, options }.run();
}

} // namespace warpstage::exercise
