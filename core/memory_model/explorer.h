// Enumerates the executions of a litmus test that the PTX memory consistency model permits.
#pragma once

#include "core/base/result.h"
#include "core/memory_model/axioms.h"

namespace warpstage::memory_model {

struct ExploreOptions {
    Model model = Model::ptx_7_5;
    std::size_t max_iterations = 3; // of each loop
};

struct Outcome {
    FinalState state; // unobserved registers and locations are 0
    bool satisfies = false; // the condition of the test, without its quantifier
    Execution execution; // one that ends in this state
};

struct Exploration {
    std::vector<Outcome> outcomes; // in the order of their states, each once
    Observed observed; // what `state` contains: what the condition reads
    bool loops_cut = false; // executions with more iterations were left out
    bool hangs = false; // in some executions, which were left out, a thread waits at a barrier forever

    // Whether the condition holds with its quantifier.
    [[nodiscard]] bool condition_holds(Quantifier quantifier) const;
};

// Error: the test has too many events or executions to enumerate.
[[nodiscard]] Result<Exploration> explore(const LitmusTest& test, const ExploreOptions& options);

} // namespace warpstage::memory_model
