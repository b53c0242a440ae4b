#include "core/lesson/lesson.h"

#include "core/base/words.h"
#include "core/lesson/assembly.h"

namespace warpstage::lesson {

const std::string& Lesson::shown_notes() const
{
    const auto translation = translations.find(words::language().code);
    return translation == translations.end() || translation->second.notes.empty() ? notes : translation->second.notes;
}

std::string Lesson::source_name() const
{
    const auto ending = origin.outside.extension();
    if (ending == ".cu" || ending == ".ptx")
        return origin.outside.filename().string();
    // A capture keeps the line table of the program, whose file has another name.
    if (!origin.outside.empty() && module != nullptr)
        for (const auto& function : module->functions)
            if (function.entry && function.location.line != 0 && function.location.file < module->files.size())
                return std::filesystem::path { module->files[function.location.file] }.filename().string();
    return "kernels.cu";
}

FoundKernel Lesson::find_kernel(std::string_view shown) const
{
    const auto at = shown.rfind('@');
    const auto kernel = shown.substr(0, at);
    const auto name = at == std::string_view::npos ? std::string_view {} : shown.substr(at + 1);
    const auto kernel_of = [&](const ptx::Module& searched) -> const ptx::Function* {
        const auto* const function = searched.find(kernel);
        return function != nullptr && function->entry ? function : nullptr;
    };
    const ptx::Module* whole = name.empty() ? module.get() : nullptr;
    for (const auto& build : builds) {
        if (build.name != name)
            continue;
        if (!build.partial)
            whole = build.module.get();
        else if (const auto* const function = kernel_of(*build.module); function != nullptr)
            return { build.module.get(), function };
    }
    if (whole == nullptr)
        return {};
    return { whole, kernel_of(*whole) };
}

const problem::Variant* Lesson::find_variant(std::string_view variant_id) const
{
    for (const auto& variant : variants) {
        if (variant.id == variant_id)
            return &variant;
    }
    return nullptr;
}

problem::Settings Lesson::initial_settings(EngineKind engine) const
{
    const auto& parameters = problem->parameters();
    auto settings = problem::Settings::initial(parameters);
    for (const auto& [parameter, value] : defaults.any)
        VERIFY(settings.set(parameters, parameter, value).ok()); // load_lesson() has checked them
    if (engine == EngineKind::gpu) {
        for (const auto& [parameter, value] : defaults.gpu)
            VERIFY(settings.set(parameters, parameter, value).ok());
    }
    return settings;
}

problem::Settings Lesson::settings_of(const Cue& cue, EngineKind engine) const
{
    auto settings = initial_settings(engine);
    for (const auto& [parameter, value] : cue.parameters)
        VERIFY(settings.set(problem->parameters(), parameter, value).ok()); // resolve_cue() has checked them
    return settings;
}

Result<Lesson> load_lesson(const std::filesystem::path& folder, const CueFigures& figures)
{
    auto assembled = assemble_lesson(folder, figures);
    if (!assembled.mistakes.empty())
        return Error { assembled.mistakes.front() };
    return std::move(assembled.lesson);
}

} // namespace warpstage::lesson
