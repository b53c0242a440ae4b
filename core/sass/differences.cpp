#include "core/sass/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace warpstage::sass {

namespace {

// Memory accesses of a line: those whose access patterns are taught.
enum class Access : std::uint8_t { shared_load, shared_store, global_load, global_store };
constexpr std::size_t kAccesses = 4;
constexpr std::array<std::string_view, kAccesses> kVerbs { "load", "store", "load", "store" };
constexpr std::array<std::string_view, kAccesses> kSpaces { "shared", "shared", "global", "global" };

struct AccessCount {
    std::uint32_t instructions = 0;
    std::uint32_t bytes = 0; // per lane
    std::uint32_t widest = 0; // bytes per lane

    void add(std::uint32_t width)
    {
        ++instructions;
        bytes += width;
        widest = std::max(widest, width);
    }
};

struct LineCount {
    std::uint32_t instructions = 0;
    std::uint32_t branches = 0; // guarded by a predicate
    std::uint32_t exits = 0; // guarded by a predicate
    std::uint32_t divisions = 0; // PTX: div, rem
    std::array<AccessCount, kAccesses> accesses {};
};

using Lines = std::map<std::uint32_t, LineCount>;

std::optional<Access> access_of(const ptx::Instruction& instruction)
{
    const bool load = instruction.opcode == ptx::Opcode::ld;
    if (!load && instruction.opcode != ptx::Opcode::st)
        return std::nullopt;
    if (instruction.has_modifier("shared"))
        return load ? Access::shared_load : Access::shared_store;
    if (instruction.has_modifier("global"))
        return load ? Access::global_load : Access::global_store;
    return std::nullopt;
}

std::uint32_t width_of(const ptx::Instruction& instruction)
{
    return instruction.types.empty() ? 0 : instruction.vector_elements() * ptx::size_of(instruction.types.back());
}

Lines count(const ptx::Listing& listing)
{
    Lines lines;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        const auto* instruction = listing.find(pc);
        if (instruction == nullptr)
            continue;
        auto& line = lines[listing.line_of(pc)];
        ++line.instructions;
        if (instruction->opcode == ptx::Opcode::bra && instruction->guard)
            ++line.branches;
        if (instruction->opcode == ptx::Opcode::div || instruction->opcode == ptx::Opcode::rem)
            ++line.divisions;
        if (const auto access = access_of(*instruction))
            line.accesses.at(static_cast<std::size_t>(*access)).add(width_of(*instruction));
    }
    return lines;
}

std::optional<Access> access_of(const Instruction& instruction)
{
    struct Name {
        std::string_view name;
        Access access;
    };
    constexpr std::array kNames { Name { "LDS", Access::shared_load }, Name { "STS", Access::shared_store },
        Name { "LDG", Access::global_load }, Name { "STG", Access::global_store } };
    const auto found = std::ranges::find(kNames, instruction.name(), &Name::name);
    return found == kNames.end() ? std::nullopt : std::optional(found->access);
}

Lines count(const Listing& listing)
{
    Lines lines;
    for (const auto& instruction : listing.instructions) {
        auto& line = lines[instruction.line];
        ++line.instructions;
        if (instruction.branches_conditionally())
            ++line.branches;
        if (!instruction.guard.empty() && instruction.name() == "EXIT")
            ++line.exits;
        if (const auto access = access_of(instruction))
            line.accesses.at(static_cast<std::size_t>(*access)).add(instruction.access_bytes());
    }
    return lines;
}

std::string counted(std::uint32_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::optional<Difference> branches(std::uint32_t line, const LineCount& ptx, const LineCount& machine)
{
    if (ptx.branches == 0 || machine.branches != 0)
        return std::nullopt;
    if (machine.exits != 0)
        return Difference { Change::predicated, line, "predicated EXIT",
            fmt::format("Line {}: the branch became a predicated EXIT. Lanes without further work exit, and the hardware counts "
                        "no branch.",
                line) };
    return Difference { Change::predicated, line, "predicated",
        fmt::format("Line {}: the branch became predicated instructions. The warp issues them for all active lanes, a predicate "
                    "selects the lanes that execute them, and the hardware counts no branch.",
            line) };
}

// The change for one kind of access; nothing if it is unchanged.
std::optional<Difference> access_change(std::uint32_t line, std::size_t kind, const AccessCount& ptx, const AccessCount& machine)
{
    if (ptx.instructions == 0 || machine.instructions == 0)
        return std::nullopt;
    const auto verb = kVerbs.at(kind);
    const auto words = fmt::format("{} → {}", ptx.instructions, counted(machine.instructions, verb));
    if (machine.bytes == ptx.bytes && machine.instructions < ptx.instructions)
        return Difference { Change::joined, line, words,
            fmt::format(
                "Line {}: {} of {} memory in PTX become {} in machine code. Accesses to neighboring words are combined, up "
                "to {} bytes per lane.",
                line, counted(ptx.instructions, verb), kSpaces.at(kind), machine.instructions, machine.widest) };
    if (machine.bytes > ptx.bytes && machine.instructions > ptx.instructions)
        return Difference { Change::copied, line, words,
            fmt::format("Line {}: {} of {} memory in PTX become {} in machine code, because the assembler unrolled a loop.", line,
                counted(ptx.instructions, verb), kSpaces.at(kind), machine.instructions) };
    return std::nullopt;
}

std::optional<Difference> divisions(std::uint32_t line, const LineCount& ptx, const LineCount& machine)
{
    if (ptx.divisions == 0 || machine.instructions < ptx.instructions + 4 * ptx.divisions)
        return std::nullopt;
    return Difference { Change::expanded, line, fmt::format("{} → {} instructions", ptx.instructions, machine.instructions),
        fmt::format("Line {}: {} in PTX, {} of them a division or remainder, become {} in machine code.", line,
            counted(ptx.instructions, "instruction"), ptx.divisions, machine.instructions) };
}

} // namespace

std::string_view name_of(Change change)
{
    constexpr std::array<std::string_view, 4> kNames { "predicated", "joined", "copied", "expanded" };
    return kNames.at(static_cast<std::size_t>(change));
}

std::vector<Difference> differences(const ptx::Listing& ptx, const Listing& machine)
{
    const Lines before = count(ptx);
    const Lines after = count(machine);
    std::vector<Difference> all;
    const auto add = [&](std::optional<Difference> difference) {
        if (!difference)
            return;
        const bool known = std::ranges::any_of(
            all, [&](const auto& other) { return other.line == difference->line && other.change == difference->change; });
        if (!known)
            all.push_back(*std::move(difference));
    };
    for (const auto& [line, counts] : before) {
        const auto found = after.find(line);
        if (line == 0 || found == after.end())
            continue;
        add(branches(line, counts, found->second));
        for (std::size_t kind = 0; kind < kAccesses; ++kind)
            add(access_change(line, kind, counts.accesses.at(kind), found->second.accesses.at(kind)));
        add(divisions(line, counts, found->second));
    }
    return all;
}

} // namespace warpstage::sass
