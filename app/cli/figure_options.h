// The options of `warpstage figure`.
#pragma once

#include "app/cli/sweep_values.h"
#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/gallery/subject.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct FigureCommand {
    bool list = false; // the kinds, and nothing else
    std::string kind;
    std::string lesson;
    std::string variant;
    std::string architecture = "9.0"; // see core/arch/architecture.h
    std::optional<std::uint32_t> line;
    std::optional<std::size_t> access;
    std::optional<std::uint32_t> warp;
    std::uint64_t block = 0;
    std::optional<std::uint32_t> pass;
    std::optional<std::uint32_t> registers;
    std::optional<views::TileShape> tile;
    std::string with; // another variant
    SweptParameter swept; // of curves; no id: none
    bool published = false; // of bars: beside what the lectures printed
    std::filesystem::path from; // a saved result for bars or curves; empty: run now
    draw::Theme theme = draw::Theme::light;
    std::optional<std::uint32_t> scale; // of a PNG
    std::optional<draw::Size> size; // of the page in points; nothing: as suits the kind
    std::filesystem::path output;

    static constexpr std::uint32_t kUsualScale = 2;
};

// What CLI11 collects before it becomes a FigureCommand.
struct RawFigure {
    FigureCommand command;
    std::string theme = "light";
    std::string size;
    std::string tile;
    std::string swept;
};

void add_figure(CLI::App& app, RawFigure& raw);

// Errors: what is missing, a size that is none.
[[nodiscard]] Result<FigureCommand> finish_figure(const RawFigure& raw);

} // namespace warpstage::cli
