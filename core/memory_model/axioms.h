// The axioms of the PTX memory consistency model.
// Sources: PTX ISA 7.5, "Memory Consistency Model"; Lustig, Sahasrabuddhe and Giroux, "A Formal Analysis of the NVIDIA PTX Memory
// Consistency Model" (ASPLOS 2019); Lustig, Cooksey and Giroux, "Mixed-Proxy Extensions for the NVIDIA PTX Memory Consistency
// Model" (ISCA 2022).
#pragma once

#include "core/memory_model/execution.h"

namespace warpstage::memory_model {

enum class Model : std::uint8_t {
    ptx_6_0, // without proxies
    ptx_7_5, // with proxies, aliases and proxy fences
};

// What follows from the events alone, without the choices of an execution.
struct Structure {
    Structure(const LitmusTest& test, const Execution& execution, Model model);

    EventSet memory = 0;
    EventSet reads = 0;
    EventSet writes = 0;
    Relation same_location; // physical memory
    Relation morally_strong;
    Relation release_pattern;
    Relation acquire_pattern;
    Relation po_location; // program order between accesses of one location
    // Only for 7.5.
    Relation same_address; // generic addresses
    Relation proxy_fence; // from a proxy fence to an access of its proxy in its CTA
    Relation same_proxy_in_cta;
    EventSet generic = 0;
    EventSet alias_fences = 0;
};

// Sets `causality` from the other relations except coherence, which it does not depend on. False if an axiom about causality
// and fences alone is violated: Fence-SC or No-Thin-Air.
[[nodiscard]] bool derive_causality(Execution& execution, const Structure& structure, Model model);

// Coherence that every execution with this causality has: from initial values, and along causality.
[[nodiscard]] Relation required_coherence(const Execution& execution, const Structure& structure);

// Coherence, Atomicity, SC per location and Causality. `coherence` must be transitive.
[[nodiscard]] bool satisfies_axioms(const Execution& execution, const Structure& structure, Model model);

// Whether each operation's scope includes the thread of the other.
[[nodiscard]] bool scopes_include(const LitmusTest& test, const Event& left, const Event& right);

} // namespace warpstage::memory_model
