// Invented snapshots of a session for the tests of the views.
#pragma once

#include "app/views/sheets/keys.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::views::testing {

// A GPU moves bodies; the shared tile is read by broadcast; few branches diverge.
[[nodiscard]] session::Snapshot nbody_on_gpu();
// The virtual machine reduces 256 integers; the chosen access is to 4 banks with 8 words each.
[[nodiscard]] session::Snapshot reduction_with_conflict();
// The same lesson's variant that runs on the host: nothing to record.
[[nodiscard]] session::Snapshot host_only();
// The recorded block read out of bounds.
[[nodiscard]] session::Snapshot trapped();
// Just started: nothing has run yet.
[[nodiscard]] session::Snapshot nothing_yet();
// Nine variants with long labels, many parameters, long notices, large numbers.
[[nodiscard]] session::Snapshot crowded();
// The chosen access is to global memory, with a stride of 64 bytes.
[[nodiscard]] session::Snapshot global_access();
// The reduction controlled by a presenter, for a GTX 280, beside another variant.
[[nodiscard]] session::Snapshot played();
// A chosen access of `bytes` per lane, lane l at address_of(l).
[[nodiscard]] session::Snapshot with_access(std::uint32_t bytes, const std::function<std::uint64_t(unsigned)>& address_of);

struct NamedSnapshot {
    std::string name;
    session::Snapshot snapshot;
};
[[nodiscard]] std::vector<NamedSnapshot> all_snapshots();

// As many keys of similar length as in the table of the stage, which has its own tests.
[[nodiscard]] const std::vector<KeyWords>& sample_keys();

} // namespace warpstage::views::testing
