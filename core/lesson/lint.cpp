#include "core/lesson/lint.h"

#include "core/lesson/assembly.h"
#include "core/lesson/files/text_file.h"
#include "core/problem/described/described.h"
#include "core/simt/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace warpstage::lesson {

namespace {

using Mistakes = std::vector<std::string>;

void add(Mistakes& mistakes, std::string mistake)
{
    if (std::ranges::find(mistakes, mistake) == mistakes.end())
        mistakes.push_back(std::move(mistake));
}

// A copied or cloned folder has its files' times in any order, all within moments.
constexpr auto kTimeOfACopy = std::chrono::seconds { 5 };

void look_at_age(const Lesson& lesson, Mistakes& mistakes)
{
    std::error_code error;
    const auto source = std::filesystem::last_write_time(lesson.folder / "kernels.cu", error);
    const auto ptx = error ? source : std::filesystem::last_write_time(lesson.folder / "kernels.ptx", error);
    if (!error && ptx + kTimeOfACopy < source)
        add(mistakes,
            fmt::format("{} is older than kernels.cu: compile it again with nvcc -ptx -arch=compute_75 -lineinfo -o kernels.ptx "
                        "kernels.cu.",
                shown_name(lesson.folder, "kernels.ptx")));
}

void look_at_kernels(const Lesson& lesson, Mistakes& mistakes)
{
    for (const auto& variant : lesson.variants) {
        for (const auto& name : lesson.problem->kernels(variant)) {
            const auto found = lesson.find_kernel(name);
            if (found.function == nullptr)
                continue; // already reported
            if (auto program = simt::Program::lower(*found.module, *found.function); !program)
                add(mistakes, fmt::format("{}: {}", shown_name(lesson.folder, "kernels.ptx"), program.error().message));
        }
    }
}

// The limits of its range, or its choices.
std::vector<std::string> extremes_of(const problem::Parameter& parameter)
{
    if (parameter.kind == problem::Parameter::Kind::choice)
        return parameter.choices;
    std::vector<std::string> values = parameter.choices;
    for (const double bound : { parameter.minimum, parameter.maximum })
        values.push_back(
            parameter.kind == problem::Parameter::Kind::integer ? fmt::format("{:.0f}", bound) : fmt::format("{}", bound));
    return values;
}

void look_at_parameters(const Lesson& lesson, Mistakes& mistakes)
{
    const auto* const described = dynamic_cast<const problem::Described*>(lesson.problem.get());
    if (described == nullptr)
        return;
    const auto& parameters = described->parameters();
    for (const auto& parameter : parameters) {
        for (const auto& value : extremes_of(parameter)) {
            auto settings = lesson.initial_settings();
            if (!settings.set(parameters, parameter.id, value))
                continue; // a maximum that is not a multiple
            for (const auto& variant : lesson.variants) {
                const auto outline = described->outline(variant, settings);
                if (outline)
                    continue;
                auto mistake = outline.error().message;
                const auto end_of_sentence = std::min(mistake.find('\n'), mistake.size());
                mistake.insert(end_of_sentence, fmt::format(" (with {} = {})", parameter.id, value));
                add(mistakes, std::move(mistake));
            }
        }
    }
}

// The settings of a cue must yield a plan on both devices.
void look_at_cues(const Lesson& lesson, Mistakes& mistakes)
{
    for (std::size_t i = 0; i < lesson.cues.size(); ++i) {
        const auto& cue = lesson.cues[i];
        for (const auto engine : { EngineKind::vm, EngineKind::gpu }) {
            const auto plan = lesson.problem->plan(lesson.variants[cue.variant], lesson.settings_of(cue, engine));
            if (!plan)
                add(mistakes,
                    fmt::format("{}: cue {}: {}", shown_name(lesson.folder, "lesson.toml"), i + 1, plan.error().message));
        }
    }
}

} // namespace

std::vector<std::string> lint_lesson(const std::filesystem::path& folder, const CueFigures& figures)
{
    auto assembled = assemble_lesson(folder, figures);
    auto& mistakes = assembled.mistakes;
    const auto& lesson = assembled.lesson;
    if (!lesson.ptx_text.empty() && !lesson.source.empty())
        look_at_age(lesson, mistakes);
    const bool complete = lesson.problem != nullptr && lesson.module != nullptr;
    if (complete)
        look_at_kernels(lesson, mistakes);
    if (complete && mistakes.empty()) {
        look_at_parameters(lesson, mistakes);
        look_at_cues(lesson, mistakes);
    }
    return std::move(mistakes);
}

} // namespace warpstage::lesson
