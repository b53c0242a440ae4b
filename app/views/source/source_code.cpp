#include "app/views/source/source_code.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kShortestComment = 14; // characters; a comment that is cut to fewer is useless
constexpr std::size_t kContinued = 4; // spaces before a continuation row
constexpr std::size_t kLeastIndent = 2;

std::string without_spaces_behind(std::string text)
{
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string without_comment(const std::string& line)
{
    const std::size_t comment = line.find("//");
    const std::string code = without_spaces_behind(line.substr(0, comment));
    return code.empty() ? line : code;
}

// End of a row of at most `characters`: after a comma or a space, else before an operator or a bracket.
std::size_t row_end(std::string_view text, std::size_t characters)
{
    for (const std::string_view marks : { ", ", ")+-*/&|=<>?.[" }) {
        const std::size_t at = text.find_last_of(marks, characters - 1);
        if (at != std::string_view::npos && 3 * at >= characters) // avoids rows with only a few characters
            return at + 1;
    }
    return characters;
}

} // namespace

std::string without_tabs(std::string_view line)
{
    std::string text;
    for (const char c : line) {
        if (c == '\t')
            text.append(4 - text.size() % 4, ' ');
        else if (c != '\r')
            text += c;
    }
    return text;
}

std::string without_words(std::string line)
{
    if (const std::size_t comment = line.find("//"); comment != std::string::npos)
        line.replace(comment + 2, std::string::npos, " …");
    return line;
}

std::size_t common_indent(const std::vector<std::string>& lines)
{
    std::size_t indent = std::string::npos;
    for (const std::string& line : lines) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string::npos)
            indent = std::min(indent, first);
    }
    return indent == std::string::npos ? 0 : indent;
}

std::vector<std::string> wrap_code(const std::string& line, std::size_t characters)
{
    characters = std::max<std::size_t>(characters, 8);
    if (line.size() <= characters)
        return { line };
    std::string code = without_comment(line);
    if (code.size() <= characters)
        return { code };
    const std::size_t indent = std::min(code.find_first_not_of(' '), code.size());
    code.erase(0, indent);
    const std::size_t kept = code.size() + indent > characters ? std::min(indent, kLeastIndent) : indent;
    if (code.size() + kept <= characters)
        return { std::string(characters - code.size() < indent ? characters - code.size() : indent, ' ') + code };
    std::vector<std::string> rows;
    std::size_t before = std::min(kept, characters / 4);
    while (!code.empty()) {
        const std::size_t room = characters - before;
        const std::size_t end = code.size() <= room ? code.size() : row_end(code, room);
        rows.push_back(std::string(before, ' ') + without_spaces_behind(code.substr(0, end)));
        code.erase(0, end);
        code.erase(0, std::min(code.find_first_not_of(' '), code.size()));
        before = std::min(kept + kContinued, characters / 4);
    }
    return rows;
}

void draw_code(Canvas& canvas, const std::string& line, Point at, float size, float room, Color color)
{
    const Style& style = canvas.style();
    const float advance = text_width("0", Face::mono, size);
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos)
        return;
    const std::size_t comment = line.find("//", start);
    const auto put = [&](std::size_t from, std::size_t to, Color ink) {
        while (to > from && line[to - 1] == ' ')
            --to;
        const float x = advance * static_cast<float>(from);
        if (to > from && room - x > 2 * advance)
            canvas.text({ at.x + x, at.y }, line.substr(from, to - from), { Face::mono, size, ink, Align::left, room - x });
    };
    put(start, std::min(comment, line.size()), color);
    const std::size_t room_left = static_cast<std::size_t>(std::max(room / advance, 0.0F));
    const bool whole = line.size() <= room_left;
    if (comment != std::string::npos && (whole || comment == start || comment + kShortestComment <= room_left))
        put(comment, line.size(), style.secondary);
}

} // namespace warpstage::views
