// The one list of PTX opcodes that warpstage knows. Whatever is not here is refused with its name and line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::ptx {

// OPCODE(enumerator, "word in PTX"); the enumerator ends in an underscore where the word is a C++ keyword.
#define WARPSTAGE_PTX_OPCODES(OPCODE)                                                                                            \
    OPCODE(abs, "abs")                                                                                                           \
    OPCODE(add, "add")                                                                                                           \
    OPCODE(and_, "and")                                                                                                          \
    OPCODE(bar, "bar")                                                                                                           \
    OPCODE(barrier, "barrier")                                                                                                   \
    OPCODE(bra, "bra")                                                                                                           \
    OPCODE(cvt, "cvt")                                                                                                           \
    OPCODE(cvta, "cvta")                                                                                                         \
    OPCODE(div, "div")                                                                                                           \
    OPCODE(exit, "exit")                                                                                                         \
    OPCODE(fma, "fma")                                                                                                           \
    OPCODE(ld, "ld")                                                                                                             \
    OPCODE(mad, "mad")                                                                                                           \
    OPCODE(max, "max")                                                                                                           \
    OPCODE(membar, "membar")                                                                                                     \
    OPCODE(min, "min")                                                                                                           \
    OPCODE(mov, "mov")                                                                                                           \
    OPCODE(mul, "mul")                                                                                                           \
    OPCODE(neg, "neg")                                                                                                           \
    OPCODE(not_, "not")                                                                                                          \
    OPCODE(or_, "or")                                                                                                            \
    OPCODE(rcp, "rcp")                                                                                                           \
    OPCODE(rem, "rem")                                                                                                           \
    OPCODE(ret, "ret")                                                                                                           \
    OPCODE(rsqrt, "rsqrt")                                                                                                       \
    OPCODE(selp, "selp")                                                                                                         \
    OPCODE(setp, "setp")                                                                                                         \
    OPCODE(shl, "shl")                                                                                                           \
    OPCODE(shr, "shr")                                                                                                           \
    OPCODE(sqrt, "sqrt")                                                                                                         \
    OPCODE(st, "st")                                                                                                             \
    OPCODE(sub, "sub")                                                                                                           \
    OPCODE(xor_, "xor")

enum class Opcode : std::uint8_t {
#define OPCODE(enumerator, word) enumerator,
    WARPSTAGE_PTX_OPCODES(OPCODE)
#undef OPCODE
};

[[nodiscard]] std::optional<Opcode> parse_opcode(std::string_view word);
[[nodiscard]] std::string_view name_of(Opcode opcode);

} // namespace warpstage::ptx
