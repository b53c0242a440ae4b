// For processors that code is not written for.
#include "core/simt/jit/translated_code.h"

namespace warpstage::simt::jit {

std::unique_ptr<const TranslatedCode> translate(const ProgramBody&, InstructionSet, Counting, std::span<const std::uint8_t>)
{
    return nullptr;
}

} // namespace warpstage::simt::jit
