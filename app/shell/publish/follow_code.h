// The QR code of a link, from libqrencode.
#pragma once

#include "app/views/sheets/follow_code.h"
#include "core/base/result.h"

#include <memory>
#include <string>

namespace warpstage::shell {

// Errors, a sentence: the link is too long for a code that can be read from a distance.
[[nodiscard]] Result<std::shared_ptr<const views::FollowCode>> follow_code_of(const std::string& link);

} // namespace warpstage::shell
