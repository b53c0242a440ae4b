#include "core/timing/machine_code/required_capability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace warpstage::timing {

namespace {

using arch::ComputeCapability;
using ptx::Opcode;

struct Requirement {
    Opcode opcode;
    std::string_view modifier; // empty: any
    ComputeCapability capability;
};

constexpr std::array kRequirements {
    Requirement { Opcode::atom, "global", { 1, 1 } },
    Requirement { Opcode::red, "global", { 1, 1 } },
    Requirement { Opcode::atom, "shared", { 1, 2 } },
    Requirement { Opcode::red, "shared", { 1, 2 } },
    Requirement { Opcode::vote, "", { 1, 2 } },
    Requirement { Opcode::vote, "ballot", { 2, 0 } },
    Requirement { Opcode::shfl, "", { 3, 0 } },
    Requirement { Opcode::activemask, "", { 3, 0 } },
    Requirement { Opcode::match, "", { 7, 0 } },
    Requirement { Opcode::wmma, "", { 7, 0 } },
    Requirement { Opcode::mma, "", { 7, 0 } },
    Requirement { Opcode::ldmatrix, "", { 7, 5 } },
    Requirement { Opcode::movmatrix, "", { 7, 5 } },
    Requirement { Opcode::redux, "", { 8, 0 } },
    Requirement { Opcode::cp, "async", { 8, 0 } },
    Requirement { Opcode::elect, "", { 9, 0 } },
    Requirement { Opcode::stmatrix, "", { 9, 0 } },
};

bool older(ComputeCapability a, ComputeCapability b)
{
    return std::tie(a.major, a.minor) < std::tie(b.major, b.minor);
}

} // namespace

std::optional<MissingCapability> missing_capability(const ptx::Listing& listing, ComputeCapability capability)
{
    const Requirement* newest = nullptr;
    std::uint32_t at = 0;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        const ptx::Instruction* instruction = listing.find(pc);
        if (instruction == nullptr)
            continue;
        for (const Requirement& requirement : kRequirements) {
            if (instruction->opcode != requirement.opcode || !older(capability, requirement.capability)
                || (!requirement.modifier.empty() && !instruction->has_modifier(requirement.modifier)))
                continue;
            if (newest == nullptr || older(newest->capability, requirement.capability)) {
                newest = &requirement;
                at = pc;
            }
        }
    }
    if (newest == nullptr)
        return std::nullopt;
    const std::string_view text = listing.instruction(at).text;
    const std::uint32_t line = listing.line_of(at);
    return MissingCapability { newest->capability,
        fmt::format("{} uses `{}`, which requires", line == 0 ? "The kernel" : fmt::format("Line {}", line),
            text.substr(0, text.find_first_of(". "))) };
}

} // namespace warpstage::timing
