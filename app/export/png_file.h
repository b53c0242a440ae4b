// Pixels with Qt's rasteriser.
#pragma once

#include "app/export/export.h"

#include <cstdint>
#include <string>

namespace warpstage::exporter {

// Errors: no memory for the pixels.
[[nodiscard]] Result<std::string> to_png(const draw::DrawList& picture, const About& about, std::uint32_t scale);

} // namespace warpstage::exporter
