// What several commands do first: the lessons that were named, and the machine that shall run them.
#pragma once

#include "app/cli/assets.h"
#include "app/cli/options.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <string>
#include <vector>

namespace warpstage::cli {

// Every lesson where none is named, or `all` is. Errors: an unknown name, with the nearest.
[[nodiscard]] Result<std::vector<std::shared_ptr<const lesson::Lesson>>> chosen_lessons(
    const Assets& assets, const std::vector<std::string>& names);

// The GPU where there is one and nothing is asked for that only the virtual machine does.
[[nodiscard]] Result<std::unique_ptr<engine::Engine>> engine_for(const Common& common, const engine::VmSettings& vm);

} // namespace warpstage::cli
