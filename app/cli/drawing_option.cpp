#include "app/cli/drawing_option.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_drawing(CLI::App& app, std::string& word)
{
    app.add_option("--drawing", word,
           "Who draws the scene: the graphics card, or the processor, and then only what has changed; auto: the processor where "
           "OpenGL runs on it anyway")
        ->check(CLI::IsMember({ "auto", "graphics", "processor" }));
}

std::optional<stage::Drawing> drawing_named(const std::string& word)
{
    if (word == "graphics")
        return stage::Drawing::graphics;
    if (word == "processor")
        return stage::Drawing::processor;
    return std::nullopt;
}

} // namespace warpstage::cli
