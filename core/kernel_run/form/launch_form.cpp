#include "core/kernel_run/form/launch_form.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/kernel_run/argument_spec.h"
#include "core/problem/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace warpstage::kernel_run {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "file:";

// "--arg n:s32=x: unknown name `x`." -> "Unknown name `x`."
std::string without_argument(const std::string& message, const std::string& argument)
{
    const std::string before = fmt::format("--arg {}: ", argument);
    std::string rest = message.starts_with(before) ? message.substr(before.size()) : message;
    if (!rest.empty() && rest.front() >= 'a' && rest.front() <= 'z')
        rest.front() = static_cast<char>(rest.front() - 'a' + 'A');
    return text::sentence(std::move(rest));
}

// The value of one expression within limits; nothing: the field is refused.
std::optional<std::int64_t> number_of_field(
    LaunchField& field, std::string_view expression, const Names& names, std::int64_t least, std::int64_t most)
{
    const auto value = problem::evaluate(expression, names);
    if (!value) {
        field.refusal = without_argument(value.error().message, "");
        return std::nullopt;
    }
    if (*value < least || *value > most) {
        field.refusal = fmt::format("`{}` is {}, but must be between {} and {}.", expression, *value, least, most);
        return std::nullopt;
    }
    return *value;
}

// The sides of the grid or the block; empty: the field is refused.
std::vector<std::int64_t> sides_of_field(LaunchField& field, const Names& names, const Dim3& most)
{
    const auto parts = split_list(field.value);
    if (parts.size() > 3) {
        field.refusal = fmt::format("The {} has one to three sizes, separated by commas.", field.name);
        return {};
    }
    const std::array<std::uint32_t, 3> limits { most.x, most.y, most.z };
    std::vector<std::int64_t> sides;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto side = number_of_field(field, parts[i], names, 1, limits.at(i));
        if (!side)
            return {};
        sides.push_back(*side);
    }
    return sides;
}

void check_parameter(LaunchField& field, std::size_t place, Names& names, const fs::path& folder)
{
    if (text::trim(field.value).empty()) {
        field.refusal = field.type.pointer ? "Enter a buffer, for example `f32[n]=random:1`." : "Enter a number.";
        return;
    }
    if (field.type.pointer) {
        const auto answer = buffer_answer(field.value);
        if (!answer) {
            field.refusal =
                fmt::format("A buffer has the form TYPE[COUNT]=CONTENTS, for example `{}[1024]=random:1`.", field.type.element);
            return;
        }
        LaunchField absolute = field;
        absolute.value = fmt::format("{}[{}]={}", answer->element, answer->count, with_folder(answer->contents, folder));
        const std::string argument = argument_of(absolute);
        if (const auto parsed = parse_argument(argument, place, names); !parsed)
            field.refusal = without_argument(parsed.error().message, argument);
        return;
    }
    const std::string argument = argument_of(field);
    if (const auto parsed = parse_argument(argument, place, names); !parsed)
        field.refusal = without_argument(parsed.error().message, argument);
    else if (parsed->is_buffer() || parsed->is_structure() || parsed->parameter_bytes() != parsed->bytes.size())
        field.refusal = "Enter a number.";
}

} // namespace

std::optional<BufferAnswer> buffer_answer(std::string_view value)
{
    const auto open = value.find('[');
    const auto close = value.find("]=");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    BufferAnswer answer { std::string { text::trim(value.substr(0, open)) },
        std::string { text::trim(value.substr(open + 1, close - open - 1)) },
        std::string { text::trim(value.substr(close + 2)) } };
    if (answer.element.empty() || answer.count.empty() || answer.contents.empty())
        return std::nullopt;
    return answer;
}

std::string with_folder(const std::string& contents, const fs::path& folder)
{
    if (!contents.starts_with(kFile))
        return contents;
    const fs::path path { contents.substr(kFile.size()) };
    return path.is_absolute() ? contents : std::string { kFile } + (folder / path).string();
}

std::vector<std::string> block_names(const LaunchForm& form, std::size_t sides)
{
    const auto taken = [&](std::string_view name) {
        return std::any_of(form.fields.begin() + kLaunchFields, form.fields.end(),
            [&](const LaunchField& field) { return field.name.starts_with(name); });
    };
    const std::string name = taken("block") ? "launch_block" : "block";
    if (sides <= 1)
        return { name };
    std::vector<std::string> names { name + "_x", name + "_y", name + "_z" };
    names.resize(std::min<std::size_t>(sides, 3));
    return names;
}

bool is_number(const LaunchField& field)
{
    return !field.type.pointer && number_in<double>(shown_value(text::trim(field.value), field)).has_value();
}

std::string argument_of(const LaunchField& field)
{
    const std::string value { text::trim(field.value) };
    if (field.type.pointer)
        return field.name + ":" + value;
    const std::string type = field.type.element + "=";
    return field.name + ":" + (value.starts_with(type) ? value : type + value);
}

std::string shown_value(std::string_view argument, const LaunchField& field)
{
    const std::string name = field.name + ":";
    if (argument.starts_with(name))
        argument.remove_prefix(name.size());
    const std::string type = field.type.element + "=";
    if (!field.type.pointer && argument.starts_with(type))
        argument.remove_prefix(type.size());
    return std::string { argument };
}

bool check_form(LaunchForm& form, const fs::path& folder)
{
    for (LaunchField& field : form.fields)
        field.refusal.clear();
    // Expressions may use numbers that follow them in the parameter list.
    const auto round_of = [](const LaunchField& field) {
        return field.type.pointer ? 2 : is_number(field) ? 0 : 1;
    };
    Names names;
    for (const int round : { 0, 1, 2 }) {
        bool accepted = true;
        for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i) {
            if (round_of(form.fields[i]) != round)
                continue;
            check_parameter(form.fields[i], i - kLaunchFields + 1, names, folder);
            accepted = accepted && form.fields[i].refusal.empty();
        }
        if (!accepted && round < 2) // other values may depend on it
            return false;
    }

    LaunchField& block = form.fields[1];
    const auto sides = sides_of_field(block, names, problem::kMaxBlock);
    std::int64_t threads = 1;
    for (const auto side : sides)
        threads *= side;
    if (threads > problem::kMaxThreads)
        block.refusal = fmt::format("A block has at most {} threads, not {}.", problem::kMaxThreads, threads);
    if (!sides.empty()) {
        const auto block_ids = block_names(form, sides.size());
        for (std::size_t i = 0; i < sides.size(); ++i)
            names.insert_or_assign(block_ids[i], sides[i]);
        static_cast<void>(number_of_field(form.fields[2], form.fields[2].value, names, 0, problem::kMaxShared));
        static_cast<void>(sides_of_field(form.fields[0], names, problem::kMaxGrid));
    }
    return std::ranges::all_of(form.fields, [](const LaunchField& field) { return field.refusal.empty(); });
}

} // namespace warpstage::kernel_run
