#include "core/ptx/instruction_text.h"

#include <fmt/format.h>

#include <cstddef>

namespace warpstage::ptx {

std::string in_backquotes(std::string_view text)
{
    constexpr std::size_t kMaxCharacters = 120;
    return fmt::format("`{}{}`", text.substr(0, kMaxCharacters), text.size() > kMaxCharacters ? "..." : "");
}

std::string place_in_source(std::string_view owner, const SourceLocation& location)
{
    const std::uint32_t line = location.line_in_kernel();
    return line == 0 ? std::string { owner } : fmt::format("{}, line {} of the CUDA source", owner, line);
}

std::string unknown_instruction_sentence(const Instruction& instruction)
{
    const std::string_view text = instruction.text;
    return "the virtual machine does not support the instruction " + in_backquotes(text.substr(0, text.find(' ')));
}

} // namespace warpstage::ptx
