#include "app/views/sheets/follow_code.h"

#include "app/views/gallery/exhibit.h"
#include "app/views/view.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kQuietZone = 4; // modules on each side: ISO/IEC 18004
constexpr Color kLight { 255, 255, 255 };
constexpr Color kDark { 0, 0, 0 };
constexpr float kLinkPitch = 1.35F;

// Parts of the link, one per line. It has no spaces: a line ends after a slash, or where the width does.
std::vector<std::string> lines_of_link(const std::string& link, Face face, float size, float width)
{
    std::vector<std::string> lines { "" };
    for (const char c : link) {
        std::string& line = lines.back();
        if (!line.empty() && room_for(line + c, face, size) > width) {
            const auto slash = line.rfind('/');
            const bool after_slash = slash != std::string::npos && slash > line.size() / 2;
            std::string rest = after_slash ? line.substr(slash + 1) : std::string {};
            line.resize(line.size() - rest.size());
            lines.push_back(std::move(rest));
        }
        lines.back() += c;
    }
    return lines;
}

// The dark modules of a row that are next to each other are one box, so that no gap is visible between them.
void draw_modules(Canvas& canvas, const FollowCode& code, std::size_t row, Point corner, float module)
{
    const auto is_dark = [&](std::size_t column) {
        return column < code.side && code.dark[row * code.side + column];
    };
    for (std::size_t column = 0; column < code.side; ++column) {
        if (!is_dark(column))
            continue;
        const std::size_t first = column;
        while (is_dark(column + 1))
            ++column;
        canvas.fill({ corner.x + module * static_cast<float>(first), corner.y + module * static_cast<float>(row),
                        module * static_cast<float>(column + 1 - first), module },
            kDark);
    }
}

} // namespace

DrawList follow_code_figure(const FollowCode& code, Size size, const Style& style)
{
    VERIFY(code.dark.size() == code.side * code.side);
    Canvas canvas(size, style);
    // As large as it fits in at most three lines.
    float text = std::min(style.title * 1.4F, size.height / 12);
    auto lines = lines_of_link(code.link, Face::semibold, text, size.width);
    for (; lines.size() > 3 && text > style.smallest; text *= 0.9F)
        lines = lines_of_link(code.link, Face::semibold, text, size.width);
    const float words = text * kLinkPitch * static_cast<float>(lines.size()) + text / 2;
    const std::size_t modules = code.side + 2 * kQuietZone;
    // Modules of whole points, so that their edges are sharp.
    const float module = std::max(1.0F, std::floor(std::min(size.width, size.height - words) / static_cast<float>(modules)));
    const float square = module * static_cast<float>(modules);
    const Point corner { std::floor((size.width - square) / 2), std::max(0.0F, std::floor((size.height - square - words) / 2)) };
    canvas.fill({ corner.x, corner.y, square, square }, kLight);
    const float quiet = module * static_cast<float>(kQuietZone);
    for (std::size_t row = 0; row < code.side; ++row)
        draw_modules(canvas, code, row, { corner.x + quiet, corner.y + quiet }, module);
    const Point first { size.width / 2, corner.y + square + text / 2 + text * kLinkPitch / 2 };
    draw_lines(canvas, first, lines, text * kLinkPitch, { Face::semibold, text, style.text, Align::center, size.width });
    return canvas.finish();
}

DrawList follow_code_view(const Scope& scope)
{
    Canvas canvas(scope.size, scope.style);
    canvas.fill(scope.size.area(), scope.style.background);
    const Rect inside = scope.size.area().inset(scope.style.margin);
    if (scope.window.follow_code != nullptr)
        canvas.append(follow_code_figure(*scope.window.follow_code, inside.size(), scope.style), inside.corner());
    return canvas.finish();
}

Result<Exhibit> prepare_follow_code(const Subject& subject)
{
    if (subject.follow_code == nullptr)
        return Error { "The figure requires `--site URL`, the address of a web edition." };
    CaptionInput caption;
    caption.kernel = tr("Follow the presenter");
    caption.source = tr("scan the code, or open the address");
    return exhibit_of_figure(std::move(caption), follow_code_figure, *subject.follow_code);
}

} // namespace warpstage::views
