#include "core/lesson/measured/tuned.h"

#include "core/lesson/files/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpstage::lesson {

namespace {

bool is_for(
    const TunedVariant& one, std::string_view device, std::string_view lesson, std::string_view variant, std::string_view size)
{
    return one.device == device && one.lesson == lesson && one.variant == variant && one.size == size;
}

// A basic TOML string.
std::string toml_string(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + "\"";
}

// A table with a mistake is ignored completely.
void read_table(const toml::table& table, TomlReader& reader, TunedSettings& settings)
{
    const auto before = reader.mistakes().size();
    const auto line = line_of(table);
    reader.allow_keys(table, { "device", "lesson", "variant", "size", "values", "note" });
    TunedVariant found { reader.text(table, "device", line), reader.text(table, "lesson", line),
        reader.text(table, "variant", line), reader.text(table, "size", line), {}, reader.optional_text(table, "note") };
    const auto* const values = reader.required(table, "values", line);
    const auto* const pairs = values == nullptr ? nullptr : values->as_table();
    if (values != nullptr && (pairs == nullptr || pairs->empty()))
        reader.fail(line_of(*values), "`values` must be a table of parameters, as in { bodies = 8 }.");
    if (pairs != nullptr) {
        for (const auto& [parameter, node] : *pairs) {
            if (auto value = scalar_of(node))
                found.values.insert_or_assign(std::string { parameter.str() }, std::move(*value));
            else
                reader.fail(line_of(node), fmt::format("the value of `{}` must be a string or a number.", parameter.str()));
        }
    }
    if (reader.mistakes().size() == before)
        settings.put(std::move(found));
}

} // namespace

const TunedVariant* TunedSettings::find(
    std::string_view device, std::string_view lesson, std::string_view variant, std::string_view size) const
{
    const auto found =
        std::ranges::find_if(m_all, [&](const TunedVariant& one) { return is_for(one, device, lesson, variant, size); });
    return found == m_all.end() ? nullptr : &*found;
}

void TunedSettings::put(TunedVariant found)
{
    const auto old = std::ranges::find_if(
        m_all, [&](const TunedVariant& one) { return is_for(one, found.device, found.lesson, found.variant, found.size); });
    if (old == m_all.end())
        m_all.push_back(std::move(found));
    else
        *old = std::move(found);
}

std::string TunedSettings::to_toml() const
{
    std::string text = "# Written by `warpstage tune`. Tables, or the whole file, may be deleted.\n";
    for (const auto& one : m_all) {
        std::string values;
        for (const auto& [parameter, value] : one.values)
            values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", parameter, toml_string(value));
        text += fmt::format("\n[[tuned]]\ndevice = {}\nlesson = {}\nvariant = {}\nsize = {}\nvalues = {{ {} }}\n",
            toml_string(one.device), toml_string(one.lesson), toml_string(one.variant), toml_string(one.size), values);
        if (!one.note.empty())
            text += fmt::format("note = {}\n", toml_string(one.note));
    }
    return text;
}

ReadTunedSettings read_tuned_settings(std::string_view text, std::string_view name)
{
    TomlReader reader { name };
    const auto parsed = parse_toml(text, name);
    if (!parsed) {
        reader.fail(parsed.error().source().begin.line, fmt::format("{}.", parsed.error().description()));
        return { {}, reader.mistakes() };
    }
    ReadTunedSettings read;
    reader.allow_keys(parsed.table(), { "tuned" });
    for (const auto* const table : reader.tables(parsed.table(), "tuned"))
        read_table(*table, reader, read.settings);
    read.mistakes = reader.mistakes();
    return read;
}

std::string size_class(const problem::Problem& problem, const problem::Settings& settings)
{
    using problem::Parameter;
    std::string text = "any";
    for (const auto& parameter : problem.parameters()) {
        if (parameter.role == Parameter::Role::problem_size && parameter.kind == Parameter::Kind::integer) {
            const auto n = static_cast<std::uint64_t>(std::max<std::int64_t>(1, settings.integer(parameter.id)));
            text = fmt::format("2^{}", std::bit_width(n) - 1);
        } else if (parameter.role == Parameter::Role::element_type && parameter.kind == Parameter::Kind::choice) {
            text += " " + settings.choice(parameter.id);
        }
    }
    return text;
}

} // namespace warpstage::lesson
