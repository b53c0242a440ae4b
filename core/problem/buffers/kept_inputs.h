// Whether a problem keeps the inputs that it generates.
#pragma once

#include <cstdint>

namespace warpstage::problem {

enum class KeptInputs : std::uint8_t {
    last, // those of the last plans, for the next one
    none, // also not those of plans that are computed now
};

} // namespace warpstage::problem
