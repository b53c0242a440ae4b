#include "core/base/text_limits.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace warpstage {

namespace {

constexpr std::uint64_t kKiB = std::uint64_t { 1 } << 10;
constexpr std::uint64_t kMiB = std::uint64_t { 1 } << 20;

// Far above what people and programs write, far below what exhausts the memory. JSON and PTX may be one line.
constexpr std::array kLimits {
    TextLimits { kMaxTextBytes, kMiB, 32, 256 * kMiB }, // toml: a lesson has six levels
    TextLimits { kMaxTextBytes, kMaxTextBytes, 32, 256 * kMiB }, // json: results of commands
    TextLimits { 256 * kMiB, 256 * kMiB, 16, 768 * kMiB }, // session: nine levels, 256 MiB in the largest recording
    TextLimits { kMaxTextBytes, 64 * kKiB, 0, 0 }, // script
    TextLimits { kMaxSettingsBytes, 64 * kKiB, 0, 0 }, // settings
    TextLimits { kMaxTextBytes, kMiB, 0, 0 }, // notes
    TextLimits { kMaxTextBytes, kMiB, 0, 0 }, // source
    TextLimits { 64 * kMiB, 64 * kMiB, 0, 0 }, // ptx
};

// Bytes of memory for the values of a text, estimated from above.
struct Weights {
    std::uint64_t element; // of a list
    std::uint64_t member; // of a table or object
    std::uint64_t container;
    std::uint64_t string;
};
constexpr Weights kTomlWeights { 112, 256, 192, 48 };
constexpr Weights kJsonWeights { 32, 128, 64, 48 }; // lists grow by doubling

std::string shown(std::uint64_t bytes)
{
    return bytes % kMiB == 0 ? fmt::format("{} MiB", bytes / kMiB) : fmt::format("{} KiB", bytes / kKiB);
}

std::optional<TextExcess> long_line(std::string_view text, std::uint64_t max_bytes)
{
    std::uint64_t line = 1;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (end - begin > max_bytes)
            return TextExcess { line, fmt::format("The line is longer than the limit of {}", shown(max_bytes)) };
        begin = end + 1;
    }
    return std::nullopt;
}

// The nesting and the memory of a text while it is read from its begin to its end. Up to the first mistake in the text, they are
// what a parser sees; behind it, a parser does not read.
class TextExtent {
public:
    TextExtent(const TextLimits& limits, const Weights& weights)
        : m_limits(limits)
        , m_weights(weights)
    {
    }

    void add(std::uint64_t bytes) { m_memory += bytes; }
    void open(std::uint32_t depth)
    {
        m_depth = std::max(m_depth, depth);
        m_memory += m_weights.container;
    }
    [[nodiscard]] bool exceeded() const { return m_depth > m_limits.depth || m_memory > m_limits.memory; }
    [[nodiscard]] std::optional<TextExcess> excess(std::uint64_t line) const
    {
        if (m_depth > m_limits.depth)
            return TextExcess { line, fmt::format("Nested deeper than {} levels", m_limits.depth) };
        if (m_memory > m_limits.memory)
            return TextExcess { 0, fmt::format("Its values would need more than {} of memory", shown(m_limits.memory)) };
        return std::nullopt;
    }

private:
    const TextLimits& m_limits;
    const Weights& m_weights;
    std::uint32_t m_depth = 0;
    std::uint64_t m_memory = 0;
};

std::optional<TextExcess> excess_of_json(std::string_view text, const TextLimits& limits)
{
    TextExtent extent(limits, kJsonWeights);
    extent.add(text.size());
    std::uint64_t line = 1;
    std::uint32_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size() && !extent.exceeded(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1U : 0U;
        if (quoted) {
            i += c == '\\' ? 1U : 0U;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
            extent.add(kJsonWeights.string);
        } else if (c == ',') {
            extent.add(kJsonWeights.element);
        } else if (c == ':') {
            extent.add(kJsonWeights.member);
        } else if (c == '{' || c == '[') {
            extent.open(++depth);
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return extent.excess(line);
}

// TOML nests by brackets, by headers such as [a.b.c] and by dotted keys such as a.b.c = 1. A dot in a number counts as one of a
// key: that makes one level more.
class TomlScan {
public:
    TomlScan(std::string_view text, const TextLimits& limits)
        : m_text(text)
        , m_extent(limits, kTomlWeights)
    {
        m_extent.add(text.size());
    }

    std::optional<TextExcess> excess()
    {
        while (m_at < m_text.size() && !m_extent.exceeded())
            take();
        return m_extent.excess(m_line);
    }

private:
    void take()
    {
        switch (m_text[m_at]) {
        case '#':
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
            return;
        case '"':
        case '\'':
            skip_string();
            return;
        case '\n':
            ++m_line;
            if (m_outer.empty())
                begin_line();
            break;
        case '.':
            ++m_key;
            m_extent.add(kTomlWeights.member);
            m_extent.open(m_header + level() + m_key + 1);
            break;
        case '=':
            m_extent.add(kTomlWeights.member);
            m_in_value = true;
            break;
        case ',':
            m_extent.add(kTomlWeights.element);
            m_key = 0;
            break;
        case '[':
        case '{':
            if (m_outer.empty() && !m_in_value) { // of a header
                m_header = 0;
                m_in_header = true;
                m_extent.open(1);
                break;
            }
            m_outer.push_back(level() + m_key + 1);
            m_key = 0;
            m_extent.open(m_header + level());
            break;
        case ']':
        case '}':
            close();
            break;
        default:
            break;
        }
        ++m_at;
    }

    void begin_line()
    {
        m_key = 0;
        m_in_value = false;
        m_in_header = false;
    }
    [[nodiscard]] std::uint32_t level() const { return m_outer.empty() ? 0 : m_outer.back(); }
    void close()
    {
        if (m_in_header)
            m_header = m_key + 1;
        m_in_header = false;
        if (!m_outer.empty())
            m_outer.pop_back();
        m_key = 0;
    }
    void skip_string()
    {
        m_extent.add(kTomlWeights.string);
        const auto end = end_of_toml_string(m_text, m_at);
        m_line += static_cast<std::uint64_t>(std::ranges::count(m_text.substr(m_at, end - m_at), '\n'));
        m_at = end;
    }

    std::string_view m_text;
    TextExtent m_extent;
    std::size_t m_at = 0;
    std::uint64_t m_line = 1;
    std::uint32_t m_header = 0; // parts of the current table's name
    std::uint32_t m_key = 0; // dots since the begin of the key or value
    bool m_in_value = false; // of a key of the current line: brackets elsewhere are those of a header
    bool m_in_header = false;
    std::vector<std::uint32_t> m_outer; // level of each open bracket; as many as the limit of the depth
};

} // namespace

std::size_t end_of_toml_string(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    const auto three_at = [&](std::size_t i) {
        return text.substr(i, 3) == std::string(3, quote);
    };
    const bool lines = three_at(at);
    for (std::size_t i = at + (lines ? 3 : 1); i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
        } else if (text[i] == quote && !lines) {
            return i + 1;
        } else if (text[i] == quote && three_at(i)) {
            // Up to two quotes of the content may precede the three that end the string.
            const auto quotes = std::min<std::size_t>(text.substr(i).find_first_not_of(quote), 5);
            return std::min(i + quotes, text.size());
        }
    }
    return text.size();
}

const TextLimits& limits_of(TextFormat format)
{
    return kLimits.at(static_cast<std::size_t>(format));
}

std::optional<TextExcess> excess_of(std::string_view text, TextFormat format)
{
    const TextLimits& limits = limits_of(format);
    if (text.size() > limits.bytes)
        return TextExcess { 0, fmt::format("Larger than the limit of {}", shown(limits.bytes)) };
    if (limits.line_bytes < limits.bytes)
        if (auto excess = long_line(text, limits.line_bytes))
            return excess;
    switch (format) {
    case TextFormat::toml:
        return TomlScan(text, limits).excess();
    case TextFormat::json:
    case TextFormat::session:
        return excess_of_json(text, limits);
    case TextFormat::script:
    case TextFormat::settings:
    case TextFormat::notes:
    case TextFormat::source:
    case TextFormat::ptx:
        break;
    }
    return std::nullopt;
}

Result<std::string> read_text_file(const std::filesystem::path& path, TextFormat format)
{
    auto text = read_whole_file(path, limits_of(format).bytes);
    if (!text)
        return text;
    if (const auto excess = excess_of(*text, format))
        return Error { excess->line == 0 ? excess->reason : fmt::format("Line {}: {}", excess->line, excess->reason) };
    return text;
}

} // namespace warpstage
