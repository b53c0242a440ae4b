// Drift of energy and momentum of moving bodies, which a time step should conserve. Summing over all pairs takes a while, so it
// is done periodically in the background.
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
    // Larger numbers of bodies have too many pairs.
    static constexpr std::size_t kMaxBodies = 20'480;

    DriftWatch();

    // Whether a new state can be evaluated now.
    [[nodiscard]] bool idle() const { return !m_adding.pending(); }
    // The first state after forget() is the reference of the others. Call only while idle.
    void look_at(problem::Bodies bodies, std::uint64_t steps, Urgency urgency = Urgency::usual);
    // Takes finished results.
    void collect();
    void wait() { m_adding.wait_until_idle(); }
    void forget();

    // Nothing until two states have been evaluated.
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
