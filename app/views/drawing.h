// Common header of the views: draw lists, formatted numbers, the snapshot, and the standard headers that they need.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/marks.h"
#include "app/draw/page.h"
#include "app/draw/text_metrics.h"
#include "app/draw/words.h"
#include "app/views/action.h"
#include "core/base/lane_mask.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/session/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::views {

using namespace draw;

} // namespace warpstage::views
