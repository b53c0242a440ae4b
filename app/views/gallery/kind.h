// The kinds of figures that can be made of a lesson: one table, one file each.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "app/views/gallery/subject.h"

#include <functional>
#include <span>
#include <string_view>

namespace warpstage::views {

// A figure that is ready to be drawn in any size. Holds what it needs.
struct Exhibit {
    CaptionInput caption;
    std::function<DrawList(Size, const Style&)> draw;
};

enum class Need : std::uint8_t { recording, two_recordings, measurement, bench, sweep };

struct Kind {
    std::string_view name; // "banks"
    std::string_view summary; // what it shows, for a list
    Need need = Need::recording; // what Subject has to hold
    Size size; // of the page in points, where nobody asks for another
    Result<Exhibit> (*prepare)(const Subject& subject) = nullptr;
};

[[nodiscard]] std::span<const Kind> all_kinds();
// Errors: no such kind, with the nearest or all.
[[nodiscard]] Result<const Kind*> find_kind(std::string_view name);

inline constexpr float kSmallestPageWidth = 480.0F; // points
inline constexpr float kSmallestPageHeight = 360.0F;

// The page of a file: the figure on its ground, the caption below. `size` at least the smallest one times the style's scale.
[[nodiscard]] DrawList compose_page(const Exhibit& exhibit, Size size, const Style& style);

// The caption with what every figure of a recorded block says; the kind adds the numbers and what it shows of the block.
[[nodiscard]] CaptionInput recorded_caption(const Subject& subject);

// The same for a figure of one request.
[[nodiscard]] CaptionInput request_caption(const Subject& subject, const ChosenRequest& request);
// "1 wavefront", "1 024 wavefronts".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

// Of this very request.
[[nodiscard]] Exhibit banks_exhibit(const Subject& subject, const ChosenRequest& request);
[[nodiscard]] Exhibit sectors_exhibit(const Subject& subject, const ChosenRequest& request);

[[nodiscard]] Result<Exhibit> prepare_banks(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_matrix(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_timeline(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_branch(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_tree(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_occupancy(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_compare(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_lanes(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_sectors(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_warps(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_retirement(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_source(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_transfers(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_timings(const Subject& subject);
[[nodiscard]] Result<Exhibit> prepare_plotted(const Subject& subject);

} // namespace warpstage::views
