#include "core/lesson/cues/cue_check.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::lesson {

namespace {

std::optional<std::size_t> variant_index(
    const Lesson& lesson, const std::string& id, std::string_view who, std::uint32_t line, std::vector<CueMistake>& mistakes)
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < lesson.variants.size(); ++i) {
        if (lesson.variants[i].id == id)
            return i;
        ids.push_back(lesson.variants[i].id);
    }
    const auto near = text::nearest(id, ids);
    mistakes.push_back({ line,
        near.empty() ? fmt::format("{} names the unknown variant `{}`. Use {}.", who, id, text::alternatives(ids))
                     : fmt::format("{} names the unknown variant `{}`. Did you mean `{}`?", who, id, near) });
    return std::nullopt;
}

void set_parameters(const Lesson& lesson, const FileCue& written, ResolvedCue& resolved)
{
    const auto& parameters = lesson.problem->parameters();
    auto settings = lesson.initial_settings();
    const auto set = [&](const auto& chosen_values, auto& values) {
        for (const auto& chosen : chosen_values) {
            if (auto accepted = settings.set(parameters, chosen.parameter, chosen.value); !accepted)
                resolved.mistakes.push_back({ chosen.line, accepted.error().message });
            else
                values.insert_or_assign(chosen.parameter, chosen.value);
        }
    };
    set(written.parameters, resolved.cue.parameters);
    set(written.timed, resolved.cue.timed);
    for (const auto& value : written.cue.swept_values) {
        if (auto accepted = settings.set(parameters, written.cue.swept, value); !accepted) {
            resolved.mistakes.push_back({ written.line, accepted.error().message });
            return;
        }
    }
}

// Number of the first line from `first` on that contains the text; 0: none. `body`: searches only up to the brace that ends a
// function, at the beginning of its line.
enum class Extent : std::uint8_t { body, file };
std::uint32_t find_line(const std::vector<std::string>& lines, std::uint32_t first, Extent extent, const std::string& searched)
{
    for (auto line = first; line <= lines.size(); ++line) {
        const auto& content = lines[line - 1];
        if (content.find(searched) != std::string::npos)
            return line;
        if (extent == Extent::body && content.starts_with('}'))
            return 0;
    }
    return 0;
}

// Searches the variant's kernels first, then the whole file: it may be in a function that they call.
std::uint32_t line_with(const Lesson& lesson, const problem::Variant& variant, const std::string& searched)
{
    for (const auto& kernel : lesson.problem->kernels(variant)) {
        const auto found = lesson.find_kernel(kernel);
        if (found.function == nullptr || found.function->location.line == 0)
            continue;
        if (const auto line = find_line(lesson.source_lines, found.function->location.line, Extent::body, searched); line != 0)
            return line;
    }
    return find_line(lesson.source_lines, 1, Extent::file, searched);
}

} // namespace

ResolvedCue resolve_cue(const Lesson& lesson, const FileCue& written)
{
    ResolvedCue resolved { written.cue, {} };
    set_parameters(lesson, written, resolved);
    const auto variant = variant_index(lesson, written.variant, "a cue", written.line, resolved.mistakes);
    if (!written.beside.empty())
        resolved.cue.beside = variant_index(lesson, written.beside, "a cue", written.line, resolved.mistakes);
    if (!variant || lesson.source_lines.empty())
        return resolved;
    resolved.cue.variant = *variant;
    if (!written.source_text.empty()) {
        resolved.cue.line = line_with(lesson, lesson.variants[*variant], written.source_text);
        if (resolved.cue.line == 0)
            resolved.mistakes.push_back(
                { written.selection_line, fmt::format("no line of kernels.cu contains `{}`.", written.source_text) });
    } else if (resolved.cue.line > lesson.source_lines.size()) {
        resolved.mistakes.push_back({ written.selection_line,
            fmt::format("kernels.cu has {} lines: line {} does not exist.", lesson.source_lines.size(), resolved.cue.line) });
    }
    return resolved;
}

ResolvedRole resolve_role(const Lesson& lesson, const FileRole& written)
{
    ResolvedRole resolved { written.role, {} };
    resolved.role.lines.assign(lesson.variants.size(), 0);
    for (const auto& line : written.lines) {
        const auto variant = variant_index(lesson, line.variant, "a role", line.line, resolved.mistakes);
        if (!variant || lesson.source_lines.empty())
            continue;
        resolved.role.lines[*variant] = line_with(lesson, lesson.variants[*variant], line.text);
        if (resolved.role.lines[*variant] == 0)
            resolved.mistakes.push_back({ line.line, fmt::format("no line of kernels.cu contains `{}`.", line.text) });
    }
    return resolved;
}

ResolvedBaseline resolve_baseline(const Lesson& lesson, const FileVariant& written)
{
    ResolvedBaseline resolved;
    if (written.baseline.empty())
        return resolved;
    resolved.variant = variant_index(lesson, written.baseline, "a variant", written.line, resolved.mistakes);
    if (written.baseline == written.variant.id)
        resolved.mistakes.push_back({ written.line, "a variant cannot be compared with itself." });
    return resolved;
}

} // namespace warpstage::lesson
