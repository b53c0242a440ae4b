#include "core/lesson/edited/kernel_texts.h"

#include "core/lesson/assembly.h"
#include "core/lesson/files/text_file.h"
#include "core/lesson/kernel_check.h"
#include "core/ptx/instruction_text.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::lesson {

namespace {

// NVRTC copies the text of inline PTX without reading it: a misspelled instruction is found here, in whatever kernel it is.
std::optional<Error> unknown_instruction(const ptx::Module& module)
{
    for (const ptx::Function& function : module.functions) {
        for (const ptx::Instruction& instruction : function.instructions) {
            if (instruction.opcode != ptx::Opcode::unknown)
                continue;
            return Error { fmt::format("{} ({})", ptx::unknown_instruction_sentence(instruction),
                ptx::place_in_source(fmt::format("kernel `{}`", function.display_name), instruction.location)) };
        }
    }
    return std::nullopt;
}

Result<std::shared_ptr<const ptx::Module>> parsed(const std::string& text, std::string_view file)
{
    auto module = ptx::parse(text, std::string { file });
    if (!module)
        return module.error();
    if (const auto unknown = unknown_instruction(*module))
        return *unknown;
    return std::make_shared<const ptx::Module>(std::move(*module));
}

} // namespace

Result<std::shared_ptr<const Lesson>> with_kernels(const Lesson& lesson, const KernelTexts& texts)
{
    auto changed = std::make_shared<Lesson>(lesson);
    changed->origin.edited = true;
    changed->source = texts.source;
    changed->source_lines = lines_of(texts.source);
    if (!texts.ptx.empty()) {
        auto module = parsed(texts.ptx, "kernels.ptx");
        if (!module)
            return module.error();
        changed->ptx_text = texts.ptx;
        changed->module = std::move(*module);
    }
    std::erase_if(changed->builds, [](const Build& build) { return build.partial; });
    for (auto& build : changed->builds) {
        const auto text = texts.builds.find(build.name);
        if (text == texts.builds.end())
            continue;
        auto its_module = parsed(text->second, "kernels." + build.name + ".ptx");
        if (!its_module)
            return its_module.error();
        build.ptx_text = text->second;
        build.module = std::move(*its_module);
    }
    for (const auto& [name, text] : texts.partial) {
        auto its_module = parsed(text, name.empty() ? "kernels.ptx" : "kernels." + name + ".ptx");
        if (!its_module)
            return its_module.error();
        changed->builds.push_back({ name, text, std::move(*its_module), true });
    }
    const auto smallest = smallest_settings(*changed);
    for (const auto& variant : changed->variants) {
        if (auto fits = check_kernels(*changed, variant, smallest); !fits)
            return Error { lesson.origin.outside.extension() == ".cu"
                    ? fmt::format("{} needs other arguments, which F8 sets: {}", lesson.source_name(), fits.error().message)
                    : "kernels.cu no longer matches its lesson: " + fits.error().message };
    }
    return std::shared_ptr<const Lesson> { std::move(changed) };
}

KernelTexts kernel_texts_of(const Lesson& lesson)
{
    KernelTexts texts { lesson.source, lesson.ptx_text, {}, {} };
    for (const Build& build : lesson.builds)
        (build.partial ? texts.partial : texts.builds).emplace(build.name, build.ptx_text);
    return texts;
}

std::shared_ptr<const Lesson> with_launches(const Lesson& lesson, const std::vector<problem::Relaunch>& launches)
{
    auto changed = std::make_shared<Lesson>(lesson);
    changed->origin.edited = true;
    for (const problem::Relaunch& launch : launches)
        changed->problem = problem::relaunched(changed->problem, launch);
    return changed;
}

std::shared_ptr<const Lesson> with_flaw(const Lesson& lesson, Flaw flaw, std::string expects, const std::string& checks)
{
    auto flawed = std::make_shared<Lesson>(lesson);
    for (auto& variant : flawed->variants) {
        if (variant.id != flaw.variant)
            continue;
        variant.expects = std::move(expects);
        if (!checks.empty())
            variant.checks = checks;
    }
    flawed->flaw = std::make_shared<const Flaw>(std::move(flaw));
    return flawed;
}

} // namespace warpstage::lesson
