// An observer that needs only the beginning of each warp: the rest runs at full speed, without events.
#pragma once

#include "core/simt/observer.h"

#include <cstdint>

namespace warpstage::simt {

class PartialObserver : public Observer {
public:
    // Whether the further events of this warp are of no use. They may be left out, but some may still follow.
    [[nodiscard]] virtual bool ignores(std::uint32_t warp) const = 0;
};

} // namespace warpstage::simt
