// The part of a snapshot that is visible while a cue's question is open.
#pragma once

#include "core/session/snapshot.h"

#include <memory>

namespace warpstage::session {

// Copies an allowlist of visible members from `model`; everything else is empty. Unchanged sections keep their handles: `shown`
// must be the result of the last call.
void hide_answer(const Snapshot& model, Snapshot& shown);

// The audience's view of each snapshot: the whole snapshot, or the result of hide_answer() while a question is open.
class AudienceSnapshots {
public:
    // Returns null for null.
    [[nodiscard]] std::shared_ptr<const Snapshot> of(std::shared_ptr<const Snapshot> whole);

private:
    std::shared_ptr<const Snapshot> m_hidden; // the last snapshot without its answer; null: none
};

} // namespace warpstage::session
