// The entries of the start page, and the lesson that is shown if none is named.
#pragma once

#include "app/stage/start/start_menu.h"
#include "core/lesson/catalog.h"

#include <memory>
#include <string>

namespace warpstage::shell {

// The first lesson with a simulation, because it moves. Empty if no lesson has one.
[[nodiscard]] std::string first_that_moves(const lesson::Catalog& catalog);

// An entry for each lesson. `chosen`: the id of the one that is selected first.
[[nodiscard]] std::shared_ptr<stage::StartChoices> lesson_choices(const lesson::Catalog& catalog, const std::string& chosen);

} // namespace warpstage::shell
