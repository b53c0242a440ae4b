// Words over the scene of a block's shared memory.
#pragma once

#include "app/draw/style.h"

namespace warpstage::views {

// Of the strip that they take from the scene.
[[nodiscard]] float array_caption_height(const draw::Style& style);

} // namespace warpstage::views
