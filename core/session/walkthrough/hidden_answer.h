// What may be seen while a question of a cue stands.
#pragma once

#include "core/session/snapshot.h"

namespace warpstage::session {

// The model while a question of the cue stands: an allowlist of what may be seen; everything else is empty. Sections that stay
// the same keep their handles: `shown` is what the last call left there.
void hide_answer(const Snapshot& model, Snapshot& shown);

} // namespace warpstage::session
