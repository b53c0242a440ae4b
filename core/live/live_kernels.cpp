#include "core/live/live_kernels.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/text.h"
#include "core/live/compiled_kernels.h"
#include "core/live/kernel_file.h"
#include "core/live/worker_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <utility>

namespace warpstage::live {

namespace {

using Clock = std::chrono::steady_clock;

Finding found_by_compiler(std::string message, std::vector<gpu::Diagnostic> diagnostics)
{
    auto finding = found(Stage::compiler, std::move(message));
    for (const auto& diagnostic : diagnostics) {
        if (finding.line == 0 && diagnostic.severity == gpu::Diagnostic::Severity::error)
            finding.line = diagnostic.line;
    }
    finding.diagnostics = std::move(diagnostics);
    return finding;
}

// As in Variant::expects.
std::string expectation_of(const Finding& finding)
{
    return std::string { finding.trap ? simt::name_of(finding.trap->kind)
            : finding.endless         ? simt::name_of(simt::TrapKind::budget_exhausted)
                                      : problem::kWrongResult };
}

// A race explains a wrong result, and can be shown.
void add_cause(Finding& wrong, const Result<VmTrial::Hazards>& hazards)
{
    if (!hazards || !hazards->finding || !hazards->finding->trap)
        return;
    wrong.message = text::sentence(wrong.message) + " " + hazards->finding->message;
    wrong.trap = hazards->finding->trap;
    wrong.checks = hazards->finding->checks;
    wrong.line = hazards->finding->line;
}

} // namespace

// Records the duration of each completed stage.
class LiveKernels::StageClock {
public:
    explicit StageClock(Outcome& outcome)
        : m_outcome(outcome)
    {
    }

    void passed(Stage stage)
    {
        const auto now = Clock::now();
        m_outcome.times.push_back({ stage, now - std::exchange(m_since, now) });
    }

private:
    Outcome& m_outcome;
    Clock::time_point m_since = Clock::now();
};

LiveKernels::LiveKernels(LiveOptions options)
    : m_options(std::move(options))
    , m_compiler(m_options.compiler_limit)
    , m_gpu_trial(m_options.gpu)
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

LiveKernels::~LiveKernels()
{
    const std::scoped_lock lock(m_mutex);
    m_next.reset();
    m_current.request_stop();
}

void LiveKernels::submit(Edit edit)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::move(edit);
        m_finished.clear();
        m_current.request_stop();
    }
    m_changed.notify_all();
}

std::optional<Outcome> LiveKernels::take()
{
    const std::scoped_lock lock(m_mutex);
    if (m_finished.empty())
        return std::nullopt;
    auto outcome = std::move(m_finished.front());
    m_finished.pop_front();
    return outcome;
}

bool LiveKernels::idle() const
{
    const std::scoped_lock lock(m_mutex);
    return !m_busy && !m_next;
}

void LiveKernels::wait_until_idle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_busy && !m_next; });
}

void LiveKernels::work(const std::stop_token& stop)
{
    // Loading the compiler and creating the worker's context take longer than a trial: both are done while the user types. A
    // trial will report failures.
    m_compiler.prepare();
    m_gpu_trial.prepare();
    while (true) {
        Edit edit;
        std::stop_token newer;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_next.has_value(); }))
                return;
            edit = *std::exchange(m_next, std::nullopt);
            m_current = std::stop_source {};
            newer = m_current.get_token();
            m_busy = true;
        }
        const auto outcome = judge(edit, newer);
        publish(outcome, newer);
        if (outcome.lesson != nullptr && !outcome.finding && !newer.stop_requested()) {
            if (auto rest = compile_rest(outcome, newer))
                publish(*std::move(rest), newer);
        }
        {
            const std::scoped_lock lock(m_mutex);
            m_busy = false;
        }
        m_changed.notify_all();
    }
}

void LiveKernels::publish(Outcome outcome, const std::stop_token& newer)
{
    const std::scoped_lock lock(m_mutex);
    if (newer.stop_requested())
        return;
    // If the first outcome has not been taken yet, it is replaced, so that only one is adopted.
    if (outcome.of_the_rest && !outcome.finding && !m_finished.empty()) {
        m_finished.back().lesson = std::move(outcome.lesson);
        m_finished.back().warnings = std::move(outcome.warnings);
    } else
        m_finished.push_back(std::move(outcome));
}

Outcome LiveKernels::judge(const Edit& edit, const std::stop_token& newer)
{
    Outcome outcome;
    outcome.edit = edit;
    StageClock clock { outcome };
    if (const auto possible = check_source(edit.source); !possible) {
        outcome.finding = found(Stage::compiler, possible.error().message);
        return outcome;
    }
    const auto* const shown = edit.lesson->find_variant(edit.variant);
    VERIFY(shown != nullptr); // an edit changes kernels, not variants
    // Only the launch changes: the kernels are compiled already.
    const bool same_text = !edit.launches.empty() && edit.has_same_text();
    const auto base = edit.launches.empty() ? edit.lesson : lesson::with_launches(*edit.lesson, edit.launches);
    const auto trial = same_text ? Trial { lesson::kernel_texts_of(*base), base } : compile_shown(edit, *base, outcome, newer);
    if (!trial)
        return outcome;
    if (!same_text)
        clock.passed(Stage::compiler);
    try_kernels(edit, *trial, outcome, clock, newer);
    if (!outcome.finding)
        outcome.lesson = trial->lesson;
    else if (!outcome.finding->refused)
        outcome.lesson =
            lesson::with_flaw(*trial->lesson, { edit.variant, text::sentence(outcome.finding->message), edit.lesson },
                expectation_of(*outcome.finding), outcome.finding->checks);
    return outcome;
}

std::optional<LiveKernels::Trial> LiveKernels::compile_shown(
    const Edit& edit, const lesson::Lesson& base, Outcome& outcome, const std::stop_token& newer)
{
    const problem::Variant& shown = *base.find_variant(edit.variant);
    auto few = compile_kernels_of(m_compiler, base, shown, edit.source, newer);
    if (!few) {
        outcome.finding = found(Stage::compiler, few.error().message);
        return std::nullopt;
    }
    if (few->has_value()) {
        // If the subset fails, the whole text either compiles, or its compiler reports the error.
        auto changed = with_kernels(base, **few);
        if (changed && has_partial_builds_of(**changed, shown))
            return Trial { **std::move(few), *std::move(changed) };
    }
    auto compiled = compile_kernels(m_compiler, base, edit.source, builds_of(base, shown), newer);
    if (!compiled.texts) {
        outcome.finding = found_by_compiler(compiled.texts.error().message, std::move(compiled.diagnostics));
        return std::nullopt;
    }
    outcome.warnings = std::move(compiled.diagnostics);
    auto changed = with_kernels(base, *compiled.texts);
    if (!changed) {
        outcome.finding = found(Stage::compiler, changed.error().message);
        return std::nullopt;
    }
    return Trial { *std::move(compiled.texts), *std::move(changed) };
}

std::optional<Outcome> LiveKernels::compile_rest(const Outcome& adopted, const std::stop_token& newer)
{
    const auto& edit = adopted.edit;
    const bool partial = std::ranges::any_of(adopted.lesson->builds, &lesson::Build::partial);
    if (!partial && !edit.launches.empty() && edit.has_same_text())
        return std::nullopt; // it is compiled already
    auto builds = builds_of(*edit.lesson);
    if (!partial) {
        for (const auto& done : builds_of(*edit.lesson, *edit.lesson->find_variant(edit.variant)))
            builds.erase(done);
    }
    if (builds.empty())
        return std::nullopt;
    Outcome outcome;
    outcome.edit = edit;
    outcome.of_the_rest = true;
    auto compiled = compile_kernels(m_compiler, *edit.lesson, edit.source, builds, newer);
    if (!compiled.texts) {
        outcome.finding = found_by_compiler(compiled.texts.error().message, std::move(compiled.diagnostics));
        return outcome;
    }
    if (partial)
        outcome.warnings = std::move(compiled.diagnostics);
    else
        outcome.warnings = adopted.warnings;
    auto changed = with_kernels(*adopted.lesson, *compiled.texts);
    if (!changed)
        outcome.finding = found(Stage::compiler, changed.error().message);
    else
        outcome.lesson = std::move(*changed);
    return outcome;
}

void LiveKernels::try_kernels(
    const Edit& edit, const Trial& tried, Outcome& outcome, StageClock& clock, const std::stop_token& newer)
{
    const auto& variant = *tried.lesson->find_variant(edit.variant);
    const auto trial = VmTrial::prepare(tried.lesson, variant, trial_settings(*tried.lesson, variant, edit.settings));
    std::future<Result<VmTrial::Hazards>> hazards;
    if (!trial && edit.keeps_results) { // nothing proves that they do
        outcome.finding = found(Stage::virtual_machine, trial.error().message);
        outcome.finding->refused = true;
        return;
    }
    if (!trial) {
        outcome.remarks.push_back("Not tested on the virtual machine: " + trial.error().message);
        outcome.unchecked = true;
    } else {
        auto compared = trial->compare(m_options.limits, newer);
        if (compared)
            outcome.finding = std::move(*compared);
        else if (!newer.stop_requested()) { // as more shared memory than a block can have
            outcome.finding = found(Stage::virtual_machine, compared.error().message);
            outcome.finding->refused = true;
        }
        if (outcome.finding && outcome.finding->difference)
            add_cause(*outcome.finding, trial->look_for_hazards(m_options.limits, newer));
        if (!outcome.finding && compared && edit.keeps_results)
            outcome.finding = compare_results(edit, *trial, newer);
        if (outcome.finding || !compared)
            return;
        // The slow checks continue while the GPU works: they find errors that a GPU does not report.
        hazards = std::async(kThreadIfPossible, [&] { return trial->look_for_hazards(m_options.limits, newer); });
    }
    clock.passed(Stage::virtual_machine);
    if (edit.on_gpu) {
        auto looked = try_real_size(tried.lesson, variant, edit.settings, m_options.real_size, newer);
        clock.passed(Stage::real_size);
        if (!looked.remark.empty()) {
            outcome.remarks.push_back(std::move(looked.remark));
            outcome.unchecked = true;
        }
        outcome.finding = std::move(looked.finding);
        if (outcome.finding)
            outcome.finding->message =
                text::sentence(outcome.finding->message) + " A smaller run passed; the error occurs at this size.";
    }
    if (edit.on_gpu && !outcome.finding) {
        outcome.finding = try_on_gpu(edit, tried, outcome, newer);
        clock.passed(Stage::gpu);
    }
    if (!hazards.valid())
        return;
    auto looked = hazards.get();
    clock.passed(Stage::hazards);
    if (!looked)
        return; // stopped
    if (looked->finding)
        outcome.finding = std::move(looked->finding);
    if (looked->cut_short)
        outcome.remarks.push_back(fmt::format("Checks for races and uninitialized memory were limited to {} ms. Run `warpstage "
                                              "check --checks all` for complete checks.",
            m_options.limits.hazards.count()));
}

std::optional<Finding> LiveKernels::compare_results(const Edit& edit, const VmTrial& trial, const std::stop_token& newer) const
{
    const auto& variant = *edit.lesson->find_variant(edit.variant);
    const auto present = VmTrial::prepare(edit.lesson, variant, trial_settings(*edit.lesson, variant, edit.settings));
    if (!present)
        return found(Stage::virtual_machine, present.error().message);
    if (!edit.launches.empty() && edit.has_same_text() && !trial.differs_in_launches(*present))
        return found(Stage::virtual_machine,
            "The trial cannot check the changed launch: at its small size, grid and blocks stay the same. Choose a larger size.");
    auto compared = trial.compare_with(*present, m_options.limits, newer);
    return compared ? std::move(*compared) : found(Stage::virtual_machine, compared.error().message);
}

std::optional<Finding> LiveKernels::try_on_gpu(
    const Edit& edit, const Trial& tried, Outcome& outcome, const std::stop_token& newer)
{
    auto looked = m_gpu_trial.run(*tried.lesson, edit.variant, edit.settings, tried.texts, newer);
    if (!looked.remark.empty()) {
        outcome.remarks.push_back(std::move(looked.remark));
        outcome.unchecked = true;
    }
    return std::move(looked.finding);
}

} // namespace warpstage::live
