#include "core/ptx/listing.h"

#include "core/base/verify.h"

#include <algorithm>

namespace warpstage::ptx {

void Listing::add(const Function& function)
{
    const std::uint32_t first = m_functions.empty() ? 0 : m_size + 1;
    m_functions.push_back(&function);
    m_first.push_back(first);
    m_size = first + static_cast<std::uint32_t>(function.instructions.size());
}

std::size_t Listing::index_of(std::uint32_t pc) const
{
    const auto behind = std::upper_bound(m_first.begin(), m_first.end(), pc);
    VERIFY(behind != m_first.begin());
    return static_cast<std::size_t>(behind - m_first.begin()) - 1;
}

const Instruction* Listing::find(std::uint32_t pc) const
{
    if (m_functions.empty())
        return nullptr;
    const std::size_t index = index_of(pc);
    const std::vector<Instruction>& instructions = m_functions[index]->instructions;
    const std::uint32_t at = pc - m_first[index];
    return at < instructions.size() ? &instructions[at] : nullptr;
}

const Instruction& Listing::instruction(std::uint32_t pc) const
{
    const Instruction* found = find(pc);
    VERIFY(found != nullptr);
    return *found;
}

std::uint32_t Listing::line_of(std::uint32_t pc) const
{
    const Instruction* found = find(pc);
    if (found == nullptr)
        return 0;
    const SourceLocation& location = found->location;
    const SourceLocation& kernel = m_functions.front()->location;
    return kernel.line != 0 && location.file != kernel.file ? location.inlined_at : location.line;
}

} // namespace warpstage::ptx
