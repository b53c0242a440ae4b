// The introductory tour: each step asks for one action and advances when it has been performed with a key or a click.
#pragma once

#include "app/stage/overlay_view.h"
#include "app/stage/present/presentation.h"

namespace warpstage::stage {

class Tour {
public:
    using Time = std::chrono::steady_clock::time_point;

    Tour(StageState& state, Presentation& presentation)
        : m_state(state)
        , m_presentation(presentation)
    {
    }

    // Returns whether the tour used the key.
    [[nodiscard]] bool press(Key key);
    // Called for each new snapshot: advances if the requested action has been performed.
    void follow(Time now);

private:
    // The state that the actions change.
    struct Facts {
        std::size_t variant = 0;
        std::uint32_t warp = 0;
        std::string architecture;
        bool controlled = false; // the presenter controls the playback
        std::optional<std::size_t> step; // step of the playback
        std::optional<std::size_t> cue;
        bool operator==(const Facts&) const = default;
    };
    [[nodiscard]] static Facts facts_of(const session::Snapshot& shown);
    [[nodiscard]] static bool is_done(std::size_t step, const Facts& before, const Facts& now);
    void go_on();
    void restore_architecture();

    StageState& m_state;
    Presentation& m_presentation;
    std::optional<std::size_t> m_step; // the step that m_before belongs to
    Facts m_before;
    std::optional<Time> m_done; // time at which the action was performed
};

} // namespace warpstage::stage
