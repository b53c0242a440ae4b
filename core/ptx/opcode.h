// The PTX opcodes that warpstage supports; opcodes.inc is the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::ptx {

enum class Opcode : std::uint8_t {
#define OPCODE(enumerator, word, family, lowering) enumerator,
#include "core/ptx/opcodes.inc"
#undef OPCODE
};

// Category of an opcode, named as in the PTX ISA, chapter 9.7; used in tables of a kernel's instructions.
#define WARPSTAGE_PTX_OPCODE_FAMILIES(FAMILY)                                                                                    \
    FAMILY(arithmetic) /* integer and floating point */                                                                          \
    FAMILY(logic) /* bitwise: and, shl, lop3, popc */                                                                            \
    FAMILY(comparison) /* setp, selp */                                                                                          \
    FAMILY(movement) /* mov, cvt, cvta, prmt */                                                                                  \
    FAMILY(memory) /* ld, st, prefetch */                                                                                        \
    FAMILY(atomic) /* atom, red */                                                                                               \
    FAMILY(asynchronous) /* cp.async */                                                                                          \
    FAMILY(texture)                                                                                                              \
    FAMILY(video) /* vadd, vabsdiff4 */                                                                                          \
    FAMILY(matrix)                                                                                                               \
    FAMILY(warp) /* shfl, vote, match */                                                                                         \
    FAMILY(synchronization) /* bar, membar */                                                                                    \
    FAMILY(control) /* bra, call, ret */                                                                                         \
    FAMILY(miscellaneous) /* nanosleep, pmevent */

enum class OpcodeFamily : std::uint8_t {
#define FAMILY(name) name,
    WARPSTAGE_PTX_OPCODE_FAMILIES(FAMILY)
#undef FAMILY
};
inline constexpr std::size_t kOpcodeFamilies = static_cast<std::size_t>(OpcodeFamily::miscellaneous) + 1;

[[nodiscard]] std::optional<Opcode> parse_opcode(std::string_view word);
[[nodiscard]] std::string_view name_of(Opcode opcode);

[[nodiscard]] OpcodeFamily family_of(Opcode opcode);
// "arithmetic", "warp".
[[nodiscard]] std::string_view name_of(OpcodeFamily family);

} // namespace warpstage::ptx
