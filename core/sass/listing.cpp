#include "core/sass/listing.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warpstage::sass {

namespace {

using namespace std::string_view_literals;

std::optional<std::uint32_t> number(std::string_view digits, int base)
{
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    return error == std::errc {} && end != digits.data() ? std::optional(value) : std::nullopt;
}

// `File "a.h", line 12 inlined at "kernels.cu", line 37`: the last line of `source`, else 0.
std::uint32_t line_of(std::string_view remark, std::string_view source)
{
    const auto name = '"' + std::string { source } + "\", line ";
    const auto at = remark.rfind(name);
    return at == std::string_view::npos ? 0 : number(remark.substr(at + name.size()), 10).value_or(0);
}

// `/*00a0*/  @!P0 BRA `(.L_x_0) ;`
std::optional<Instruction> read_instruction(std::string_view line)
{
    if (!line.starts_with("/*"))
        return std::nullopt;
    const auto end = line.find("*/");
    const auto address = end == std::string_view::npos ? std::nullopt : number(line.substr(2, end - 2), 16);
    if (!address)
        return std::nullopt;
    auto text = text::trim(line.substr(end + 2));
    if (const auto semicolon = text.find(';'); semicolon != std::string_view::npos)
        text = text::trim(text.substr(0, semicolon));
    if (text.empty())
        return std::nullopt;
    Instruction instruction { *address, 0, {}, {} };
    if (text.starts_with('@')) {
        const auto space = text.find(' ');
        instruction.guard = text.substr(0, space);
        text = space == std::string_view::npos ? std::string_view {} : text::trim(text.substr(space));
    }
    instruction.text = text;
    return instruction;
}

// `.L_x_2:`, without the colon.
std::string_view label_of(std::string_view line)
{
    return line.starts_with(".L_") && line.ends_with(':') ? line.substr(0, line.size() - 1) : std::string_view {};
}

// The jump that the assembler appends to a kernel; only NOPs follow.
bool jumps_to_itself(const Instruction& instruction, std::string_view label)
{
    return !label.empty() && instruction.guard.empty() && instruction.name() == "BRA"sv
        && instruction.text.find("(" + std::string { label } + ")") != std::string::npos;
}

} // namespace

std::string_view Instruction::opcode() const
{
    return std::string_view { text }.substr(0, text.find(' '));
}

std::string_view Instruction::name() const
{
    return opcode().substr(0, opcode().find('.'));
}

std::uint32_t Instruction::access_bytes() const
{
    struct Width {
        std::string_view modifier;
        std::uint32_t bytes;
    };
    constexpr std::array kWidths { Width { ".U8", 1 }, Width { ".S8", 1 }, Width { ".U16", 2 }, Width { ".S16", 2 },
        Width { ".64", 8 }, Width { ".128", 16 }, Width { ".256", 32 } };
    for (const auto& [modifier, bytes] : kWidths) {
        const auto at = opcode().find(modifier);
        if (at == std::string_view::npos)
            continue;
        const auto behind = opcode().substr(at + modifier.size());
        if (behind.empty() || behind.front() == '.')
            return bytes;
    }
    return 4;
}

bool Instruction::branches_conditionally() const
{
    constexpr std::array kBranches { "BRA"sv, "BRX"sv, "JMP"sv, "BREAK"sv };
    return !guard.empty() && std::ranges::find(kBranches, name()) != kBranches.end();
}

Result<Listing> parse(std::string_view disassembly, std::string_view source)
{
    Listing listing;
    std::uint32_t line = 0;
    bool in_kernel = false;
    std::string_view label; // for the next instruction
    for (const auto raw : text::split(disassembly, '\n')) {
        const auto words = text::trim(raw);
        if (words.starts_with(".target"))
            listing.target = text::trim(words.substr(".target"sv.size()));
        else if (words.starts_with(".section")) {
            in_kernel = words.find(".text.") != std::string_view::npos;
            line = 0;
        } else if (words.starts_with("//## File"))
            line = line_of(words, source);
        else if (!label_of(words).empty())
            label = label_of(words);
        else if (auto instruction = in_kernel ? read_instruction(words) : std::nullopt) {
            in_kernel = !jumps_to_itself(*instruction, label);
            label = {};
            instruction->line = line;
            if (in_kernel)
                listing.instructions.push_back(*std::move(instruction));
        }
    }
    if (listing.instructions.empty())
        return Error { "nvdisasm printed no instruction of this kernel." };
    return listing;
}

} // namespace warpstage::sass
