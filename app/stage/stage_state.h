// What the parts of the stage share: the snapshot that is shown, the overlay over it, and what the user requests of the session.
#pragma once

#include "app/stage/overlay_view.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <memory>
#include <vector>

namespace warpstage::stage {

struct StageState {
    std::shared_ptr<const session::Snapshot> snapshot; // of the last frame; null before the first
    OverlayView overlay;
    std::vector<session::Command> commands; // for the session, in order
};

} // namespace warpstage::stage
