#include "app/views/lanes/branches_exhibit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace warpstage::views {

namespace {

std::string where(const Subject& subject, std::uint32_t line)
{
    std::string words;
    if (line != 0)
        words += fmt::format(" on line {}", line);
    if (subject.warp)
        words += fmt::format(" in warp {}", *subject.warp);
    return words;
}

} // namespace

std::uint32_t line_of(const session::Recording& recording, std::uint32_t pc)
{
    const ptx::Instruction* instruction = recording.listing.find(pc);
    if (instruction == nullptr)
        return 0;
    const ptx::SourceLocation& location = instruction->location;
    const ptx::SourceLocation& function = recording.listing.functions().front()->location;
    return function.line != 0 && location.file != function.file ? location.inlined_at : location.line;
}

Result<std::size_t> choose_branch_step(const Subject& subject)
{
    const auto line = choose_line(subject);
    if (!line)
        return line.error();
    const auto warp = choose_warp(subject);
    if (!warp)
        return warp.error();
    const session::Recording& recording = *subject.recording;
    std::optional<std::size_t> met;
    for (std::size_t i = 0; i < recording.trace.steps.size(); ++i) {
        const trace::StepRecord& step = recording.trace.steps[i];
        if (step.event != trace::Event::branch || (subject.warp && step.warp != *warp)
            || (*line != 0 && line_of(recording, step.pc) != *line))
            continue;
        if (step.divergent())
            return i;
        if (!met)
            met = i;
    }
    if (!met)
        return Error { fmt::format("Kernel `{}` meets no conditional branch{}.", recording.kernel, where(subject, *line)) };
    return *met;
}

} // namespace warpstage::views
