// Reads litmus tests of the PTX dialect that public test suites use: a name, initial values, one column per thread, a condition.
//
//     PTX MP
//     { x=0; y=0; P1:r1=0; P1:r2=0; }
//      P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
//      st.weak x, 1         | ld.acquire.gpu r1, y ;
//      st.release.gpu y, 1  | ld.weak r2, x        ;
//     exists (P1:r1 == 1 /\ P1:r2 != 1)
#pragma once

#include "core/base/result.h"
#include "core/memory_model/litmus_test.h"

#include <string_view>

namespace warpstage::memory_model {

// Error: a sentence with the line.
[[nodiscard]] Result<LitmusTest> parse_litmus(std::string_view text);

} // namespace warpstage::memory_model
