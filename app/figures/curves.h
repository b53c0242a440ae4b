// A sweep over a parameter as curves.
#pragma once

#include "app/views/gallery/exhibit.h"
#include "core/bench/sweep.h"

namespace warpstage::figures {

// On a GPU: the measured rate. Else the computed ratio of fetched to minimum wavefronts or sectors for each architecture, because
// an emulated rate has no relation to memory. Errors: values that are not numbers, fewer than two values.
[[nodiscard]] Result<views::Exhibit> curves_of(const bench::Sweep& sweep);

} // namespace warpstage::figures
