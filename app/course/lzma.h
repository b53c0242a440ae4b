// LZMA, as `xz --format=lzma` writes it: the large files of a site. The page unpacks them with page/lzma.js.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace warpstage::course {

// Errors: too little memory.
[[nodiscard]] Result<std::string> lzma_packed(std::string_view content);

} // namespace warpstage::course
