#include "core/session/link/follower.h"

#include "core/arch/architecture.h"
#include "core/base/words.h"
#include "core/session/recording/recordings.h"
#include "core/session/run/program.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

constexpr double kMaxTimesInitial = 8.0;
constexpr double kAlwaysAllowed = 4096.0;
constexpr std::chrono::seconds kMaxPartWait { 10 }; // for a part that the session may never show

// The cue that the link names; null: none.
const lesson::Cue* cue_of(const lesson::Lesson& lesson, std::optional<std::uint64_t> cue)
{
    return cue && *cue < lesson.cues.size() ? &lesson.cues[static_cast<std::size_t>(*cue)] : nullptr;
}

problem::Settings unchanged_settings(const lesson::Lesson& lesson, const lesson::Cue* cue, EngineKind engine)
{
    return cue != nullptr ? lesson.settings_of(*cue, engine) : lesson.initial_settings(engine);
}

std::uint32_t unchanged_width(const lesson::Cue* cue)
{
    return cue != nullptr && cue->warp_width != 0 ? cue->warp_width : kMaxLanes;
}

// The recorded run of the shown variant; null: not available.
const Recording* own_recording(const Snapshot& shown)
{
    const auto& setup = *shown.setup;
    const Recording* const recording = shown.run->recording.get();
    return recording != nullptr && recording->variant == setup.variants[setup.variant].id ? recording : nullptr;
}

// Nothing: the grid is not known yet.
std::optional<std::uint64_t> usual_block(const Snapshot& shown)
{
    const auto* launch = shown.scene->plan != nullptr ? recorded_launch(*shown.scene->plan) : nullptr;
    return launch != nullptr ? std::optional(middle_block(launch->grid)) : std::nullopt;
}

LinkedSelection selection_of(const Snapshot& shown, const Recording& recording)
{
    LinkedSelection linked;
    if (usual_block(shown) != recording.trace.block)
        linked.block = recording.trace.block;
    const SelectionSection& selection = *shown.selection;
    linked.warp = selection.warp;
    if (selection.chosen_access)
        linked.access = selection.chosen_access->pc;
    if (selection.line != 0)
        linked.line = selection.line;
    linked.lane = selection.lane;
    const PlaybackView& played = shown.playback->run.view;
    if (played.controlled)
        linked.step = played.step;
    return linked;
}

} // namespace

Link link_of(const Snapshot& shown)
{
    const SetupSection& setup = *shown.setup;
    const lesson::Lesson& lesson = *setup.lesson;
    Link link;
    link.lesson = lesson.id;
    link.variant = setup.variants[setup.variant].id;
    link.cue = shown.cue->index;
    const lesson::Cue* const cue = cue_of(lesson, link.cue);
    const bool asking = shown.cue->numbers == CueNumbers::hidden;
    link.answer = cue != nullptr && !cue->question.empty() && !asking;
    const auto unchanged = unchanged_settings(lesson, cue, shown.device->engine.kind);
    for (const ParameterView& parameter : setup.parameters)
        if (parameter.value != unchanged.text(parameter.id))
            link.parameters.emplace_back(parameter.id, parameter.value);
    link.architecture = shown.run->architecture.substr(0, shown.run->architecture.find(" ("));
    if (shown.run->warp_width != unchanged_width(cue) && !asking)
        link.warp_width = shown.run->warp_width;
    link.paused = !shown.timing->playing;
    link.edited = lesson.origin.edited;
    if (const Recording* const recording = own_recording(shown); recording != nullptr && !asking)
        link.selection = selection_of(shown, *recording);
    return link;
}

bool is_beyond_budget(const lesson::Lesson& lesson, std::string_view id, std::string_view value)
{
    const auto& parameters = lesson.problem->parameters();
    const auto parameter = std::ranges::find(parameters, id, &problem::Parameter::id);
    const auto initial = lesson.initial_settings(EngineKind::vm);
    auto settings = initial;
    if (parameter == parameters.end() || parameter->kind != problem::Parameter::Kind::integer
        || !settings.set(parameters, id, value))
        return false;
    const auto asked = static_cast<double>(settings.integer(id));
    auto most = std::max(kMaxTimesInitial * static_cast<double>(initial.integer(id)), kAlwaysAllowed);
    for (const lesson::Cue& cue : lesson.cues)
        most = std::max(most, static_cast<double>(lesson.settings_of(cue, EngineKind::vm).integer(id)));
    return asked > most;
}

void Follower::aim(Link target, Unlisted unlisted, std::shared_ptr<const lesson::Lesson> kernels)
{
    m_target = std::move(target);
    m_kernels = std::move(kernels);
    m_unlisted = unlisted;
    restart();
    m_obstacle.clear();
    if (m_target.edited && m_kernels == nullptr)
        m_obstacle = tr("These kernels were edited on the presenter's computer; this page runs those of the lesson.");
}

void Follower::stop()
{
    m_part = Part::done;
    m_placed.reset();
}

void Follower::restart()
{
    m_part = Part::layout;
    m_placed.reset();
    m_issued = false;
    m_waiting_since.reset();
}

Follower::Place Follower::place_of(const Snapshot& shown)
{
    return { shown.setup->lesson->id, shown.cue->index, shown.setup->variant };
}

std::vector<Command> Follower::next(const Snapshot& shown, Time now)
{
    if (m_placed && *m_placed != place_of(shown))
        restart();
    while (m_part != Part::done) {
        auto wanted = missing(shown);
        if (m_part == Part::done)
            break;
        if (wanted && !wanted->empty() && !m_issued) {
            m_issued = true;
            m_waiting_since = now;
            return *std::move(wanted);
        }
        if (!m_waiting_since)
            m_waiting_since = now;
        const bool complete = wanted && wanted->empty();
        if (!complete && now - *m_waiting_since < kMaxPartWait)
            break;
        if (m_part == Part::setup)
            m_placed = place_of(shown);
        m_part = static_cast<Part>(static_cast<int>(m_part) + 1);
        m_issued = false;
        m_waiting_since.reset();
    }
    return {};
}

std::optional<Follower::Commands> Follower::missing(const Snapshot& shown)
{
    switch (m_part) {
    case Part::layout:
        return missing_layout();
    case Part::lesson:
        return missing_lesson(shown);
    case Part::kernels:
        return missing_kernels(shown);
    case Part::cue:
        return missing_cue(shown);
    case Part::answer:
        return missing_answer(shown);
    case Part::setup:
        return missing_setup(shown);
    case Part::block:
        return missing_block(shown);
    case Part::selection:
        return missing_selection(shown);
    case Part::done:
        break;
    }
    return Commands {};
}

// Once: what the user types afterward stays.
Follower::Commands Follower::missing_layout()
{
    if (!m_target.layout)
        return {};
    return { AskLayout { *std::exchange(m_target.layout, std::nullopt), true } };
}

Follower::Commands Follower::missing_lesson(const Snapshot& shown)
{
    if (m_target.lesson.empty() || shown.setup->lesson->id == m_target.lesson)
        return {};
    const auto& lessons = *shown.setup->lessons;
    if (std::ranges::find(lessons, m_target.lesson, &LessonView::id) == lessons.end()) {
        m_obstacle = trf("This page does not have the lesson `{}`.", m_target.lesson);
        stop();
        return {};
    }
    return { SelectLesson { m_target.lesson } };
}

Follower::Commands Follower::missing_kernels(const Snapshot& shown) const
{
    const auto& lesson = shown.setup->lesson;
    if (m_kernels == nullptr || m_kernels == lesson || m_kernels->id != lesson->id)
        return {};
    return { ReplaceKernels { m_kernels } };
}

Follower::Commands Follower::missing_cue(const Snapshot& shown)
{
    if (m_target.cue == shown.cue->index)
        return {};
    if (!m_target.cue)
        return m_unlisted == Unlisted::initial ? Commands { SelectLesson { shown.setup->lesson->id } } : Commands {};
    if (cue_of(*shown.setup->lesson, m_target.cue) == nullptr) {
        m_obstacle = trf("This lesson has {} cues and no cue {}.", shown.cue->count, *m_target.cue + 1);
        return {};
    }
    return { CueStep { Direction::next, m_target.cue } };
}

Follower::Commands Follower::missing_answer(const Snapshot& shown) const
{
    const lesson::Cue* const cue = cue_of(*shown.setup->lesson, m_target.cue);
    const bool answered = shown.cue->numbers == CueNumbers::shown;
    if (cue == nullptr || cue->question.empty() || answered == m_target.answer)
        return {};
    return { m_target.answer ? CueStep { Direction::next } : CueStep { Direction::next, m_target.cue } };
}

Follower::Commands Follower::missing_setup(const Snapshot& shown)
{
    Commands commands;
    const SetupSection& setup = *shown.setup;
    const auto variant = std::ranges::find(setup.variants, m_target.variant, &VariantView::id);
    if (!m_target.variant.empty() && variant == setup.variants.end())
        m_obstacle = trf("This lesson does not have the variant `{}`.", m_target.variant);
    else if (!m_target.variant.empty() && setup.variants[setup.variant].id != m_target.variant)
        commands.emplace_back(SelectVariant { static_cast<std::size_t>(variant - setup.variants.begin()) });
    add_parameters(shown, commands);
    if (!m_target.architecture.empty()) {
        const auto architecture = arch::parse_architecture(m_target.architecture);
        if (!architecture)
            m_obstacle = architecture.error().message;
        else if (architecture->name() != shown.run->architecture)
            commands.emplace_back(SelectArchitecture { m_target.architecture });
    }
    const auto usual_width = unchanged_width(cue_of(*setup.lesson, m_target.cue));
    const auto width = m_target.warp_width.value_or(m_unlisted == Unlisted::initial ? usual_width : shown.run->warp_width);
    if (width != shown.run->warp_width && shown.cue->numbers == CueNumbers::shown)
        commands.emplace_back(SelectWarpWidth { width });
    const bool stays_paused = m_keeps_paused || (m_unlisted == Unlisted::unchanged && !shown.timing->playing);
    const bool paused = m_target.paused || stays_paused;
    if (paused == shown.timing->playing)
        commands.emplace_back(TogglePause {});
    return commands;
}

void Follower::add_parameters(const Snapshot& shown, Commands& commands)
{
    const lesson::Lesson& lesson = *shown.setup->lesson;
    for (const auto& [id, value] : m_target.parameters)
        if (std::ranges::find(shown.setup->parameters, id, &ParameterView::id) == shown.setup->parameters.end())
            m_obstacle = trf("This lesson does not have the parameter `{}`.", id);
    const auto unchanged = unchanged_settings(lesson, cue_of(lesson, m_target.cue), shown.device->engine.kind);
    for (const ParameterView& parameter : shown.setup->parameters) {
        const auto listed = std::ranges::find(m_target.parameters, parameter.id, [](const auto& pair) { return pair.first; });
        if (listed == m_target.parameters.end() && m_unlisted == Unlisted::unchanged)
            continue;
        const std::string& value = listed != m_target.parameters.end() ? listed->second : unchanged.text(parameter.id);
        if (value == parameter.value)
            continue;
        if (m_source == Source::anyone && listed != m_target.parameters.end() && is_beyond_budget(lesson, parameter.id, value))
            m_obstacle =
                trf("{} = {} is too large for this page, which continues with {}.", parameter.id, value, parameter.value);
        else
            commands.emplace_back(SetParameter { parameter.id, value });
    }
}

std::optional<Follower::Commands> Follower::missing_block(const Snapshot& shown) const
{
    if (m_target.selection == LinkedSelection {})
        return Commands {};
    const Recording* const recording = own_recording(shown);
    if (recording == nullptr)
        return std::nullopt;
    auto block = m_target.selection.block;
    if (!block && m_unlisted == Unlisted::initial)
        block = usual_block(shown);
    if (!block || recording->trace.block == *block)
        return Commands {};
    return Commands { SelectBlock { *block, m_target.selection.warp.value_or(0) } };
}

std::optional<Follower::Commands> Follower::missing_selection(const Snapshot& shown) const
{
    const LinkedSelection& target = m_target.selection;
    if (target == LinkedSelection {})
        return Commands {};
    const Recording* const recording = own_recording(shown);
    if (recording == nullptr)
        return std::nullopt;
    Commands commands;
    const SelectionSection& selection = *shown.selection;
    const PlaybackView& played = shown.playback->run.view;
    if (target.warp && *target.warp < recording->trace.warps && *target.warp != selection.warp)
        commands.emplace_back(SelectWarp { *target.warp });
    if (const auto line = target.line.value_or(m_unlisted == Unlisted::initial ? 0 : selection.line); line != selection.line)
        commands.emplace_back(SelectLine { line != 0 ? line : selection.line });
    const auto has_access = std::ranges::find(shown.run->accesses, target.access, &AccessView::pc) != shown.run->accesses.end();
    if (has_access && (!selection.chosen_access || selection.chosen_access->pc != *target.access))
        commands.emplace_back(SelectAccess { *target.access });
    const auto lane = target.lane ? target.lane : m_unlisted == Unlisted::initial ? std::nullopt : selection.lane;
    if (lane != selection.lane && lane.value_or(0) < kMaxLanes)
        commands.emplace_back(SelectLane { lane ? *lane : *selection.lane });
    const bool seeks = target.step && *target.step < played.steps;
    if (seeks && (!played.controlled || played.step != target.step || !commands.empty()))
        commands.emplace_back(SeekPlayback { static_cast<std::size_t>(*target.step) });
    return commands;
}

} // namespace warpstage::session
