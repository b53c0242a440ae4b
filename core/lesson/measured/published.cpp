#include "core/lesson/measured/published.h"

#include "core/base/whole_file.h"
#include "core/lesson/files/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::lesson {

namespace {

PublishedFigure read_figure(TomlReader& reader, const toml::table& table)
{
    reader.allow_keys(table,
        { "lesson", "variant", "parameters", "unprinted", "value", "unit", "machine", "architecture", "steps", "copies", "source",
            "speed_up", "against", "remark" });
    const auto line = line_of(table);
    PublishedFigure figure;
    figure.lesson = reader.text(table, "lesson", line);
    figure.variant = reader.text(table, "variant", line);
    if (reader.required(table, "value", line) != nullptr)
        figure.value = reader.real(table, "value");
    figure.unit = reader.text(table, "unit", line);
    figure.machine = reader.text(table, "machine", line);
    figure.architecture = reader.optional_text(table, "architecture");
    figure.source = reader.text(table, "source", line);
    if (const double steps = reader.real(table, "steps"); steps >= 1.0)
        figure.steps = static_cast<std::uint32_t>(steps);
    figure.copies = table["copies"].value_or(false);
    figure.speed_up = reader.real(table, "speed_up");
    figure.against = reader.optional_text(table, "against");
    figure.remark = reader.optional_text(table, "remark");
    if (table.contains("value") && figure.value <= 0.0)
        reader.fail(line_of(*table.get("value")), "`value` must be a number greater than 0.");
    if (table.contains("speed_up") && figure.against.empty())
        reader.fail(line_of(*table.get("speed_up")), "`speed_up` requires `against`.");
    for (const auto& [key, values] :
        { std::pair { "parameters", &figure.parameters }, std::pair { "unprinted", &figure.unprinted } }) {
        const auto* const parameters = reader.table(table, key);
        if (parameters == nullptr)
            continue;
        for (const auto& [name, value] : *parameters) {
            if (const auto written = scalar_of(value))
                values->emplace(name.str(), *written);
            else
                reader.fail(line_of(value), fmt::format("`{}` must be a string, a number or a boolean.", name.str()));
        }
    }
    return figure;
}

} // namespace

std::string PublishedFigure::words() const
{
    auto words = fmt::format("{} {}", value, unit);
    if (speed_up > 0.0)
        words += fmt::format(", {}×", speed_up);
    return words;
}

Result<PublishedFigures> PublishedFigures::parse(std::string_view text, std::string_view name)
{
    TomlReader reader { name };
    const toml::parse_result parsed = parse_toml(text, name);
    if (!parsed) {
        reader.fail(parsed.error().source().begin.line, fmt::format("{}.", parsed.error().description()));
        return reader.first_mistake();
    }
    reader.allow_keys(parsed.table(), { "figure" });
    PublishedFigures figures;
    for (const auto* const table : reader.tables(parsed.table(), "figure"))
        figures.m_figures.push_back(read_figure(reader, *table));
    if (reader.failed())
        return reader.first_mistake();
    return figures;
}

Result<PublishedFigures> PublishedFigures::load(const std::filesystem::path& file)
{
    const auto text = read_whole_file(file, kMaxTextBytes);
    if (!text)
        return Error { fmt::format(
            "`{}` cannot be read: {}. Published results are not shown.", file.string(), text.error().message) };
    return parse(*text, file.filename().string());
}

bool PublishedFigures::has_lesson(std::string_view lesson) const
{
    return std::ranges::any_of(m_figures, [&](const PublishedFigure& figure) { return figure.lesson == lesson; });
}

std::vector<const PublishedFigure*> PublishedFigures::of(std::string_view lesson, std::string_view variant) const
{
    std::vector<const PublishedFigure*> found;
    for (const auto& figure : m_figures) {
        if (figure.lesson == lesson && figure.variant == variant)
            found.push_back(&figure);
    }
    return found;
}

} // namespace warpstage::lesson
