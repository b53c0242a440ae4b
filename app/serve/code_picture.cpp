#include "app/serve/code_picture.h"

#include "app/shell/publish/follow_code.h"

#include <fmt/format.h>

namespace warpstage::serve {

Result<std::string> code_picture(const std::string& link)
{
    const auto code = shell::follow_code_of(link);
    if (!code)
        return code.error();
    constexpr std::size_t kMargin = 4; // modules
    const auto side = (*code)->side;
    auto svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}"><rect width="{0}" height="{0}" fill="#fff"/><path d=")",
        side + 2 * kMargin);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x)
            if ((*code)->dark[y * side + x])
                svg += fmt::format("M{} {}h1v1h-1z", x + kMargin, y + kMargin);
    return svg + R"("/></svg>)";
}

std::string code_lines(const std::string& link)
{
    const auto code = shell::follow_code_of(link);
    if (!code)
        return {};
    const auto side = (*code)->side;
    const auto dark = [&](std::size_t x, std::size_t y) {
        return x < side && y < side && (*code)->dark[y * side + x];
    };
    std::string lines;
    for (std::size_t y = 0; y < side + 2; y += 2) { // with a margin of one module
        lines += "  ";
        for (std::size_t x = 0; x < side + 2; ++x) {
            const bool upper = !dark(x - 1, y - 1);
            const bool lower = !dark(x - 1, y);
            lines += upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ";
        }
        lines += '\n';
    }
    return lines;
}

} // namespace warpstage::serve
