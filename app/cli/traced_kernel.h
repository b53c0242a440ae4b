// A recorded block of a kernel and the hardware's rules applied to it, as text and as JSON.
#pragma once

#include "core/base/dim3.h"
#include "core/lesson/lesson.h"
#include "core/session/snapshot.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace warpstage::cli {

struct TracedKernel {
    std::shared_ptr<const session::Recording> recording;
    Dim3 grid;
    Dim3 block;
};

// Begins with `heading`, "reduction · reduce2"; the lesson's source stands beside its lines.
[[nodiscard]] std::string to_text(const TracedKernel& kernel, std::string_view heading, const lesson::Lesson& lesson);

[[nodiscard]] nlohmann::json to_json(const TracedKernel& kernel);

} // namespace warpstage::cli
