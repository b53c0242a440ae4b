#include "core/session/recording/recordings.h"

#include "core/engine/variant_run.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

// The recorded block is refreshed this often while bodies move.
constexpr std::chrono::milliseconds kRecordingInterval { 250 };

} // namespace

std::uint64_t middle_block(const Dim3& grid)
{
    const std::uint64_t middle = grid.count() / 2;
    return grid.x == grid.count() ? middle : middle / grid.x * grid.x + (grid.x - 1) / 2;
}

Recordings::Recordings(Program& program, Stepper& stepper, Notices& notices, Urgency urgency)
    : m_program(program)
    , m_stepper(stepper)
    , m_notices(notices)
    , m_urgency(urgency)
    , m_worker([](const analysis::RecordingRequest& request, auto& progress) {
        auto recording = analysis::record(request, progress.stop());
        auto assessment = recording ? analysis::assess(**recording, *request.traits) : nullptr;
        return Recorded { std::move(recording), std::move(assessment) };
    })
{
}

void Recordings::forget()
{
    m_worker.cancel();
    m_recordings.clear();
    m_assessments.clear();
    m_unrecordable.clear();
    m_replay = nullptr;
    forget_block();
}

void Recordings::forget_block()
{
    m_block.reset();
    m_block_due = false;
}

void Recordings::show(const std::shared_ptr<const Replay>& replay)
{
    m_replay = replay;
    const auto variant = m_program.variant_of(replay->variant);
    if (replay->recording == nullptr || !variant)
        return;
    auto recording = std::make_shared<Recording>(*replay->recording);
    recording->serial = ++m_serial;
    m_recordings[*variant] = std::move(recording);
}

void Recordings::restore(Kept kept)
{
    m_recordings = std::move(kept.recordings);
    m_unrecordable = std::move(kept.unrecordable);
    m_replay = std::move(kept.replay);
    m_block = kept.block;
    m_warp_width = kept.warp_width;
}

bool Recordings::choose_block(std::uint64_t block)
{
    const auto plan = m_program.known_plan(m_program.variant());
    const auto* launch = plan == nullptr ? nullptr : recorded_launch(*plan);
    if (launch == nullptr)
        return false;
    m_block = std::min<std::uint64_t>(block, launch->grid.count() - 1);
    const auto recording = shown();
    m_block_due = recording == nullptr || recording->trace.block != *m_block;
    return true;
}

void Recordings::collect()
{
    auto answer = m_worker.take();
    if (!answer)
        return;
    const auto variant = m_program.variant_of(answer->request->variant);
    VERIFY(variant.has_value()); // the request was canceled by a change of lesson
    auto& [recording, assessment] = answer->result;
    if (!recording) {
        m_unrecordable.insert(*variant);
        if (*variant == m_program.variant())
            m_notices.add(Severity::attention, recording.error().message);
        return;
    }
    m_recordings[*variant] = *recording;
    m_assessments[*variant] = { *recording, std::move(assessment) };
}

bool Recordings::is_missing(std::size_t variant)
{
    if (m_unrecordable.contains(variant) || m_recordings.contains(variant)
        || (variant != m_program.variant() && !m_program.plan_is_ready(variant)))
        return false;
    const auto plan = m_program.plan_of(variant);
    if (plan == nullptr)
        m_unrecordable.insert(variant); // this variant does not accept the parameters
    return plan != nullptr && recorded_launch(*plan) != nullptr;
}

bool Recordings::is_live()
{
    const auto plan = m_unrecordable.contains(m_program.variant()) ? nullptr : m_program.plan_of(m_program.variant());
    return plan != nullptr && plan == m_stepper.adopted() && std::holds_alternative<problem::ParticleScene>(plan->scene)
        && recorded_launch(*plan) != nullptr && !shows_replay() && m_stepper.idle();
}

bool Recordings::read_contents(analysis::RecordingRequest& request) const
{
    const auto& buffers = m_stepper.adopted()->buffers;
    for (problem::BufferIndex i = 0; i < buffers.size(); ++i) {
        if (!buffers[i].persistent)
            continue;
        auto& content = request.contents[i];
        content.resize(buffers[i].bytes);
        if (auto read = m_stepper.engine().read(i, content); !read) {
            m_notices.add(Severity::fault, read.error().message);
            return false;
        }
    }
    return true;
}

std::optional<analysis::RecordingRequest> Recordings::next(Time now, const arch::Traits& traits, Refresh refresh)
{
    if (m_worker.pending())
        return std::nullopt;
    const auto& lesson = m_program.lesson();
    const auto shown = m_program.variant();
    std::optional<std::size_t> next;
    if (is_missing(shown) || std::exchange(m_block_due, false))
        next = shown;
    for (std::size_t i = 0; i < lesson->variants.size() && !next; ++i) {
        if (is_missing(i))
            next = i;
    }
    const bool live = is_live();
    if (!next && live && m_stepper.playing() && refresh == Refresh::allowed && now - m_recorded_at >= kRecordingInterval)
        next = shown;
    if (!next)
        return std::nullopt;

    analysis::RecordingRequest request;
    request.programs = m_program.programs();
    request.lesson = lesson;
    request.variant = lesson->variants[*next].id;
    request.plan = m_program.plan_of(*next);
    request.work = request.plan->recorded_work;
    request.checks = engine::vm_settings_of(lesson->variants[*next], {}).checks;
    request.instruction_budget = engine::instruction_budget_of(*lesson);
    const auto& variant = lesson->variants[*next];
    // The kernels of a user's file may have any fault.
    request.expects_fault = variant.expects_fault() || (!lesson->origin.outside.empty() && !variant.checks.empty());
    const auto& grid = recorded_launch(*request.plan)->grid;
    request.block = *next == shown && m_block ? std::min<std::uint64_t>(*m_block, grid.count() - 1) : middle_block(grid);
    request.warp_width = m_warp_width.lanes();
    request.traits = &traits;
    request.serial = ++m_serial;
    if (live && *next == m_stepper.adopted_variant() && !read_contents(request))
        return std::nullopt;
    m_recorded_at = now;
    return request;
}

std::shared_ptr<const Recording> Recordings::of(std::size_t variant) const
{
    const auto found = m_recordings.find(variant);
    return found == m_recordings.end() ? nullptr : found->second;
}

std::shared_ptr<const Assessment> Recordings::assessment_of(std::size_t variant, const arch::Traits& traits)
{
    const auto recording = of(variant);
    if (recording == nullptr)
        return nullptr;
    auto& known = m_assessments[variant];
    if (known.recording != recording || known.assessment == nullptr || known.assessment->traits != &traits)
        known = { recording, analysis::assess(*recording, traits) };
    return known.assessment;
}

bool Recordings::shows_replay() const
{
    return m_replay != nullptr && m_replay->recording != nullptr
        && m_program.lesson()->variants[m_program.variant()].id == m_replay->variant;
}

} // namespace warpstage::session
