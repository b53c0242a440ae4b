// What types need of names.
#pragma once

#include "core/ptx/mangling/scan.h"

namespace warpstage::ptx::mangling {

[[nodiscard]] Size name_of_type(Scan& scan);
[[nodiscard]] Size known_type(Scan& scan); // S_
void add_candidate(Scan& scan, Size size);

} // namespace warpstage::ptx::mangling
