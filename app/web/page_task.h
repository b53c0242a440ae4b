// What the page does on request. A task is a constant below and the function of this name in page/page.js.
#pragma once

#include "app/draw/draw_list.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::web {

inline constexpr std::string_view kFullScreen = "fullScreen";
inline constexpr std::string_view kSavePicture = "savePicture";
inline constexpr std::string_view kCopyLink = "copyLink"; // text: link
inline constexpr std::string_view kChooseFile = "chooseFile";
inline constexpr std::string_view kSaveFigure = "saveFigure"; // texts: name, svg; with a picture

struct PageTask {
    std::string_view name;
    std::vector<std::pair<std::string, std::string>> texts {}; // arguments of the page's function, by name
    std::optional<draw::DrawList> picture {}; // its argument `picture`: the words of a message
};

// Without the picture.
[[nodiscard]] std::string to_json(const PageTask& task);

} // namespace warpstage::web
