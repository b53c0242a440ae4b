// Views are written in the vocabulary of draw lists.
#pragma once

#include "app/draw/draw_list.h"

namespace warpstage::views {

using namespace draw;

} // namespace warpstage::views
