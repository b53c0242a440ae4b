// ld.param of a vector: several constant rows copied by one operation.
#pragma once

#include "core/simt/operation.h"

namespace warpstage::simt {

// The elements are the rows d, b, c, e; their values are adjacent constant rows from `a` on, `element_bytes` per lane.
bool load_parameter_elements(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
