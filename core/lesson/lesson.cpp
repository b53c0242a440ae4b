#include "core/lesson/lesson.h"

#include "core/base/text.h"
#include "core/lesson/kernel_check.h"
#include "core/lesson/lesson_file.h"
#include "core/lesson/text_file.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::lesson {

namespace {

constexpr std::string_view kToml = "lesson.toml";
constexpr std::string_view kSource = "kernels.cu";
constexpr std::string_view kNotes = "notes.md";
constexpr std::string_view kPtx = "kernels.ptx";

Error at_line(const std::filesystem::path& folder, std::uint32_t line, std::string_view what)
{
    return { fmt::format("{}:{}: {}", shown_name(folder, kToml), line, what) };
}

Result<void> add_problem(Lesson& lesson, const LessonFile& file)
{
    lesson.problem = problem::make_problem(file.problem);
    if (lesson.problem)
        return {};
    const auto ids = problem::problem_ids();
    const auto near = text::nearest(file.problem, ids);
    return at_line(lesson.folder, file.problem_line,
        near.empty() ? fmt::format("there is no problem `{}`: take {}.", file.problem, text::alternatives(ids))
                     : fmt::format("there is no problem `{}`: did you mean `{}`?", file.problem, near));
}

Result<void> add_defaults(Lesson& lesson, const LessonFile& file)
{
    const auto& parameters = lesson.problem->parameters();
    auto settings = problem::Settings::initial(parameters);
    const auto add = [&](const std::vector<FileDefault>& from, auto& to) -> Result<void> {
        for (const auto& chosen : from) {
            if (auto accepted = settings.set(parameters, chosen.parameter, chosen.value); !accepted)
                return at_line(lesson.folder, chosen.line, accepted.error().message);
            to.insert_or_assign(chosen.parameter, chosen.value);
        }
        return {};
    };
    if (auto added = add(file.defaults, lesson.defaults); !added)
        return added;
    return add(file.gpu_defaults, lesson.gpu_defaults);
}

Result<void> add_variants(Lesson& lesson, const LessonFile& file)
{
    for (const auto& read : file.variants) {
        if (auto accepted = lesson.problem->accepts(read.variant); !accepted)
            return at_line(lesson.folder, read.line, accepted.error().message);
        lesson.variants.push_back(read.variant);
    }
    return {};
}

Result<void> add_texts(Lesson& lesson)
{
    const auto place = [&](std::string& member, std::string_view file, std::string_view advice) -> Result<void> {
        auto text = read_lesson_file(lesson.folder, file, advice);
        if (!text)
            return text.error();
        member = std::move(*text);
        return {};
    };
    if (auto placed = place(lesson.source, kSource, "a lesson's kernels stand there"); !placed)
        return placed;
    lesson.source_lines = lines_of(lesson.source);
    if (auto placed = place(lesson.notes, kNotes, "write the speaker's notes there, one line is enough"); !placed)
        return placed;
    return place(lesson.ptx_text, kPtx,
        "build the project, or compile it with nvcc -ptx -arch=compute_75 -lineinfo -o kernels.ptx kernels.cu");
}

// Every size as small as it may be, so that trying a plan costs nothing.
problem::Settings smallest_settings(const Lesson& lesson)
{
    const auto& parameters = lesson.problem->parameters();
    auto settings = lesson.initial_settings();
    for (const auto& parameter : parameters) {
        if (parameter.kind == problem::Parameter::Kind::integer)
            VERIFY(settings.set(parameters, parameter.id, fmt::format("{:.0f}", parameter.minimum)).ok());
    }
    return settings;
}

// Every kernels.NAME.ptx beside kernels.ptx.
Result<void> add_builds(Lesson& lesson)
{
    constexpr std::string_view kBefore = "kernels.";
    constexpr std::string_view kAfter = ".ptx";
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator at { lesson.folder, error }, end; !error && at != end; at.increment(error)) {
        auto file = at->path().filename().string();
        if (file.size() > kBefore.size() + kAfter.size() && file.starts_with(kBefore) && file.ends_with(kAfter))
            files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        Build build;
        build.name = file.substr(kBefore.size(), file.size() - kBefore.size() - kAfter.size());
        auto text = read_lesson_file(lesson.folder, file, "compile it again");
        if (!text)
            return text.error();
        build.ptx_text = std::move(*text);
        auto module = ptx::parse(build.ptx_text, shown_name(lesson.folder, file));
        if (!module)
            return module.error();
        build.module = std::make_shared<const ptx::Module>(std::move(*module));
        lesson.builds.push_back(std::move(build));
    }
    return {};
}

Result<void> add_module(Lesson& lesson, const LessonFile& file)
{
    auto module = ptx::parse(lesson.ptx_text, shown_name(lesson.folder, kPtx));
    if (!module)
        return module.error();
    lesson.module = std::make_shared<const ptx::Module>(std::move(*module));
    if (auto added = add_builds(lesson); !added)
        return added;
    const auto settings = smallest_settings(lesson);
    for (const auto& read : file.variants) {
        if (auto fits = check_kernels(lesson, read.variant, settings); !fits)
            return at_line(lesson.folder, read.line, fits.error().message);
    }
    return {};
}

} // namespace

FoundKernel Lesson::find_kernel(std::string_view shown) const
{
    const auto at = shown.rfind('@');
    const ptx::Module* searched = at == std::string_view::npos ? module.get() : nullptr;
    for (const auto& build : builds) {
        if (at != std::string_view::npos && build.name == shown.substr(at + 1))
            searched = build.module.get();
    }
    if (searched == nullptr)
        return {};
    const auto* const function = searched->find(shown.substr(0, at));
    return { searched, function != nullptr && function->entry ? function : nullptr };
}

const problem::Variant* Lesson::find_variant(std::string_view variant_id) const
{
    for (const auto& variant : variants) {
        if (variant.id == variant_id)
            return &variant;
    }
    return nullptr;
}

problem::Settings Lesson::initial_settings(Machine machine) const
{
    const auto& parameters = problem->parameters();
    auto settings = problem::Settings::initial(parameters);
    for (const auto& [parameter, value] : defaults)
        VERIFY(settings.set(parameters, parameter, value).ok()); // load_lesson() has tried them
    if (machine == Machine::gpu) {
        for (const auto& [parameter, value] : gpu_defaults)
            VERIFY(settings.set(parameters, parameter, value).ok());
    }
    return settings;
}

Result<Lesson> load_lesson(const std::filesystem::path& folder)
{
    const auto toml = read_lesson_file(folder, kToml, "a lesson says there what it is");
    if (!toml)
        return toml.error();
    const auto file = parse_lesson_file(*toml, shown_name(folder, kToml));
    if (!file)
        return file.error();

    Lesson lesson;
    lesson.folder = folder;
    lesson.id = file->id;
    lesson.number = file->number;
    lesson.title = file->title;
    lesson.summary = file->summary;
    if (auto added = add_problem(lesson, *file); !added)
        return added.error();
    if (auto added = add_defaults(lesson, *file); !added)
        return added.error();
    if (auto added = add_variants(lesson, *file); !added)
        return added.error();
    if (auto added = add_texts(lesson); !added)
        return added.error();
    if (auto added = add_module(lesson, *file); !added)
        return added.error();
    return lesson;
}

} // namespace warpstage::lesson
