#include "core/lesson/lesson.h"

#include "core/base/words.h"
#include "core/lesson/assembly.h"

namespace warpstage::lesson {

namespace {

// The file of the kernel in the line table, which a capture keeps from the program; empty: there is no line table.
std::string file_of(const FoundKernel& kernel)
{
    const auto [module, function] = kernel;
    if (function == nullptr)
        return {};
    ptx::SourceLocation location = function->location;
    for (const auto& instruction : function->instructions)
        if (location.line == 0)
            location = instruction.location;
    return location.line != 0 && location.file < module->files.size()
        ? std::filesystem::path { module->files[location.file] }.filename().string()
        : std::string {};
}

} // namespace

std::string Lesson::shown(const std::string& english) const
{
    if (const auto translation = translations.find(words::language().code); translation != translations.end())
        if (const auto text = translation->second.texts.find(english); text != translation->second.texts.end())
            return text->second;
    return std::string { tr(std::string_view { english }) };
}

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
    if (!origin.outside.empty() && !variants.empty())
        for (const auto& kernel : problem->kernels(variants.front()))
            if (auto name = file_of(find_kernel(kernel)); !name.empty())
                return name;
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
