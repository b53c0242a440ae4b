#include "core/kernel_run/argument_spec.h"

#include "core/base/text.h"
#include "core/kernel_run/buffer_contents.h"
#include "core/kernel_run/element_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::kernel_run {

namespace {

// "x:f32[n]=random:7" in its parts; nothing where it has not this form.
struct Parts {
    std::string_view name; // empty: none
    std::string_view type;
    std::optional<std::string_view> count; // empty: brackets without one
    std::string_view contents;
};

std::optional<Parts> parts_of(std::string_view text)
{
    Parts parts;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        return std::nullopt;
    parts.contents = text.substr(equals + 1);
    auto head = text.substr(0, equals);
    if (const auto colon = head.find(':'); colon != std::string_view::npos) {
        parts.name = head.substr(0, colon);
        if (!is_name(parts.name))
            return std::nullopt;
        head.remove_prefix(colon + 1);
    }
    if (const auto bracket = head.find('['); bracket != std::string_view::npos) {
        if (!head.ends_with(']'))
            return std::nullopt;
        parts.count = head.substr(bracket + 1, head.size() - bracket - 2);
        head = head.substr(0, bracket);
    }
    parts.type = head;
    return parts;
}

Error wrong(std::string_view text, std::string_view problem)
{
    return { fmt::format("--arg {}: {}.", text, problem) };
}

Result<std::optional<std::uint64_t>> count_of(std::string_view text, ptx::Type type, const Names& names)
{
    if (text.empty())
        return std::optional<std::uint64_t> {};
    const auto count = evaluate(text, names);
    if (!count)
        return count.error();
    const auto most = static_cast<std::int64_t>(kMaxBufferBytes / ptx::size_of(type));
    if (*count < 1 || *count > most)
        return Error { fmt::format("a buffer of {} has 1 to {} elements, not {}", ptx::name_of(type), most, *count) };
    return std::optional { static_cast<std::uint64_t>(*count) };
}

} // namespace

Result<ArgumentSpec> parse_argument(std::string_view text, std::size_t place, Names& names)
{
    const auto parts = parts_of(text);
    if (!parts)
        return wrong(
            text, "an argument is [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, as in f32=0.5 or x:f32[1024]=random:7");
    const auto type = parse_element_type(parts->type);
    if (!type)
        return wrong(text, fmt::format("`{}` is no type; take {}", parts->type, element_type_names()));
    ArgumentSpec spec;
    spec.text = std::string { text };
    spec.name = parts->name.empty() ? fmt::format("arg{}", place) : std::string { parts->name };
    spec.type = *type;
    if (!parts->count) {
        auto bytes = number_bytes(parts->contents, *type, names);
        if (!bytes)
            return wrong(text, bytes.error().message);
        spec.bytes = std::move(*bytes);
        if (!ptx::is_float(*type) && !parts->name.empty())
            names.insert_or_assign(spec.name, *evaluate(parts->contents, names));
        return spec;
    }
    const auto count = count_of(*parts->count, *type, names);
    if (!count)
        return wrong(text, count.error().message);
    auto contents = buffer_contents(parts->contents, *type, *count, names);
    if (!contents)
        return wrong(text, contents.error().message);
    spec.count = contents->count;
    spec.bytes = std::move(contents->bytes);
    spec.output = parts->contents == "out";
    return spec;
}

Result<std::vector<ArgumentSpec>> parse_arguments(std::span<const std::string> texts, Names& names)
{
    std::vector<ArgumentSpec> specs;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto spec = parse_argument(texts[i], i + 1, names);
        if (!spec)
            return spec.error();
        const auto same = [&](const ArgumentSpec& other) {
            return other.name == spec->name;
        };
        if (std::ranges::any_of(specs, same))
            return wrong(texts[i], fmt::format("another argument is called `{}`, too", spec->name));
        specs.push_back(std::move(*spec));
    }
    return specs;
}

} // namespace warpstage::kernel_run
