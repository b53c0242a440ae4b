#include "core/session/link/link.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <type_traits>

namespace warpstage::session {

namespace {

constexpr std::string_view kFormat = "1"; // increased when older versions would misread the text
constexpr std::string_view kUnreserved = "-._~:,*^()/"; // besides letters and digits: readable, and not encoded by browsers

bool is_unreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || kUnreserved.find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text)
{
    std::string made;
    for (const char c : text) {
        if (is_unreserved(c))
            made += c;
        else
            made += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return made;
}

std::optional<unsigned> hexadecimal(std::string_view digits)
{
    unsigned value = 0;
    const auto end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

// Nothing: an incomplete escape, or a control character, which no value contains.
std::optional<std::string> decoded(std::string_view text)
{
    std::string made;
    for (std::size_t at = 0; at < text.size(); ++at) {
        char c = text[at];
        if (c == '%') {
            const auto value = at + 2 < text.size() ? hexadecimal(text.substr(at + 1, 2)) : std::nullopt;
            if (!value)
                return std::nullopt;
            c = static_cast<char>(*value);
            at += 2;
        }
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            return std::nullopt;
        made += c;
    }
    return made;
}

// The words of an identifier: letters, digits, `-` and `_`.
bool is_id(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return c == '_' || c == '-' || (is_unreserved(c) && kUnreserved.find(c) == std::string_view::npos);
    });
}

template <typename Number> bool read_number(std::string_view text, Number& number)
{
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

template <typename Number> bool read_number(std::string_view text, std::optional<Number>& number)
{
    Number value {};
    if (!read_number(text, value))
        return false;
    number = value;
    return true;
}

bool read_parameter(std::string_view text, Link& link)
{
    const auto at = text.find('=');
    if (at == std::string_view::npos || !is_id(text.substr(0, at)) || at + 1 == text.size())
        return false;
    link.parameters.emplace_back(text.substr(0, at), text.substr(at + 1));
    return true;
}

bool read_cue(std::string_view text, Link& link)
{
    if (!read_number(text, link.cue) || *link.cue == 0)
        return false;
    --*link.cue;
    return true;
}

bool read_word(std::string_view text, std::string_view word, bool& flag)
{
    flag = text == word;
    return flag;
}

bool read_id(std::string_view text, std::string& id)
{
    id = text;
    return is_id(text);
}

// Of a lesson or a variant: those of a user's file may contain any character.
bool read_name(std::string_view text, std::string& name)
{
    name = text;
    return !text.empty();
}

// "0f3a5c77d1e20b46-31744".
bool read_kernels_file(std::string_view text, std::optional<KernelsFile>& kernels)
{
    constexpr std::size_t kDigits = 16;
    KernelsFile file;
    const auto digits = text.substr(0, kDigits);
    const auto end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, file.fingerprint, 16);
    if (text.size() <= kDigits || text[kDigits] != '-' || read.ec != std::errc() || read.ptr != end
        || !read_number(text.substr(kDigits + 1), file.bytes))
        return false;
    kernels = file;
    return true;
}

// One of these keys asks for the view of layouts; fields that are not mentioned have their initial texts.
template <analysis::LayoutField field> bool read_layout(std::string_view value, Link& link)
{
    if (!link.layout)
        link.layout.emplace();
    link.layout->text(field) = value;
    return !value.empty();
}

struct LinkKey {
    std::string_view name;
    bool (*read)(std::string_view value, Link& link);
};

constexpr std::array kLinkKeys {
    // clang-format off
    LinkKey { "lesson", [](std::string_view value, Link& link) { return read_name(value, link.lesson); } },
    LinkKey { "variant", [](std::string_view value, Link& link) { return read_name(value, link.variant); } },
    LinkKey { "set", read_parameter },
    LinkKey { "arch", [](std::string_view value, Link& link) { link.architecture = value; return !value.empty(); } },
    LinkKey { "width", [](std::string_view value, Link& link) { return read_number(value, link.warp_width); } },
    LinkKey { "cue", read_cue },
    LinkKey { "question", [](std::string_view value, Link& link) { return read_word(value, "answered", link.answer); } },
    LinkKey { "simulation", [](std::string_view value, Link& link) { return read_word(value, "paused", link.paused); } },
    LinkKey { "kernels", [](std::string_view value, Link& link) { return read_word(value, "edited", link.edited); } },
    LinkKey { "block", [](std::string_view value, Link& link) { return read_number(value, link.selection.block); } },
    LinkKey { "warp", [](std::string_view value, Link& link) { return read_number(value, link.selection.warp); } },
    LinkKey { "access", [](std::string_view value, Link& link) { return read_number(value, link.selection.access); } },
    LinkKey { "line", [](std::string_view value, Link& link) { return read_number(value, link.selection.line); } },
    LinkKey { "lane", [](std::string_view value, Link& link) { return read_number(value, link.selection.lane); } },
    LinkKey { "step", [](std::string_view value, Link& link) { return read_number(value, link.selection.step); } },
    LinkKey { "layout", read_layout<analysis::LayoutField::layout> },
    LinkKey { "swizzle", read_layout<analysis::LayoutField::swizzle> },
    LinkKey { "type", read_layout<analysis::LayoutField::type> },
    LinkKey { "layout-access", read_layout<analysis::LayoutField::access> },
    // clang-format on
};

// What a message quotes of a text that anyone can have written.
std::string quoted(std::string_view text)
{
    std::string shown;
    for (const char c : text.substr(0, 40))
        shown += c >= 0x20 && c < 0x7f ? c : '?';
    return shown;
}

Error refused_pair(std::string_view pair)
{
    return Error { fmt::format("The link contains `{}`, which is not valid.", quoted(pair)) };
}

// Calls `read` for each "key=value"; false: not valid.
template <typename Read> Result<void> read_pairs(std::string_view text, Read read)
{
    if (text.size() > kMaxLinkBytes)
        return Error { fmt::format("The link has {} characters; the maximum is {}.", text.size(), kMaxLinkBytes) };
    std::set<std::string_view> known;
    for (const std::string_view pair : text::split(text, '&')) {
        if (pair.empty())
            continue;
        const auto at = pair.find('=');
        const auto key = pair.substr(0, at);
        const auto value = at == std::string_view::npos ? std::nullopt : decoded(pair.substr(at + 1));
        if (!value || (key != "set" && !known.insert(key).second) || !read(key, *value))
            return refused_pair(pair);
    }
    return {};
}

bool read_pair(std::string_view key, std::string_view value, Link& link)
{
    const auto* const row = std::ranges::find(kLinkKeys, key, &LinkKey::name);
    return row != kLinkKeys.end() && row->read(value, link);
}

class LinkText {
public:
    void add(std::string_view key, std::string_view value)
    {
        if (!value.empty())
            m_text += fmt::format("{}{}={}", m_text.empty() ? "" : "&", key, encoded(value));
    }
    template <typename Number> void add(std::string_view key, const std::optional<Number>& number)
    {
        if (number)
            add(key, fmt::format("{}", *number));
    }
    void add(const Link& link, const std::optional<KernelsFile>& kernels = {})
    {
        add("lesson", link.lesson);
        add("variant", link.variant);
        for (const auto& [id, value] : link.parameters)
            add("set", id + "=" + value);
        add("arch", link.architecture);
        add("width", link.warp_width);
        if (link.cue)
            add("cue", fmt::format("{}", *link.cue + 1));
        add("question", link.answer ? "answered" : "");
        add("simulation", link.paused ? "paused" : "");
        if (link.edited)
            add("kernels", kernels ? fmt::format("{:016x}-{}", kernels->fingerprint, kernels->bytes) : "edited");
        add("block", link.selection.block);
        add("warp", link.selection.warp);
        add("access", link.selection.access);
        add("line", link.selection.line);
        add("lane", link.selection.lane);
        add("step", link.selection.step);
        if (link.layout) {
            add("layout", link.layout->layout);
            add("swizzle", link.layout->swizzle);
            add("type", link.layout->type);
            add("layout-access", link.layout->access);
        }
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

} // namespace

std::string to_text(const Link& link)
{
    LinkText text;
    text.add(link);
    return text.take();
}

Result<Link> parse_link(std::string_view text)
{
    Link link;
    const auto read = read_pairs(text, [&](std::string_view key, std::string_view value) { return read_pair(key, value, link); });
    if (!read)
        return read.error();
    return link;
}

KernelsFile kernels_file(std::string_view content)
{
    // FNV-1a.
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const char c : content)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
    return { hash, content.size() };
}

std::string file_name(const KernelsFile& kernels)
{
    return fmt::format("kernels-{:016x}", kernels.fingerprint);
}

std::string to_text(const PublishedLink& published)
{
    LinkText text;
    text.add("warpstage", kFormat);
    text.add("presenter", published.presenter);
    text.add("serial", fmt::format("{}", published.serial));
    text.add(published.link, published.kernels);
    return text.take() + "\n";
}

Result<PublishedLink> parse_published_link(std::string_view text)
{
    constexpr std::string_view kBegin = "warpstage=";
    if (!text.starts_with(kBegin))
        return Error { "It is not a published state of warpstage." };
    text = text::trim(text);
    const auto format = text.substr(kBegin.size(), text.substr(kBegin.size()).find('&'));
    if (format != kFormat)
        return Error { fmt::format("Its format is `{}`, but this version reads format {}.", quoted(format), kFormat) };
    PublishedLink published;
    bool numbered = false;
    const auto read = read_pairs(text, [&](std::string_view key, std::string_view value) {
        if (key == "warpstage")
            return true;
        if (key == "presenter")
            return read_id(value, published.presenter);
        if (key == "serial")
            return numbered = read_number(value, published.serial);
        if (key == "kernels" && read_kernels_file(value, published.kernels))
            return published.link.edited = true;
        return read_pair(key, value, published.link);
    });
    if (!read)
        return read.error();
    if (!numbered || published.presenter.empty() || published.link.lesson.empty())
        return Error { "The published state is incomplete." };
    return published;
}

} // namespace warpstage::session
