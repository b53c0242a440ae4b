// `--drawing`: who makes the pictures of the scene.
#pragma once

#include "app/stage/render/drawing.h"

#include <optional>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

void add_drawing(CLI::App& app, std::string& word);

// Nothing for `auto`: as suits what OpenGL runs on.
[[nodiscard]] std::optional<stage::Drawing> drawing_named(const std::string& word);

} // namespace warpstage::cli
