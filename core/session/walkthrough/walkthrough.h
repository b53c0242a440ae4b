// The walkthrough of a lesson's cues, and the published results.
#pragma once

#include "core/lesson/measured/published.h"
#include "core/session/run/program.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

// The position among a lesson's cues, moved forward and back by a clicker. A cue with a question needs two steps: the question
// with hidden numbers, then the answer.
class CueWalk {
public:
    // Whether the cue of this index has a question.
    using Asks = std::function<bool(std::size_t)>;

    // Moves before the first of `count` cues.
    void start(std::size_t count);

    // Nothing at the ends, where the position does not change.
    std::optional<std::size_t> next(const Asks& asks);
    std::optional<std::size_t> previous(); // shows the revealed answer
    std::optional<std::size_t> select(std::size_t index, const Asks& asks);

    [[nodiscard]] std::optional<std::size_t> index() const { return m_index; } // nothing: before the first cue
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] bool asking() const { return m_asking; }

private:
    std::size_t m_count = 0;
    std::optional<std::size_t> m_index;
    bool m_asking = false;
};

class Walkthrough {
public:
    Walkthrough(const Program& program, std::shared_ptr<const lesson::PublishedFigures> published)
        : m_program(program)
        , m_published(std::move(published))
    {
    }

    // Moves before the first cue of the shown lesson, or to the position in which it was left.
    void start(const std::optional<CueWalk>& left = {});
    [[nodiscard]] const CueWalk& walk() const { return m_walk; }
    // The cue after the step; null: none.
    [[nodiscard]] const lesson::Cue* after(const CueStep& step) const;
    // Makes the step and returns its cue.
    const lesson::Cue* go(const CueStep& step);
    // Answers the open question; ignored if out of range or without a question.
    void choose(std::size_t choice);
    // One number per choice of the current question; ignored if the number of choices differs.
    void set_votes(std::vector<std::uint32_t> votes);
    // Selects the cue's access when its recording is available.
    void await_recording(const lesson::Cue& cue) { m_selection_due = cue.line != 0; }
    // The access that the cue points at; returned once.
    [[nodiscard]] std::optional<std::uint32_t> access_in(const Recording& recording, const Assessment& assessment);
    // Whether the current cue shows the answer of its question.
    [[nodiscard]] bool reveals() const { return cue() != nullptr && !cue()->question.empty() && !m_walk.asking(); }
    [[nodiscard]] bool awaits_recording() const { return m_selection_due; }

    // False: no published results for this lesson.
    [[nodiscard]] bool toggle_published();
    // Null: not shown.
    [[nodiscard]] std::shared_ptr<const lesson::PublishedFigures> published() const
    {
        return m_show_published || (cue() != nullptr && cue()->subject == lesson::FigureSubject::published) ? m_published
                                                                                                            : nullptr;
    }
    // Null: before the first cue.
    [[nodiscard]] const lesson::Cue* cue() const;
    [[nodiscard]] CueView section() const;

private:
    [[nodiscard]] CueChoices choices() const;
    [[nodiscard]] std::optional<std::size_t> walk(CueWalk& walk, const CueStep& step) const;

    const Program& m_program;
    CueWalk m_walk;
    std::optional<std::size_t> m_chosen; // chosen answer of the current cue
    std::vector<std::uint32_t> m_votes; // for each answer of the current cue
    bool m_selection_due = false;
    std::shared_ptr<const lesson::PublishedFigures> m_published; // null: none
    bool m_show_published = false;
};

} // namespace warpstage::session
