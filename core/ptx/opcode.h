// The PTX opcodes that warpstage knows; opcodes.inc is their table.
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

// What kind of work an opcode does, in the words of the chapters of the PTX ISA (9.7), for tables of a kernel's instructions.
#define WARPSTAGE_PTX_OPCODE_FAMILIES(FAMILY)                                                                                    \
    FAMILY(arithmetic) /* integer and floating point */                                                                          \
    FAMILY(logic) /* bits: and, shl, lop3, popc */                                                                               \
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
