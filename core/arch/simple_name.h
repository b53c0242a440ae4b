// Normalization of names.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::arch {

// Lower case, without blanks, hyphens or underscores: "GeForce GTX-280" is "geforcegtx280".
[[nodiscard]] std::string simple_name(std::string_view name);

} // namespace warpstage::arch
