#include "core/sass/numbered.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>

namespace warpstage::sass {

namespace {

bool is_directive(std::string_view line, std::string_view name)
{
    return line.starts_with(name) && (line.size() == name.size() || line[name.size()] == ' ' || line[name.size()] == '\t');
}

} // namespace

std::string number_instructions(std::string_view text, const ptx::Module& module)
{
    std::set<std::uint32_t> lines; // with an instruction
    for (const ptx::Function& function : module.functions)
        for (const ptx::Instruction& instruction : function.instructions)
            lines.insert(instruction.text_line);
    std::string numbered;
    numbered.reserve(text.size() + lines.size() * 16);
    std::uint32_t number = 0;
    bool in_section = false; // of debug information
    for (const std::string_view line : text::split(text, '\n')) {
        ++number;
        const std::string_view words = text::trim(line);
        if (in_section || is_directive(words, ".section")) {
            in_section = !words.ends_with('}');
            continue;
        }
        if (is_directive(words, ".loc") || is_directive(words, ".file"))
            continue;
        if (lines.contains(number))
            numbered += fmt::format(".loc 1 {} 0\n", number);
        numbered.append(line).append("\n");
    }
    numbered += fmt::format(".file 1 \"{}\"\n", kNumberedFile);
    return numbered;
}

} // namespace warpstage::sass
