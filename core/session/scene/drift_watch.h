// How far energy and momentum of moving bodies drift from what they were: a step should keep both. Adding up all pairs takes a
// while, so it happens in the background, now and then.
#pragma once

#include "core/base/latest.h"
#include "core/problem/nbody/nbody_reference.h"
#include "core/session/model/scene.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpstage::session {

class DriftWatch {
public:
    // More bodies than this have too many pairs.
    static constexpr std::size_t kMaxBodies = 20'480;

    DriftWatch();

    // Whether a state would be looked at now.
    [[nodiscard]] bool idle() const { return !m_adding.pending(); }
    // The first state after forget() is what the others are compared with. Only while idle.
    void look_at(problem::Bodies bodies, std::uint64_t steps, Urgency urgency = Urgency::usual);
    // Takes what has been found meanwhile.
    void collect();
    void wait() { m_adding.wait_until_idle(); }
    void forget();

    // Nothing until two states have been looked at.
    [[nodiscard]] const std::optional<DriftView>& view() const { return m_view; }

private:
    struct State {
        problem::Bodies bodies;
        std::uint64_t steps = 0;
    };

    std::optional<problem::Conserved> m_start;
    std::optional<DriftView> m_view;
    Latest<State, problem::Conserved> m_adding;
};

} // namespace warpstage::session
