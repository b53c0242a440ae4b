// The introductory tour: each step asks for one action and goes on when it has been done, by whatever key or click.
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

    // Whether the tour took the key; all others do what they always do.
    [[nodiscard]] bool press(Key key);
    // For each new snapshot: whether it has been done what the step asks for.
    void follow(Time now);

private:
    // What the steps' actions change.
    struct Facts {
        std::size_t variant = 0;
        std::uint32_t warp = 0;
        std::string architecture;
        bool controlled = false; // the recorded block, which else plays by itself
        std::optional<std::size_t> step; // where it stands then
        std::optional<std::size_t> cue;
        bool operator==(const Facts&) const = default;
    };
    [[nodiscard]] static Facts facts_of(const session::Snapshot& shown);
    [[nodiscard]] static bool is_done(std::size_t step, const Facts& before, const Facts& now);
    void go_on();

    StageState& m_state;
    Presentation& m_presentation;
    std::optional<std::size_t> m_step; // that m_before is of
    Facts m_before;
    std::optional<Time> m_done; // since when
};

} // namespace warpstage::stage
