#include "core/editing/live_editing.h"

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/live/gpu_trial.h"
#include "core/live/real_size_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::editing {

namespace {

problem::Settings settings_of(const session::Snapshot& snapshot)
{
    const auto& parameters = snapshot.setup->lesson->problem->parameters();
    auto settings = problem::Settings::initial(parameters);
    for (const auto& parameter : snapshot.setup->parameters)
        VERIFY(settings.set(parameters, parameter.id, parameter.value).ok()); // the session uses them
    return settings;
}

session::WrongElement wrong_element_of(const live::Finding& finding)
{
    session::WrongElement element { *finding.difference, {} };
    if (finding.writer)
        element.thread = session::WrongElement::Thread { finding.writer->block, finding.writer->warp, finding.writer->lane };
    return element;
}

// Compilers quote erroneous source of any length; the full message is shown at its line.
std::string shortened(std::string text)
{
    constexpr std::size_t kMaxBytes = 500;
    if (text.size() <= kMaxBytes)
        return text;
    std::size_t end = kMaxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) // within a character
        --end;
    return text.substr(0, end) + " …";
}

std::string times_of(const live::Outcome& outcome)
{
    std::string text;
    for (const auto& [stage, time] : outcome.times)
        text += fmt::format("{}{} {:.0f} ms", text.empty() ? "" : ", ", live::name_of(stage),
            std::chrono::duration<double, std::milli>(time).count());
    return text;
}

} // namespace

session::LaunchTrial::Try launch_trial(TrialProcess process)
{
    struct Worker {
        int gpu = 0;
        live::GpuTrial trial;
    };
    const auto worker = std::make_shared<std::optional<Worker>>();
    return [worker, process](const session::TriedKernels& kernels, const std::stop_token& stop) -> session::Verdict {
        const auto& lesson = *kernels.lesson;
        const auto& variant = lesson.variants[kernels.variant];
        auto look = live::try_real_size(kernels.lesson, variant, kernels.settings, live::RealSizeLimits {}, stop);
        // Kernels that the virtual machine could not check may still fault in the worker.
        if (!look.finding && process == TrialProcess::of_this_program && !stop.stop_requested()) {
            if (!*worker || (*worker)->gpu != kernels.gpu)
                worker->emplace(Worker { kernels.gpu, live::GpuTrial { live::worker_of_this_program(kernels.gpu) } });
            look.finding =
                (*worker)->trial.run(lesson, variant.id, kernels.settings, lesson::kernel_texts_of(lesson), stop).finding;
        }
        if (look.finding)
            return { look.finding->message, {} };
        return { {}, std::move(look.remark) };
    };
}

void LiveEditing::prepare()
{
    const auto device = m_session.snapshot()->device;
    const auto gpu = device->gpu_available ? std::optional { device->gpu } : std::nullopt;
    if (m_kernels != nullptr && (m_gpu == gpu || !m_kernels->idle()))
        return;
    m_gpu = gpu;
    live::LiveOptions options;
    if (gpu)
        options.gpu = live::worker_of_this_program(*gpu);
    m_kernels = std::make_unique<live::LiveKernels>(std::move(options));
}

void LiveEditing::edit(const std::string& source)
{
    follow_file(*m_session.snapshot());
    if (m_trying_file)
        m_after_file = source;
    else
        submit(source);
}

void LiveEditing::submit(const std::string& source, Purpose purpose, std::vector<problem::Relaunch> launches)
{
    prepare();
    const auto snapshot = m_session.snapshot();
    if (purpose == Purpose::edit && m_trial != nullptr && m_trial->state == session::AdviceTrial::State::running)
        m_session.submit(session::EndTrial { m_trial->source, tr("Another text was tried instead.") });
    live::Edit edit;
    edit.keeps_results = purpose == Purpose::advice;
    const auto& shown = snapshot->setup->lesson;
    edit.lesson = shown->flaw != nullptr ? shown->flaw->good : shown;
    edit.variant = snapshot->setup->variants[snapshot->setup->variant].id;
    edit.settings = settings_of(*snapshot);
    edit.on_gpu = snapshot->device->engine.kind == engine::EngineKind::gpu;
    edit.source = source;
    edit.launches = std::move(launches);
    m_kernels->submit(std::move(edit));
}

void LiveEditing::watch(const lesson::Lesson& lesson)
{
    auto path = lesson.folder / "kernels.cu";
    if (path != m_file.path())
        m_file = live::KernelFile { std::move(path), lesson.source };
}

// Further computations use the kernels of the file, as its run and its times did.
void LiveEditing::follow_file(const session::Snapshot& snapshot)
{
    if (snapshot.setup->replayed == m_replayed)
        return;
    const auto before = std::exchange(m_replayed, snapshot.setup->replayed);
    const auto waits = std::exchange(m_after_file, std::nullopt);
    const auto launches =
        m_replayed == nullptr ? std::vector<problem::Relaunch> {} : problem::relaunches_of(*m_replayed->problem);
    const bool other_launches = !launches.empty() && problem::relaunches_of(*snapshot.setup->lesson->problem).empty();
    m_trying_file = m_replayed != nullptr && (m_replayed->source != snapshot.setup->lesson->source || other_launches);
    if (m_trying_file)
        submit(m_replayed->source, Purpose::edit, other_launches ? launches : std::vector<problem::Relaunch> {});
    else if (waits && before->id == snapshot.setup->lesson->id) // the file's run was left before the trial
        submit(*waits);
}

void LiveEditing::follow_trial(const session::Snapshot& snapshot)
{
    if (snapshot.why->trial == m_trial)
        return;
    m_trial = snapshot.why->trial;
    if (m_trial != nullptr && m_trial->state == session::AdviceTrial::State::running)
        submit(m_trial->source, Purpose::advice, m_trial->launches);
}

bool LiveEditing::of_file(const live::Outcome& outcome) const
{
    return m_replayed != nullptr && outcome.edit.lesson->id == m_replayed->id && outcome.edit.source == m_replayed->source
        && !outcome.edit.keeps_results;
}

void LiveEditing::tick(std::chrono::steady_clock::time_point now)
{
    watch(*m_session.snapshot()->setup->lesson);
    follow_file(*m_session.snapshot());
    follow_trial(*m_session.snapshot());
    if (const auto text = m_file.changed(now); text && *text)
        edit(**text);
    else if (text)
        m_session.submit(session::AddNotice {
            session::Severity::fault, trf("{} Still showing the previous version.", text->error().message) });
    if (m_kernels == nullptr)
        return;
    const bool idle = m_kernels->idle(); // checked first: an outcome that is taken after idle() is the last one
    if (auto outcome = m_kernels->take()) {
        if (outcome->finding)
            outcome->finding->message = shortened(std::move(outcome->finding->message));
        outcome->edit.keeps_results && !outcome->of_the_rest ? report_trial(*outcome) : report(*outcome);
    } else if (idle && std::exchange(m_trying_file, false) && m_after_file) {
        submit(*std::exchange(m_after_file, std::nullopt));
    }
}

void LiveEditing::wait_until_idle()
{
    if (m_kernels != nullptr)
        m_kernels->wait_until_idle();
}

// Line, warp and lane of the fault.
void LiveEditing::select(const simt::Trap& trap)
{
    const auto snapshot = m_session.snapshot();
    const auto line = trap.location.line;
    if (line != 0 && snapshot->selection->line != line) // selecting the same line again would deselect it
        m_session.submit(session::SelectLine { line });
    m_session.submit(session::SelectWarp { trap.warp });
    if (snapshot->selection->lane != trap.lane)
        m_session.submit(session::SelectLane { trap.lane });
}

void LiveEditing::report(const live::Outcome& outcome)
{
    using session::Severity;
    if (outcome.of_the_rest) {
        if (outcome.finding)
            m_session.submit(session::AddNotice {
                Severity::fault, trf("The other variants keep their previous kernels: {}", outcome.finding->message) });
        else
            m_session.submit(session::ReplaceKernels { outcome.lesson });
    } else if (outcome.lesson == nullptr) {
        m_session.submit(session::AddNotice {
            Severity::fault, trf("{} Still showing the previous version.", text::sentence(outcome.finding->message)) });
    } else if (outcome.finding) {
        m_session.submit(session::ReplaceKernels { outcome.lesson });
        if (outcome.finding->trap)
            select(*outcome.finding->trap);
        if (outcome.finding->difference)
            m_session.submit(session::ShowWrongElement { wrong_element_of(*outcome.finding) });
        m_session.submit(session::AddNotice {
            Severity::fault, trf("{} Backspace: last good version.", text::sentence(outcome.finding->message)) });
    } else
        adopt(outcome);
    if (on_outcome)
        on_outcome(outcome);
}

void LiveEditing::adopt(const live::Outcome& outcome)
{
    using session::Severity;
    // Else the session tries them before it uses the GPU.
    const bool checked = m_session.snapshot()->setup->lesson->flaw == nullptr && (!outcome.unchecked || !outcome.edit.on_gpu);
    m_session.submit(
        session::ReplaceKernels { outcome.lesson, checked ? outcome.edit.variant : std::string {}, outcome.edit.settings });
    const std::string times = times_of(outcome);
    const bool only_launch = !outcome.edit.launches.empty() && outcome.edit.has_same_text();
    m_session.submit(session::AddNotice { Severity::information,
        of_file(outcome)  ? trf("Running the session file's kernels.cu ({}).", times)
            : only_launch ? trf("Running `{}` with the changed launch ({}).", outcome.edit.launches.front().kernel, times)
                          : trf("Running the changed {} ({}).", outcome.edit.lesson->source_name(), times) });
    for (const auto& remark : outcome.remarks)
        m_session.submit(session::AddNotice { Severity::information, remark });
}

// Kernels with a finding are not adopted: nobody edited them.
void LiveEditing::report_trial(const live::Outcome& outcome)
{
    std::string refusal;
    if (outcome.finding)
        refusal = text::sentence(outcome.finding->message);
    else {
        adopt(outcome);
        if (on_outcome)
            on_outcome(outcome);
    }
    m_session.submit(session::EndTrial { outcome.edit.source, std::move(refusal) });
}

} // namespace warpstage::editing
