#include "core/ptx/ast.h"

#include <algorithm>

namespace warpstage::ptx {

bool Instruction::has_modifier(std::string_view modifier) const
{
    return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::uint32_t Instruction::vector_elements() const
{
    return has_modifier("v2") ? 2 : has_modifier("v4") ? 4 : has_modifier("v8") ? 8 : 1;
}

const Function* Module::find(std::string_view name) const
{
    // The mangled name is unique, the display name is not (overloads), so the mangled one has precedence.
    auto found = std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
    if (found == functions.end())
        found = std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.display_name == name; });
    return found == functions.end() ? nullptr : &*found;
}

} // namespace warpstage::ptx
