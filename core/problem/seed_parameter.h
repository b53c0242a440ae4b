// The parameter of every problem whose input is random.
#pragma once

#include "core/problem/parameter.h"

namespace warpstage::problem {

// The same seed, the same input, on every machine.
[[nodiscard]] inline Parameter seed_parameter()
{
    return {
        .id = "seed", .label = "seed", .kind = Parameter::Kind::integer, .minimum = 0, .maximum = 4294967295.0, .initial = "1"
    };
}

} // namespace warpstage::problem
