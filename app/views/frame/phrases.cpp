#include "app/views/frame/phrases.h"

namespace warpstage::views {

std::vector<std::string> wrap_phrases(std::string_view text, Face face, float size, float width, std::size_t max_lines)
{
    constexpr std::array<std::string_view, 6> kMarks { ". ", "; ", ": ", ", ", "。", "、" };
    while (!text.empty()) {
        std::vector<std::string> lines = wrap_text(text, face, size, width, max_lines);
        if (!lines.empty() && text_width(lines.back(), face, size) <= width)
            return lines;
        std::size_t end = 0;
        for (const std::string_view mark : kMarks)
            if (const std::size_t found = text.rfind(mark); found != std::string_view::npos)
                end = std::max(end, found);
        text = text.substr(0, end);
    }
    return {};
}

} // namespace warpstage::views
