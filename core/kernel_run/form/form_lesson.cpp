#include "core/kernel_run/form/form_lesson.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/kernel_run/form/source_text.h"
#include "core/kernel_run/form/toml_string.h"
#include "core/problem/buffers/buffer_contents.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/launch_limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace warpstage::kernel_run {

namespace {

namespace fs = std::filesystem;
using problem::Names;

using Substitutes = std::map<std::string, std::string, std::less<>>; // name in the form -> text in the lesson

std::string substituted(std::string_view expression, const Substitutes& substitutes)
{
    std::string text;
    for (std::size_t i = 0; i < expression.size();) {
        std::size_t end = i;
        while (end < expression.size() && is_of_name(expression[end]))
            ++end;
        if (end == i) {
            text += expression[i++];
            continue;
        }
        const auto word = expression.substr(i, end - i);
        const auto found = substitutes.find(word);
        text += found == substitutes.end() ? std::string { word } : found->second;
        i = end;
    }
    return text;
}

struct NumberParameter {
    std::string id;
    std::string label;
    std::string initial;
    bool real = false;
    std::vector<std::int64_t> choices {}; // of a block; empty: a range
    std::int64_t minimum = 1;
    std::int64_t maximum = 1;
    std::int64_t limit = std::int64_t { 1 } << 24; // of the maximum
};

struct LessonBuffer {
    std::string name;
    std::string type;
    std::string count;
    std::string contents;

    bool operator==(const LessonBuffer&) const = default;
};

struct LessonVariant {
    std::string id;
    std::string kernel;
    std::vector<std::string> grid;
    std::vector<std::string> block;
    std::string shared;
    std::vector<std::string> arguments;
    std::string result; // a buffer that the kernel can write
};

class LessonText {
public:
    explicit LessonText(fs::path folder)
        : m_folder(std::move(folder))
    {
    }

    void add(const LaunchForm& form)
    {
        LessonVariant variant;
        variant.id = unused_variant(id_of(form.kernel));
        variant.kernel = form.kernel;
        Substitutes names;
        std::map<std::string, std::string> values; // of the numbers that are passed
        for (const bool plain : { true, false })
            for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i)
                if (!form.fields[i].type.pointer && is_number(form.fields[i]) == plain)
                    values.emplace(form.fields[i].name, number(variant.id, form.fields[i], names));
        const auto blocks = split_list(form.block().value);
        const auto block_ids = block_names(form, blocks.size());
        Substitutes with_block = names;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            variant.block.push_back(block_side(variant.id, blocks, i, block_ids, names));
            with_block.insert_or_assign(block_ids[i], variant.block.back());
        }
        const auto grid = split_list(form.grid().value);
        for (std::size_t i = 0; i < grid.size(); ++i)
            variant.grid.push_back(grid_side(variant.id, grid, i, with_block));
        variant.shared = substituted(form.shared().value, with_block);
        for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i) {
            const LaunchField& field = form.fields[i];
            if (!field.type.pointer) {
                variant.arguments.push_back(fmt::format("{}={}", field.type.element, values.at(field.name)));
                continue;
            }
            variant.arguments.push_back(buffer(variant.id, field, names));
            if (variant.result.empty() || (!field.type.constant && m_constant.contains(variant.result)))
                variant.result = variant.arguments.back();
            if (field.type.constant)
                m_constant.emplace(variant.arguments.back(), true);
        }
        m_variants.push_back(std::move(variant));
    }

    std::string text(const LessonHead& head)
    {
        set_ranges();
        std::string text = fmt::format("id = {}\nnumber = 100\ntitle = {}\nsummary = {}\nchecks = \"all\"\n",
            toml_string(head.id), toml_string(head.title), toml_string(fmt::format("The kernels of {}.", head.title)));
        for (const LessonVariant& variant : m_variants)
            if (variant.kernel == head.kernel)
                text += fmt::format("\n[start]\nvariant = {}\n", toml_string(variant.id));
        for (const NumberParameter& parameter : m_parameters)
            text += text_of(parameter);
        if (m_buffers.empty())
            m_buffers.push_back({ "nothing", "u8", "1", "zero" });
        for (const LessonBuffer& buffer : m_buffers)
            text += fmt::format("\n[[buffer]]\nname = {}\ntype = {}\ncount = {}\ncontents = {}\n", toml_string(buffer.name),
                toml_string(buffer.type), toml_string(buffer.count), toml_string(buffer.contents));
        text +=
            fmt::format("\n# The expected result is unknown: see `[check]` in the reference of lessons.\n[check]\nresult = {}\n"
                        "expected = false\n\n[merit]\nwork = 1\nunit = \"launches/s\"\n",
                toml_string(m_buffers.front().name));
        for (const LessonVariant& variant : m_variants)
            text += text_of(variant);
        return text;
    }

private:
    std::string unused_variant(const std::string& wanted) const
    {
        std::string id = wanted;
        for (int number = 2; std::ranges::find(m_variants, id, &LessonVariant::id) != m_variants.end(); ++number)
            id = fmt::format("{}_{}", wanted, number);
        return id;
    }

    [[nodiscard]] bool is_taken(const std::string& name) const
    {
        return std::ranges::find(m_parameters, name, &NumberParameter::id) != m_parameters.end()
            || std::ranges::find(m_buffers, name, &LessonBuffer::name) != m_buffers.end();
    }

    // The id of an equal parameter, else of a new one.
    std::string parameter(const std::string& variant, NumberParameter wanted)
    {
        const auto same = std::ranges::find_if(m_parameters, [&](const NumberParameter& other) {
            return other.label == wanted.label && other.initial == wanted.initial && other.real == wanted.real
                && other.choices == wanted.choices;
        });
        if (same != m_parameters.end())
            return same->id;
        while (is_taken(wanted.id))
            wanted.id = variant_prefix(variant) + wanted.id;
        m_parameters.push_back(wanted);
        return wanted.id;
    }

    static std::string variant_prefix(const std::string& variant)
    {
        std::string prefix = variant + "_";
        std::ranges::replace(prefix, '-', '_');
        return prefix.front() >= '0' && prefix.front() <= '9' ? "k" + prefix : prefix;
    }

    // What is passed for a number: a parameter of the lesson, or the expression.
    std::string number(const std::string& variant, const LaunchField& field, Substitutes& names)
    {
        std::string_view value = text::trim(field.value);
        const std::string type = field.type.element + "=";
        if (value.starts_with(type))
            value.remove_prefix(type.size());
        constexpr double kMax = 1e6; // limits of a real parameter
        std::string passed;
        if (const auto whole = number_in<std::int64_t>(value); whole && field.type.element.find('f') == std::string::npos) {
            NumberParameter wanted { field.name, field.name, std::string { value } };
            wanted.minimum = std::min<std::int64_t>(1, *whole);
            if (const auto element = problem::parse_element_type(field.type.element))
                wanted.limit = std::min(wanted.limit, problem::greatest_of(*element));
            passed = parameter(variant, std::move(wanted));
        } else if (const auto real = number_in<double>(value); real && std::abs(*real) <= kMax) {
            passed = parameter(variant, { field.name, field.name, std::string { value }, true });
        } else {
            passed = "(" + substituted(value, names) + ")";
        }
        names.insert_or_assign(field.name, passed);
        return passed;
    }

    std::string block_side(const std::string& variant, const std::vector<std::string_view>& blocks, std::size_t at,
        const std::vector<std::string>& ids, const Substitutes& names)
    {
        static constexpr std::array<const char*, 3> kLabels { "threads per block, x", "threads per block, y",
            "threads per block, z" };
        const auto whole = number_in<std::int64_t>(blocks[at]);
        if (!whole)
            return "(" + substituted(blocks[at], names) + ")";
        std::int64_t others = 1;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (i != at)
                others *= number_in<std::int64_t>(blocks[i]).value_or(1024);
        NumberParameter wanted { ids[at], blocks.size() == 1 ? "threads per block" : kLabels.at(at), std::to_string(*whole) };
        const std::int64_t most = at == 2 ? 64 : 1024;
        for (std::int64_t side = blocks.size() == 1 ? 32 : 1; side <= most; side *= 2)
            if (side * others <= 1024)
                wanted.choices.push_back(side);
        if (std::ranges::find(wanted.choices, *whole) == wanted.choices.end())
            wanted.choices.insert(std::ranges::lower_bound(wanted.choices, *whole), *whole);
        return parameter(variant, std::move(wanted));
    }

    std::string grid_side(
        const std::string& variant, const std::vector<std::string_view>& grid, std::size_t at, const Substitutes& names)
    {
        static constexpr std::array<const char*, 3> kIds { "grid_x", "grid_y", "grid_z" };
        static constexpr std::array<const char*, 3> kLabels { "blocks, x", "blocks, y", "blocks, z" };
        const auto whole = number_in<std::int64_t>(grid[at]);
        if (!whole || (*whole == 1 && at > 0))
            return substituted(grid[at], names);
        const bool alone = grid.size() == 1;
        return parameter(variant, { alone ? "grid" : kIds.at(at), alone ? "blocks" : kLabels.at(at), std::to_string(*whole) });
    }

    std::string buffer(const std::string& variant, const LaunchField& field, const Substitutes& names)
    {
        const auto answer = buffer_answer(field.value);
        VERIFY(answer.has_value()); // check_form() has accepted it
        LessonBuffer wanted { field.name, answer->element, substituted(answer->count, names),
            with_folder(answer->contents, m_folder) };
        if (wanted.contents.starts_with("each:"))
            wanted.contents = substituted(wanted.contents, names);
        if (std::ranges::find(m_buffers, wanted) != m_buffers.end())
            return wanted.name;
        while (is_taken(wanted.name))
            wanted.name = variant_prefix(variant) + wanted.name;
        m_buffers.push_back(wanted);
        return wanted.name;
    }

    // Whether all counts, blocks and grids are possible with these values.
    [[nodiscard]] bool fits(const Names& values) const
    {
        constexpr std::int64_t kMaxBytes = std::int64_t { 1 } << 28;
        const auto within = [&](const std::string& expression, std::int64_t least, std::int64_t most) {
            const auto value = problem::evaluate(expression, values);
            return value && *value >= least && *value <= most;
        };
        for (const LessonBuffer& buffer : m_buffers) {
            const auto type = problem::parse_element_type(buffer.type).value_or(ptx::Type::f64);
            if (!within(buffer.count, 1, kMaxBytes / ptx::size_of(type)))
                return false;
            const bool listed = buffer.contents.starts_with("list:") || buffer.contents.starts_with("file:");
            const auto count = problem::evaluate(buffer.count, values);
            if (listed && !problem::buffer_contents(buffer.contents, type, static_cast<std::uint64_t>(*count), values))
                return false;
        }
        for (const LessonVariant& variant : m_variants) {
            for (std::size_t i = 0; i < variant.grid.size(); ++i)
                if (!within(variant.grid[i], 1, i == 0 ? problem::kMaxGrid.x : problem::kMaxGrid.y))
                    return false;
            if (!within(fmt::format("({})", fmt::join(variant.block, ")*(")), 1, problem::kMaxThreads)
                || !within(variant.shared, 0, problem::kMaxShared))
                return false;
        }
        return true;
    }

    // The widest ranges, up to a factor of two, with which each parameter alone is possible.
    void set_ranges()
    {
        Names initial;
        for (const NumberParameter& parameter : m_parameters)
            if (const auto whole = number_in<std::int64_t>(parameter.initial))
                initial.insert_or_assign(parameter.id, *whole);
        Names smallest = initial;
        for (NumberParameter& parameter : m_parameters) {
            if (parameter.real || !parameter.choices.empty())
                continue;
            const std::int64_t value = initial.at(parameter.id);
            const auto possible = [&](std::int64_t other) {
                Names values = initial;
                values.insert_or_assign(parameter.id, other);
                return fits(values);
            };
            std::int64_t least = std::min<std::int64_t>(value, 1);
            while (least < value && !possible(least))
                least = std::min(least * 2, value);
            parameter.minimum = least;
            parameter.maximum = std::max<std::int64_t>(value, 1);
            while (parameter.maximum * 2 <= parameter.limit && possible(parameter.maximum * 2))
                parameter.maximum *= 2;
            smallest.insert_or_assign(parameter.id, least);
        }
        // Lessons are tried with all parameters at their minimum.
        if (!fits(smallest))
            for (NumberParameter& parameter : m_parameters)
                if (!parameter.real && parameter.choices.empty())
                    parameter.minimum = initial.at(parameter.id);
    }

    static std::string text_of(const NumberParameter& parameter)
    {
        std::string text =
            fmt::format("\n[[parameter]]\nid = {}\nlabel = {}\n", toml_string(parameter.id), toml_string(parameter.label));
        if (parameter.real)
            return text
                + fmt::format(
                    "kind = \"real\"\nminimum = -1000000\nmaximum = 1000000\ninitial = {}\n", toml_string(parameter.initial));
        if (!parameter.choices.empty())
            return text + fmt::format("initial = {}\nchoices = [{}]\n", parameter.initial, fmt::join(parameter.choices, ", "));
        const auto initial = number_in<std::int64_t>(parameter.initial).value_or(1);
        std::vector<std::int64_t> suggested;
        for (const std::int64_t value : { initial / 16, initial / 4, initial, initial * 4, initial * 16 })
            if (value >= parameter.minimum && value <= parameter.maximum && value != 0
                && std::ranges::find(suggested, value) == suggested.end())
                suggested.push_back(value);
        text += fmt::format("minimum = {}\nmaximum = {}\ninitial = {}\n", parameter.minimum, parameter.maximum, initial);
        return suggested.size() < 2 ? text : text + fmt::format("choices = [{}]\n", fmt::join(suggested, ", "));
    }

    static std::string list_of(const std::vector<std::string>& texts)
    {
        std::vector<std::string> written;
        for (const std::string& text : texts)
            written.push_back(toml_string(text));
        return fmt::format("[{}]", fmt::join(written, ", "));
    }

    static std::string text_of(const LessonVariant& variant)
    {
        std::string text = fmt::format("\n[[variant]]\nid = {}\nlabel = {}\nsummary = {}\nwork = {}\nunit = \"threads/s\"\n",
            toml_string(variant.id), toml_string(variant.kernel), toml_string(fmt::format("Kernel {}.", variant.kernel)),
            toml_string(fmt::format("({})*({})", fmt::join(variant.grid, ")*("), fmt::join(variant.block, ")*("))));
        if (!variant.result.empty())
            text += fmt::format("[variant.check]\nresult = {}\nexpected = false\n", toml_string(variant.result));
        text += fmt::format("[[variant.launch]]\nkernel = {}\ngrid = {}\nblock = {}\n", toml_string(variant.kernel),
            list_of(variant.grid), list_of(variant.block));
        if (variant.shared != "0")
            text += fmt::format("shared = {}\n", toml_string(variant.shared));
        return text + fmt::format("arguments = {}\n", list_of(variant.arguments));
    }

    fs::path m_folder;
    std::vector<NumberParameter> m_parameters;
    std::vector<LessonBuffer> m_buffers;
    std::vector<LessonVariant> m_variants;
    std::map<std::string, bool> m_constant; // buffers that the kernel only reads
};

} // namespace

std::string id_of(std::string_view name)
{
    std::string id;
    for (char c : name) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (kept || (!id.empty() && id.back() != '_'))
            id += kept ? c : '_';
    }
    while (!id.empty() && id.back() == '_')
        id.pop_back();
    return id.empty() ? std::string { "kernels" } : id;
}

std::string lesson_text(const std::vector<LaunchForm>& forms, const LessonHead& head, const fs::path& folder)
{
    LessonText lesson { folder };
    for (const LaunchForm& form : forms)
        lesson.add(form);
    return lesson.text(head);
}

} // namespace warpstage::kernel_run
