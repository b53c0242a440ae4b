// One page as large as the picture, fonts embedded.
#pragma once

#include "app/export/export.h"

#include <string>

namespace warpstage::exporter {

[[nodiscard]] std::string to_pdf(const draw::DrawList& picture, const About& about);

} // namespace warpstage::exporter
