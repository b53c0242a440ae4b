#include "app/figure/gallery/branches.h"
#include "app/figure/gallery/kind.h"
#include "app/figure/recorded_inputs.h"
#include "app/figure/retirement_figure.h"

#include <fmt/format.h>

namespace warpstage::figure {

Result<Exhibit> prepare_passes(const Subject& subject)
{
    const auto branch = choose_repeated_branch(subject);
    if (!branch)
        return branch.error();
    const session::Recording& recording = *subject.recording;
    RetirementInput input = retirement_input(recording.trace, *branch);
    const std::uint32_t line = line_of(recording, *branch);
    input.subtitle = fmt::format("line {}", line);

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.line = line;
    exhibit.caption.code = source_line(subject.lesson->source_lines, line);
    std::string divergent;
    std::string retired;
    for (std::size_t pass = 0; pass < input.passes.size(); ++pass) {
        divergent += fmt::format("{}{}", pass == 0 ? "" : ", ", input.divergent(pass));
        retired += fmt::format("{}{}", pass == 0 ? "" : ", ", input.retired(pass));
    }
    exhibit.caption.numbers = { "divergent warps by pass: " + divergent, "retired: " + retired };
    exhibit.draw = [input](Size size, const Style& style) {
        return retirement_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::figure
