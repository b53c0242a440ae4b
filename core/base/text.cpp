#include "core/base/text.h"

#include "core/base/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <utility>

namespace warpstage::text {

namespace {

constexpr std::string_view kThinSpace = "\u2009";

// Three significant digits without an exponent: 0.168, 23.1, 950.
std::string three_digits(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude >= 99.95 || magnitude == 0.0)
        return numf("{:.0f}", value);
    if (magnitude >= 9.995)
        return numf("{:.1f}", value);
    if (magnitude >= 0.9995)
        return numf("{:.2f}", value);
    return numf("{:.3f}", value);
}

// Number of insertions, deletions, substitutions and transpositions (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t { 0 });
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({ last[j] + 1, row[j - 1] + 1, replaced });
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace

std::string_view trim(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::string grouped(std::int64_t value)
{
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), kThinSpace);
    return value < 0 ? "\u2212" + digits : digits;
}

std::string duration(std::chrono::nanoseconds value)
{
    const auto ns = static_cast<double>(value.count());
    if (ns >= 1e9)
        return fmt::format("{}{}s", three_digits(ns / 1e9), kThinSpace);
    if (ns >= 1e5)
        return fmt::format("{}{}ms", three_digits(ns / 1e6), kThinSpace);
    return fmt::format("{}{}µs", three_digits(ns / 1e3), kThinSpace);
}

std::string with_prefix(double value)
{
    struct Prefix {
        double scale;
        std::string_view letter;
    };
    constexpr std::array kPrefixes { Prefix { 1e15, "P" }, Prefix { 1e12, "T" }, Prefix { 1e9, "G" }, Prefix { 1e6, "M" },
        Prefix { 1e3, "k" } };
    for (const auto& prefix : kPrefixes) {
        // 999.6 M would be shown as "1000 M": use the next prefix if rounding reaches it.
        if (std::abs(value) >= prefix.scale * 0.9995)
            return fmt::format("{}{}{}", three_digits(value / prefix.scale), kThinSpace, prefix.letter);
    }
    return fmt::format("{}{}", three_digits(value), kThinSpace);
}

std::string rate(double value, std::string_view unit)
{
    if (value <= 0.0 || !std::isfinite(value))
        return {};
    // A space separates a prefix from a word but not from a symbol: "182 G interactions/s", "182 GB/s".
    const bool word = !unit.empty() && std::islower(static_cast<unsigned char>(unit.front())) != 0;
    const auto number = with_prefix(value);
    const bool has_prefix = std::isalpha(static_cast<unsigned char>(number.back())) != 0;
    return fmt::format("{}{}{}", number, word || !has_prefix ? " " : "", unit);
}

std::string plain_spaces(std::string text)
{
    for (auto at = text.find(kThinSpace); at != std::string::npos; at = text.find(kThinSpace, at))
        text.replace(at, kThinSpace.size(), " ");
    return text;
}

std::string sentence(std::string text)
{
    const bool ends = !text.empty() && std::string_view(".?!^").find(text.back()) != std::string_view::npos;
    return ends ? text : text + '.';
}

std::string alternatives(const std::vector<std::string>& words)
{
    std::string sentence;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0)
            sentence += i + 1 == words.size() ? " or " : ", ";
        sentence += words[i];
    }
    return sentence;
}

std::string nearest(std::string_view word, const std::vector<std::string>& words)
{
    std::string best;
    std::size_t best_distance =
        2 * word.size() / 5 + 1; // at most two edits per five letters; a larger distance means another word
    for (const auto& candidate : words) {
        // Each letter that one has more costs an edit. A word from a damaged file can have a million.
        const auto [shorter, longer] = std::minmax({ word.size(), candidate.size() });
        if (longer - shorter >= best_distance)
            continue;
        const auto distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::size_t columns_of(std::string_view text)
{
    const auto begins_character = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
    };
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string right_aligned(const std::string& text, std::size_t columns)
{
    return std::string(columns - std::min(columns, columns_of(text)), ' ') + text;
}

std::string left_aligned(const std::string& text, std::size_t columns)
{
    return text + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

std::string without_trailing_spaces(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::string extent(const Dim3& extent)
{
    return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

} // namespace warpstage::text
