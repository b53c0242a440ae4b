// Where the presenter stands among a lesson's cues: a clicker's next and back. A cue that asks first needs two steps: the
// question with its numbers hidden, then the answer.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace warpstage::session {

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

} // namespace warpstage::session
