#include "core/session/selection/comparison.h"

namespace warpstage::session {

void Comparison::step(Direction direction, std::size_t present, std::size_t count)
{
    if (count < 2)
        return;
    m_variant = stepped(m_variant.value_or(present), count, direction);
    if (*m_variant == present)
        m_variant = stepped(present, count, direction);
}

std::optional<ComparedView> Comparison::view(
    Recordings& recordings, const arch::Traits& traits, const lesson::Lesson& lesson, const std::optional<RoleAccess>& role)
{
    if (!m_variant)
        return std::nullopt;
    ComparedView view;
    view.variant = *m_variant;
    view.recording = recordings.of(*m_variant);
    view.assessment = recordings.assessment_of(*m_variant, traits);
    analysis::AccessChoice choice;
    if (role && view.recording != nullptr)
        choice.pc = find_access(lesson, *m_variant, *role, analysis::accesses_of(*view.recording, view.assessment->report));
    m_picture.update(view.recording, view.assessment, choice);
    view.access = m_picture.chosen();
    return view;
}

std::optional<PlayedRun> Comparison::run(const std::optional<ComparedView>& view, const Program& program)
{
    if (!view)
        return std::nullopt;
    const auto plan = program.known_plan(view->variant);
    m_player.show(view->recording, plan.get());
    if (view->recording == nullptr || plan == nullptr)
        return std::nullopt;
    return m_player.run(view->recording, plan);
}

} // namespace warpstage::session
