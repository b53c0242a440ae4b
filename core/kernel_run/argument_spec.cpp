#include "core/kernel_run/argument_spec.h"

#include "core/base/text.h"
#include "core/problem/buffers/buffer_contents.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/buffers/tensor_map_spec.h"
#include "core/problem/buffers/texture_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::kernel_run {

namespace {

// The parts of "x:f32[n]=random:7"; nothing if the text has a different form.
struct Parts {
    std::string_view name; // empty: none
    std::string_view texture; // "tex2d,linear", "tensormap,box8x8"; empty: none
    std::string_view type;
    std::optional<std::string_view> count; // empty: empty brackets
    std::string_view contents;
};

bool is_object_kind(std::string_view words)
{
    return problem::is_texture_kind(words) || problem::is_tensor_map_kind(words);
}

// Removes "x:" from the start of `head`. False if it is not a valid name.
bool take_name(std::string_view& head, std::string_view& name)
{
    const auto colon = head.find(':');
    if (colon == std::string_view::npos || is_object_kind(head.substr(0, colon)))
        return true;
    name = head.substr(0, colon);
    head.remove_prefix(colon + 1);
    return problem::is_name(name);
}

std::optional<Parts> parts_of(std::string_view text)
{
    Parts parts;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        return std::nullopt;
    parts.contents = text.substr(equals + 1);
    auto head = text.substr(0, equals);
    if (!take_name(head, parts.name))
        return std::nullopt;
    if (const auto colon = head.find(':'); colon != std::string_view::npos) {
        parts.texture = head.substr(0, colon);
        if (!is_object_kind(parts.texture))
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

Result<std::optional<std::uint64_t>> count_of(std::string_view text, ptx::Type type, const Names& names)
{
    if (text.empty())
        return std::optional<std::uint64_t> {};
    const auto count = problem::evaluate(text, names);
    if (!count)
        return count.error();
    const auto most = static_cast<std::int64_t>(problem::kMaxBufferBytes / ptx::size_of(type));
    if (*count < 1 || *count > most)
        return Error { fmt::format("a buffer of {} must have 1 to {} elements, not {}", ptx::name_of(type), most, *count) };
    return std::optional { static_cast<std::uint64_t>(*count) };
}

// The members in "NAME:{...}" or "{...}"; nothing if it is not a structure.
std::optional<std::string_view> members_of(std::string_view text, std::string_view& name)
{
    const auto brace = text.find('{');
    if (brace == std::string_view::npos || !text.ends_with('}') || text.find('=') < brace)
        return std::nullopt;
    if (brace != 0) {
        if (text[brace - 1] != ':' || !problem::is_name(text.substr(0, brace - 1)))
            return std::nullopt;
        name = text.substr(0, brace - 1);
    }
    return text.substr(brace + 1, text.size() - brace - 2);
}

// Splits "x:f32[3]=list:1,2,3,n:s32=3" into members: a part without `=` continues the list before it.
std::vector<std::string> split_members(std::string_view text)
{
    std::vector<std::string> members;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && (text[i] == '{' || text[i] == '[' || text[i] == '('))
            ++depth;
        if (i < text.size() && (text[i] == '}' || text[i] == ']' || text[i] == ')'))
            --depth;
        if (i < text.size() && (text[i] != ',' || depth > 0))
            continue;
        const std::string piece { text.substr(begin, i - begin) };
        begin = i + 1;
        const bool continues_pointers = piece.starts_with('@') && !members.empty()
            && members.back().find("=list:") != std::string::npos && members.back().find("ptr[") != std::string::npos;
        const bool begins =
            piece.find('=') != std::string::npos || piece.find('{') != std::string::npos || piece.starts_with('@');
        if (members.empty() || (begins && !continues_pointers))
            members.push_back(piece);
        else
            members.back() += "," + piece;
    }
    return members;
}

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

Result<ArgumentSpec> parse_simple(std::string_view text, const std::string& default_name, Names& names);

// Each member is at the next multiple of its size, and the structure's size is a multiple of the largest alignment, as in C++ on
// the GPU and on the host (CUDA C++ Programming Guide, "Alignment" of "Device Memory Accesses").
Result<ArgumentSpec> parse_structure(std::string_view text, std::string_view name, std::string_view members,
    const std::string& default_name, Names& names, unsigned depth)
{
    constexpr unsigned kMaxNested = 8;
    ArgumentSpec spec;
    spec.text = std::string { text };
    spec.name = name.empty() ? default_name : std::string { name };
    if (depth == kMaxNested)
        return argument_error(text, fmt::format("structures can be nested at most {} deep", kMaxNested));
    std::uint32_t end = 0;
    for (const std::string& piece : split_members(members)) {
        const std::string place = fmt::format("{}_{}", spec.name, spec.members.size() + 1);
        std::string_view member_name;
        const auto inner = members_of(piece, member_name);
        auto member =
            inner ? parse_structure(piece, member_name, *inner, place, names, depth + 1) : parse_simple(piece, place, names);
        if (!member)
            return member.error();
        if (member->texture)
            return argument_error(piece, "a texture must be a separate argument, not a member of a structure");
        member->offset = rounded_up(end, member->alignment());
        end = member->offset + member->parameter_bytes();
        spec.members.push_back(std::move(*member));
    }
    spec.structure_bytes = rounded_up(end, spec.alignment());
    return spec;
}

Result<ArgumentSpec> parse_texture_argument(const Parts& parts, ArgumentSpec spec, const Names& names)
{
    if (!parts.count)
        return argument_error(
            spec.text, "a texture requires a width, or a width and a height, in brackets, for example tex2d:f32[64,64]=zero");
    const auto texture = problem::parse_texture(parts.texture, parts.type, *parts.count, names);
    if (!texture)
        return argument_error(spec.text, texture.error().message);
    if (texture->bytes() > problem::kMaxBufferBytes)
        return argument_error(spec.text,
            fmt::format("a texture may have at most {} bytes here, not {}", problem::kMaxBufferBytes, texture->bytes()));
    spec.texture = *texture;
    spec.type = problem::type_of(texture->element);
    auto contents = problem::buffer_contents(parts.contents, spec.type, texture->texels() * texture->channels, names);
    if (!contents)
        return argument_error(spec.text, contents.error().message);
    spec.count = contents->count;
    spec.bytes = std::move(contents->bytes);
    spec.output = parts.contents == "out";
    return spec;
}

Result<ArgumentSpec> parse_tensor_map_argument(const Parts& parts, ArgumentSpec spec, const Names& names)
{
    const auto type = problem::parse_element_type(parts.type);
    if (!type)
        return argument_error(spec.text, fmt::format("unknown type `{}`; use {}", parts.type, problem::element_type_names()));
    const auto map = problem::parse_tensor_map(parts.texture, *type, parts.count.value_or(""), names);
    if (!map)
        return argument_error(spec.text, map.error().message);
    if (map->bytes() > problem::kMaxBufferBytes)
        return argument_error(
            spec.text, fmt::format("a tensor may have at most {} bytes here, not {}", problem::kMaxBufferBytes, map->bytes()));
    spec.tensor_map = *map;
    spec.type = *type;
    auto contents = problem::buffer_contents(parts.contents, spec.type, map->bytes() / map->element_bytes(), names);
    if (!contents)
        return argument_error(spec.text, contents.error().message);
    spec.count = contents->count;
    spec.bytes = std::move(contents->bytes);
    spec.output = parts.contents == "out";
    return spec;
}

// "@x", "@x+256", "@x+i*n" or "null"; the error does not name the argument.
Result<AddressSpec> parse_address(std::string_view text, const Names& names)
{
    AddressSpec address;
    if (text == "null")
        return address;
    const auto end = std::min(text.find_first_of("+-"), text.size());
    if (!text.starts_with('@') || !problem::is_name(text.substr(1, end - 1)))
        return Error { fmt::format("`{}` is not an address; use @BUFFER, @BUFFER+ELEMENTS or null", text) };
    address.buffer = std::string { text.substr(1, end - 1) };
    if (end < text.size()) {
        const auto elements = problem::evaluate("0" + std::string { text.substr(end) }, names);
        if (!elements)
            return elements.error();
        address.elements = *elements;
    }
    return address;
}

// The addresses in "list:@x,@y+4" or "each:@x+i*n".
Result<std::vector<AddressSpec>> parse_pointers(std::string_view contents, std::optional<std::uint64_t> count, Names names)
{
    constexpr std::string_view kList = "list:";
    constexpr std::string_view kEach = "each:";
    std::vector<AddressSpec> pointers;
    const auto add = [&](std::string_view text) -> std::optional<Error> {
        auto address = parse_address(text, names);
        if (!address)
            return address.error();
        pointers.push_back(std::move(*address));
        return std::nullopt;
    };
    if (contents.starts_with(kList)) {
        for (const auto word : text::split(contents.substr(kList.size()), ',')) {
            if (auto error = add(text::trim(word)))
                return *error;
        }
        if (count && pointers.size() != *count)
            return Error { fmt::format("the list has {} addresses, but {} are required", pointers.size(), *count) };
        return pointers;
    }
    if (!contents.starts_with(kEach) || !count)
        return Error { "an array of pointers requires list:@X,@Y,... or, with a count, each:@X+EXPRESSION of i" };
    for (std::uint64_t i = 0; i < *count; ++i) {
        names.insert_or_assign("i", static_cast<std::int64_t>(i));
        if (auto error = add(contents.substr(kEach.size())))
            return *error;
    }
    return pointers;
}

Result<ArgumentSpec> parse_pointer_array(const Parts& parts, ArgumentSpec spec, const Names& names)
{
    if (!parts.count)
        return argument_error(spec.text, "an array of pointers requires brackets, for example ptr[2]=list:@x,@y");
    spec.type = ptx::Type::u64;
    const auto count = count_of(*parts.count, spec.type, names);
    if (!count)
        return argument_error(spec.text, count.error().message);
    auto pointers = parse_pointers(parts.contents, *count, names);
    if (!pointers)
        return argument_error(spec.text, pointers.error().message);
    spec.pointers = std::move(*pointers);
    spec.count = spec.pointers.size();
    return spec;
}

// Parses any argument except a structure.
Result<ArgumentSpec> parse_simple(std::string_view text, const std::string& default_name, Names& names)
{
    if (text.starts_with('@')) {
        auto address = parse_address(text, names);
        if (!address)
            return argument_error(text, address.error().message);
        ArgumentSpec spec;
        spec.text = std::string { text };
        spec.name = default_name;
        spec.type = ptx::Type::u64;
        spec.alias = std::move(*address);
        return spec;
    }
    const auto parts = parts_of(text);
    if (!parts)
        return argument_error(text,
            "an argument must have the form [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, for example f32=0.5 or "
            "x:f32[1024]=random:7");
    ArgumentSpec spec;
    spec.text = std::string { text };
    spec.name = parts->name.empty() ? default_name : std::string { parts->name };
    if (problem::is_tensor_map_kind(parts->texture))
        return parse_tensor_map_argument(*parts, std::move(spec), names);
    if (!parts->texture.empty())
        return parse_texture_argument(*parts, std::move(spec), names);
    if (parts->type == "ptr")
        return parse_pointer_array(*parts, std::move(spec), names);
    const auto type = problem::parse_element_type(parts->type);
    if (!type)
        return argument_error(text, fmt::format("unknown type `{}`; use {}", parts->type, problem::element_type_names()));
    spec.type = *type;
    if (!parts->count) {
        auto bytes = problem::number_bytes(parts->contents, *type, names);
        if (!bytes)
            return argument_error(text, bytes.error().message);
        spec.bytes = std::move(*bytes);
        if (!ptx::is_float(*type) && !parts->name.empty()) {
            if (const auto value = problem::evaluate(parts->contents, names)) // not of a u64 above 2^63 - 1
                names.insert_or_assign(spec.name, *value);
        }
        return spec;
    }
    const auto count = count_of(*parts->count, *type, names);
    if (!count)
        return argument_error(text, count.error().message);
    auto contents = problem::buffer_contents(parts->contents, *type, *count, names);
    if (!contents)
        return argument_error(text, contents.error().message);
    spec.count = contents->count;
    spec.bytes = std::move(contents->bytes);
    spec.output = parts->contents == "out";
    spec.unwritten = parts->contents == "unwritten";
    return spec;
}

// "n:s32=1024", whose value the other arguments can use.
bool is_named_integer(std::string_view text)
{
    const auto parts = parts_of(text);
    if (!parts || parts->name.empty() || parts->count || !parts->texture.empty())
        return false;
    const auto type = problem::parse_element_type(parts->type);
    return type && !ptx::is_float(*type);
}

} // namespace

std::uint32_t ArgumentSpec::parameter_bytes() const
{
    if (is_structure())
        return structure_bytes;
    if (tensor_map)
        return kTensorMapBytes;
    return is_buffer() ? 8 : ptx::size_of(type);
}

std::uint32_t ArgumentSpec::alignment() const
{
    if (!is_structure())
        return parameter_bytes();
    std::uint32_t greatest = 1;
    for (const auto& member : members)
        greatest = std::max(greatest, member.alignment());
    return greatest;
}

void collect_names(const ArgumentSpec& spec, std::vector<std::string>& names)
{
    names.push_back(spec.name);
    for (const auto& member : spec.members)
        collect_names(member, names);
}

Error argument_error(std::string_view argument, std::string_view problem)
{
    return { text::sentence(fmt::format("--arg {}: {}", argument, problem)) };
}

Result<ArgumentSpec> parse_argument(std::string_view text, std::size_t place, Names& names)
{
    const std::string default_name = fmt::format("arg{}", place);
    std::string_view name;
    if (const auto members = members_of(text, name))
        return parse_structure(text, name, *members, default_name, names, 0);
    return parse_simple(text, default_name, names);
}

Result<std::vector<ArgumentSpec>> parse_arguments(std::span<const std::string> texts, Names& names)
{
    std::vector<ArgumentSpec> specs(texts.size());
    // Sizes come after the buffers in many kernels: `y:f32[n]=out n:s32=1024`.
    for (const bool scalars : { true, false }) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (is_named_integer(texts[i]) != scalars)
                continue;
            auto spec = parse_argument(texts[i], i + 1, names);
            if (!spec)
                return spec.error();
            specs[i] = std::move(*spec);
        }
    }
    std::vector<std::string> taken;
    for (const ArgumentSpec& spec : specs) {
        std::vector<std::string> here;
        collect_names(spec, here);
        for (const std::string& name : here) {
            if (std::ranges::find(taken, name) != taken.end())
                return argument_error(spec.text, fmt::format("duplicate argument name `{}`", name));
            taken.push_back(name);
        }
    }
    return specs;
}

} // namespace warpstage::kernel_run
