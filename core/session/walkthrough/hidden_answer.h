// What may be seen while a question of a cue stands.
#pragma once

#include "core/session/snapshot.h"

#include <memory>

namespace warpstage::session {

// The model while a question of the cue stands: an allowlist of what may be seen; everything else is empty. Sections that stay
// the same keep their handles: `shown` is what the last call left there.
void hide_answer(const Snapshot& model, Snapshot& shown);

// What an audience may see of each snapshot: all of it, or what hide_answer() leaves while a question stands.
class AudienceSnapshots {
public:
    // Null for null.
    [[nodiscard]] std::shared_ptr<const Snapshot> of(std::shared_ptr<const Snapshot> whole);

private:
    std::shared_ptr<const Snapshot> m_asked; // the last one without its answer; null: there was none
};

} // namespace warpstage::session
