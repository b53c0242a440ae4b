// Parameters that are changed by dragging a picture or their value sideways.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::views {

// The parameter in the index expression of the current variant: dragging the picture of its accesses changes it. Null: the
// expression contains none.
[[nodiscard]] const session::ParameterView* parameter_of_index(const session::Snapshot& model);

// The size of a block, if the recorded block has the parameter's value; null: it does not depend on a parameter.
[[nodiscard]] const session::ParameterView* parameter_of_block(const session::Snapshot& model);
// The number of threads of a block, which dragging the picture of a warp changes. Null: no parameter has the recorded value.
[[nodiscard]] const session::ParameterView* parameter_of_block(const session::Snapshot& model);

// Whether the values are dragged one by one; else from one suggested value to the next, as those of a wide range.
[[nodiscard]] bool goes_one_by_one(const session::ParameterView& parameter);
// The value so many steps after the current one, within its range. Nothing: free text, or no other values are known.
[[nodiscard]] std::optional<std::string> dragged_value(const session::ParameterView& parameter, std::int64_t steps);

} // namespace warpstage::views
