// What kind of work an opcode does, in the words of the chapters of the PTX ISA (9.7), for tables of a kernel's instructions.
#pragma once

#include "core/ptx/opcode.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpstage::ptx {

enum class OpcodeFamily : std::uint8_t {
    arithmetic, // integer and floating point
    logic, // bits: and, shl, lop3, popc
    comparison, // setp, selp
    movement, // mov, cvt, cvta, prmt
    memory, // ld, st, prefetch
    atomic, // atom, red
    asynchronous, // cp.async
    texture,
    matrix,
    warp, // shfl, vote, match
    synchronisation, // bar, membar
    control, // bra, call, ret
    miscellaneous, // nanosleep, pmevent
};
inline constexpr std::size_t kOpcodeFamilies = static_cast<std::size_t>(OpcodeFamily::miscellaneous) + 1;

[[nodiscard]] OpcodeFamily family_of(Opcode opcode);
// "arithmetic", "warp".
[[nodiscard]] std::string_view name_of(OpcodeFamily family);

} // namespace warpstage::ptx
