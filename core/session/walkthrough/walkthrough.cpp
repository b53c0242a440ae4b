#include "core/session/walkthrough/walkthrough.h"

#include "core/analysis/recording/access_view.h"

#include <utility>

namespace warpstage::session {

namespace {

bool is_pointed_at(const AccessView& access, const lesson::Cue& cue)
{
    if (access.line != cue.line)
        return false;
    if (cue.subject == lesson::FigureSubject::shared_access)
        return access.space == ptx::StateSpace::shared;
    return cue.subject != lesson::FigureSubject::global_access || access.space == ptx::StateSpace::global;
}

// The n-th access of the line, counted from 1, to the kind of memory that the cue points at; 0: the access with the largest
// excess. Nothing: the line has no such access.
std::optional<std::uint32_t> access_of(const Recording& recording, const analysis::KernelReport& report, const lesson::Cue& cue)
{
    auto accesses = analysis::accesses_of(recording, report);
    std::erase_if(accesses, [&](const AccessView& access) { return !is_pointed_at(access, cue); });
    if (cue.access > 0)
        return cue.access <= accesses.size() ? std::optional { accesses[cue.access - 1].pc } : std::nullopt;
    const auto worst = analysis::default_access(accesses);
    return worst ? std::optional { worst->pc } : std::nullopt;
}

} // namespace

void CueWalk::start(std::size_t count)
{
    m_count = count;
    m_index.reset();
    m_asking = false;
}

std::optional<std::size_t> CueWalk::next(const Asks& asks)
{
    if (std::exchange(m_asking, false))
        return m_index; // the answer
    return select(m_index ? *m_index + 1 : 0, asks);
}

std::optional<std::size_t> CueWalk::previous()
{
    if (!m_index || *m_index == 0)
        return std::nullopt;
    m_asking = false;
    --*m_index;
    return m_index;
}

std::optional<std::size_t> CueWalk::select(std::size_t index, const Asks& asks)
{
    if (index >= m_count)
        return std::nullopt;
    m_index = index;
    m_asking = asks(index);
    return m_index;
}

void Walkthrough::start(const std::optional<CueWalk>& left)
{
    m_selection_due = false;
    m_chosen.reset();
    m_votes.clear();
    if (left && left->count() == m_program.lesson()->cues.size())
        m_walk = *left;
    else
        m_walk.start(m_program.lesson()->cues.size());
}

std::optional<std::size_t> Walkthrough::walk(CueWalk& walk, const CueStep& step) const
{
    const auto asks = [this](std::size_t index) {
        return !m_program.lesson()->cues[index].question.empty();
    };
    if (step.index)
        return walk.select(*step.index, asks);
    return step.direction == Direction::next ? walk.next(asks) : walk.previous();
}

const lesson::Cue* Walkthrough::after(const CueStep& step) const
{
    auto copy = m_walk;
    const auto index = walk(copy, step);
    return index ? &m_program.lesson()->cues[*index] : nullptr;
}

const lesson::Cue* Walkthrough::go(const CueStep& step)
{
    const bool asked = m_walk.asking();
    const auto before = m_walk.index();
    const auto index = walk(m_walk, step);
    if (!index)
        return nullptr;
    if (index != before || !asked || m_walk.asking()) { // the choice would otherwise reveal the answer
        m_chosen.reset();
        m_votes.clear();
    }
    return &m_program.lesson()->cues[*index];
}

const lesson::Cue* Walkthrough::cue() const
{
    return m_walk.index() ? &m_program.lesson()->cues[*m_walk.index()] : nullptr;
}

void Walkthrough::choose(std::size_t choice)
{
    if (m_walk.asking() && choice < cue()->choices.size())
        m_chosen = choice;
}

void Walkthrough::set_votes(std::vector<std::uint32_t> votes)
{
    if (cue() != nullptr && (votes.empty() || votes.size() == cue()->choices.size()))
        m_votes = std::move(votes);
}

CueChoices Walkthrough::choices() const
{
    CueChoices choices { {}, std::nullopt, m_chosen, m_votes };
    for (const auto& text : cue()->choices)
        choices.texts.push_back(m_program.lesson()->shown(text));
    if (!m_walk.asking() && !choices.texts.empty())
        choices.right = cue()->answer;
    return choices;
}

std::optional<std::uint32_t> Walkthrough::access_in(const Recording& recording, const Assessment& assessment)
{
    if (!m_selection_due || !m_walk.index())
        return std::nullopt;
    m_selection_due = false;
    return access_of(recording, assessment.report, m_program.lesson()->cues[*m_walk.index()]);
}

bool Walkthrough::toggle_published()
{
    if (m_published == nullptr || !m_published->has_lesson(m_program.lesson()->id))
        return false;
    m_show_published = !m_show_published;
    return true;
}

CueView Walkthrough::section() const
{
    CueView view;
    view.count = m_walk.count();
    view.index = m_walk.index();
    if (!view.index)
        return view;
    const auto& lesson = *m_program.lesson();
    const auto& cue = lesson.cues[*view.index];
    if (m_program.variant() != cue.variant || m_program.settings() != lesson.settings_of(cue, m_program.engine_kind()))
        return view;
    view.figure = cue.figure;
    view.choices = choices();
    view.words = lesson.shown(m_walk.asking() ? cue.question : cue.caption);
    view.numbers = m_walk.asking() ? CueNumbers::hidden : CueNumbers::shown;
    return view;
}

} // namespace warpstage::session
