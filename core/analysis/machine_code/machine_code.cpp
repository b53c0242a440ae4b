#include "core/analysis/machine_code/machine_code.h"

#include "core/analysis/machine_code/assembled.h"
#include "core/sass/disassembly.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

std::string_view text_of(const lesson::Lesson& lesson, const ptx::Module* module)
{
    const auto build = std::ranges::find_if(lesson.builds, [&](const auto& known) { return known.module.get() == module; });
    return build == lesson.builds.end() ? std::string_view { lesson.ptx_text } : std::string_view { build->ptx_text };
}

} // namespace

Result<MachineCode> assemble(const MachineCodeRequest& request, const Result<sass::Toolkit>& toolkit, const std::stop_token& stop)
{
    if (!toolkit)
        return toolkit.error();
    const auto found = request.lesson->find_kernel(request.kernel);
    if (found.function == nullptr)
        return Error { fmt::format("The lesson has no PTX of the kernel `{}`.", request.kernel) };
    const auto location = found.function->location;
    const auto source = location.file < found.module->files.size() ? found.module->files[location.file] : "kernels.cu";
    auto listing = sass::disassemble(*toolkit,
        { text_of(*request.lesson, found.module), found.function->name, source,
            assembler_target(*found.module, request.capability) },
        stop);
    if (!listing && listing.error().message.find("is not defined for option") != std::string::npos)
        return Error { fmt::format("The installed ptxas does not support CC {}.{}. Use a newer architecture.",
            request.capability.major, request.capability.minor) };
    if (!listing && listing.error().message.find("SM version specified by .target is higher") != std::string::npos)
        return Error { fmt::format("This PTX requires {} or newer. Use a newer architecture than CC {}.{}.", found.module->target,
            request.capability.major, request.capability.minor) };
    if (!listing)
        return listing.error();
    MachineCode code { *std::move(listing), {} };
    code.differences = sass::differences(ptx::Listing(*found.function), code.listing);
    return code;
}

} // namespace warpstage::analysis
