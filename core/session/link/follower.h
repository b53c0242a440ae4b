// From a session to a link that shows the same, and from a link to the commands with which a session shows it.
#pragma once

#include "core/session/command.h"
#include "core/session/link/link.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::session {

// While a question is open, without the selection in the recorded run.
[[nodiscard]] Link link_of(const Snapshot& shown);

// Whether a value of a link, which anyone can write, could need more memory or time than the lesson's own sizes: it is a number
// above 4096, more than eight times its initial value, and above that of every cue.
[[nodiscard]] bool is_beyond_budget(const lesson::Lesson& lesson, std::string_view id, std::string_view value);

// Brings a session to a link's state, with the commands that keys send. Commands depend on earlier ones (a cue sets the variant,
// a selection needs the recorded run), so the follower waits for each part to be shown before it continues.
class Follower {
public:
    using Time = std::chrono::steady_clock::time_point;

    // The state that the link does not mention. A presenter's link omits values that are those of the cue or the lesson, so they
    // are reset to `initial`; other links leave them `unchanged`.
    enum class Unlisted : std::uint8_t { unchanged, initial };

    // Who made the links: anyone can write an address, so its values have a budget; those of this session's user have none.
    enum class Source : std::uint8_t { anyone, user };
    explicit Follower(Source source = Source::anyone)
        : m_source(source)
    {
    }

    // Replaces an earlier target. What the session shows already is left as it is. `kernels`: the target's lesson with the
    // kernels to run; null: those that it has.
    void aim(Link target, Unlisted unlisted, std::shared_ptr<const lesson::Lesson> kernels = {});
    void stop();
    // Whether the session is paused in every case, not only where the link says so.
    void keep_paused(bool always) { m_keeps_paused = always; }
    [[nodiscard]] bool arrived() const { return m_part == Part::done; }

    // The commands of this frame. A command that the user gave just before aim() takes effect later, when its input is ready;
    // then it is undone.
    [[nodiscard]] std::vector<Command> next(const Snapshot& shown, Time now);
    // What of the last target cannot be shown; empty: nothing. Each once.
    [[nodiscard]] std::string take_obstacle() { return std::exchange(m_obstacle, {}); }

private:
    enum class Part : std::uint8_t { layout, lesson, kernels, cue, answer, setup, block, selection, done };
    using Commands = std::vector<Command>;
    struct Place {
        std::string lesson;
        std::optional<std::size_t> cue;
        std::size_t variant = 0;

        bool operator==(const Place&) const = default;
    };

    void restart();
    [[nodiscard]] static Place place_of(const Snapshot& shown);
    // What is missing for the part to be shown; nothing: it is not known yet.
    [[nodiscard]] std::optional<Commands> missing(const Snapshot& shown);
    [[nodiscard]] Commands missing_layout();
    [[nodiscard]] Commands missing_lesson(const Snapshot& shown);
    [[nodiscard]] Commands missing_kernels(const Snapshot& shown) const;
    [[nodiscard]] Commands missing_cue(const Snapshot& shown);
    [[nodiscard]] Commands missing_answer(const Snapshot& shown) const;
    [[nodiscard]] Commands missing_setup(const Snapshot& shown);
    void add_parameters(const Snapshot& shown, Commands& commands);
    [[nodiscard]] std::optional<Commands> missing_block(const Snapshot& shown) const;
    [[nodiscard]] std::optional<Commands> missing_selection(const Snapshot& shown) const;

    Source m_source;
    Link m_target;
    std::shared_ptr<const lesson::Lesson> m_kernels;
    Unlisted m_unlisted = Unlisted::unchanged;
    bool m_keeps_paused = false;
    Part m_part = Part::done;
    std::optional<Place> m_placed; // what was shown when the part `setup` was complete
    bool m_issued = false; // the part's commands
    std::optional<Time> m_waiting_since; // for the part to be shown
    std::string m_obstacle;
};

} // namespace warpstage::session
