// Members of a shadow run that its files share.
#pragma once

#include "core/simt/rounding/shadow_run.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct ShadowRun::Kept {
    struct Value {
        std::uint32_t offset = 0; // in bytes
        ShadowValue value;
        Origins origins {};
    };
    std::array<Value, 4> values {};
    std::size_t count = 0;
};

struct ShadowRun::Matrices {
    struct Matrix {
        std::uint32_t columns = 0;
        std::vector<TracedOperand> numbers; // by rows
    };
    Matrix a;
    Matrix b;
    Matrix c;
};

} // namespace warpstage::simt
