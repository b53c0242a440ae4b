// The parameter of every problem with random input.
#pragma once

#include "core/problem/parameter.h"

namespace warpstage::problem {

// The same seed gives the same input on every computer.
[[nodiscard]] inline Parameter seed_parameter()
{
    return { .id = "seed",
        .label = "seed",
        .kind = Parameter::Kind::integer,
        .minimum = 0,
        .maximum = 4294967295.0,
        .initial = "1",
        .role = Parameter::Role::seed };
}

} // namespace warpstage::problem
