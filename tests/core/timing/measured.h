// Times that a GPU has measured, from tests/fixtures/timing.
#pragma once

#include "tests/core/timing/estimates.h"

#include <string>
#include <vector>

namespace warpstage::timing {

struct MeasuredRow {
    LessonCase lesson_case;
    double measured = 0.0; // ns
    double estimated = 0.0; // ns

    [[nodiscard]] double factor() const { return estimated / measured; }
};

// Invalid lines are test failures.
[[nodiscard]] std::vector<MeasuredRow> measured_rows(const std::string& file);

} // namespace warpstage::timing
