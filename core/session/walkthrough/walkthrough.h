// The walk through a lesson's cues, and the figures of the lectures beside ours.
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

// Where the presenter stands among a lesson's cues: a clicker's next and back. A cue with a question needs two steps: the
// question with its numbers hidden, then the answer.
class CueWalk {
public:
    // Whether the cue of this index asks before it shows.
    using Asks = std::function<bool(std::size_t)>;

    // Before the first cue of `count`.
    void start(std::size_t count);

    // Nothing where there is nowhere to go: a clicker that is pressed once too often stays.
    std::optional<std::size_t> next(const Asks& asks);
    std::optional<std::size_t> previous(); // shows what has been revealed already
    std::optional<std::size_t> select(std::size_t index, const Asks& asks);

    [[nodiscard]] std::optional<std::size_t> index() const { return m_index; } // nothing: before the first
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

    // Before the first cue of the lesson that is shown now, or where somebody stood when it was left.
    void start(const std::optional<CueWalk>& left = {});
    [[nodiscard]] const CueWalk& walk() const { return m_walk; }
    // The cue where the step leads; nothing: nowhere.
    [[nodiscard]] const lesson::Cue* after(const CueStep& step) const;
    // The same, and goes there.
    const lesson::Cue* go(const CueStep& step);
    // Of the question that is asked; ignored past the last choice and where none is asked.
    void choose(std::size_t choice);
    // For each choice of the present cue's question; of another number of choices they are ignored.
    void set_votes(std::vector<std::uint32_t> votes);
    // Its access can be selected once its recording is there.
    void await_recording(const lesson::Cue& cue) { m_selection_due = cue.line != 0; }
    // The access that the cue points at, once.
    [[nodiscard]] std::optional<std::uint32_t> access_in(const Recording& recording, const Assessment& assessment);
    [[nodiscard]] bool awaits_recording() const { return m_selection_due; }

    // False: there are none of this lesson.
    [[nodiscard]] bool toggle_published();
    // Null: not shown.
    [[nodiscard]] std::shared_ptr<const lesson::PublishedFigures> published() const
    {
        return m_show_published ? m_published : nullptr;
    }
    [[nodiscard]] CueView section() const;

private:
    // Null: before the first.
    [[nodiscard]] const lesson::Cue* cue() const;
    [[nodiscard]] CueChoices choices() const;
    [[nodiscard]] std::optional<std::size_t> walk(CueWalk& walk, const CueStep& step) const;

    const Program& m_program;
    CueWalk m_walk;
    std::optional<std::size_t> m_chosen; // answer of the present cue
    std::vector<std::uint32_t> m_votes; // likewise
    bool m_selection_due = false;
    std::shared_ptr<const lesson::PublishedFigures> m_published; // null: there are none
    bool m_show_published = false;
};

} // namespace warpstage::session
