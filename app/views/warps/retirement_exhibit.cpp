#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/warps/retirement_figure.h"
#include "core/analysis/passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpstage::views {

namespace {

struct Branch {
    std::uint32_t pc = 0;
    std::uint32_t events = 0; // warps that diverge or retire, over all passes
};

// Of the branches that warps meet again and again: the one of the line, else the one where the most happens.
std::optional<Branch> choose_branch(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    std::optional<Branch> chosen;
    for (const std::uint32_t pc : analysis::repeated_branches(recording.trace, analysis::branch_targets(recording.listing))) {
        if (subject.line && recording.listing.instruction(pc).location.line != *subject.line)
            continue;
        Branch branch { pc, 0 };
        for (const analysis::BranchPass& pass : analysis::passes_of_branch(recording.trace, pc))
            branch.events += pass.divergent + pass.retired;
        if (!chosen || branch.events > chosen->events)
            chosen = branch;
    }
    return chosen;
}

} // namespace

Result<Exhibit> prepare_retirement(const Subject& subject)
{
    if (const auto line = choose_line(subject); !line)
        return line.error();
    const session::Recording& recording = *subject.recording;
    const auto branch = choose_branch(subject);
    if (!branch)
        return Error { fmt::format("No warp of kernel `{}` meets a branch{} more than once.", recording.kernel,
            subject.line ? fmt::format(" of line {}", *subject.line) : "") };
    const std::uint32_t line = recording.listing.instruction(branch->pc).location.line;
    RetirementInput input = retirement_input(recording.trace, branch->pc);
    const std::string code = source_line(subject.lesson->source_lines, line);
    input.subtitle = fmt::format("line {} · {}", line, code);

    std::uint32_t divergent = 0;
    std::uint32_t retired = 0;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass) {
        divergent += input.divergent(pass);
        retired += input.retired(pass);
    }
    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = line;
    exhibit.caption.code = code;
    exhibit.caption.numbers = { counted(input.warps, "warp"), fmt::format("{} passes", input.passes.size()),
        fmt::format("warps diverge {} times", divergent), fmt::format("{} retire", retired) };
    exhibit.draw = [input](Size size, const Style& style) {
        return retirement_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views
