// The one list of PTX opcodes that warpstage knows. Whatever is not here is refused with its name and line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::ptx {

// OPCODE(enumerator, "word in PTX"); the enumerator ends in an underscore where the word is a C++ keyword.
#define WARPSTAGE_PTX_OPCODES(OPCODE)                                                                                            \
    OPCODE(abs, "abs")                                                                                                           \
    OPCODE(activemask, "activemask")                                                                                             \
    OPCODE(add, "add")                                                                                                           \
    OPCODE(addc, "addc")                                                                                                         \
    OPCODE(alloca, "alloca")                                                                                                     \
    OPCODE(and_, "and")                                                                                                          \
    OPCODE(applypriority, "applypriority")                                                                                       \
    OPCODE(atom, "atom")                                                                                                         \
    OPCODE(bar, "bar")                                                                                                           \
    OPCODE(barrier, "barrier")                                                                                                   \
    OPCODE(bfe, "bfe")                                                                                                           \
    OPCODE(bfi, "bfi")                                                                                                           \
    OPCODE(bfind, "bfind")                                                                                                       \
    OPCODE(bmsk, "bmsk")                                                                                                         \
    OPCODE(bra, "bra")                                                                                                           \
    OPCODE(brev, "brev")                                                                                                         \
    OPCODE(brkpt, "brkpt")                                                                                                       \
    OPCODE(brx, "brx")                                                                                                           \
    OPCODE(call, "call")                                                                                                         \
    OPCODE(clz, "clz")                                                                                                           \
    OPCODE(cnot, "cnot")                                                                                                         \
    OPCODE(copysign, "copysign")                                                                                                 \
    OPCODE(cos, "cos")                                                                                                           \
    OPCODE(cp, "cp")                                                                                                             \
    OPCODE(createpolicy, "createpolicy")                                                                                         \
    OPCODE(cvt, "cvt")                                                                                                           \
    OPCODE(cvta, "cvta")                                                                                                         \
    OPCODE(discard, "discard")                                                                                                   \
    OPCODE(div, "div")                                                                                                           \
    OPCODE(dp2a, "dp2a")                                                                                                         \
    OPCODE(dp4a, "dp4a")                                                                                                         \
    OPCODE(elect, "elect")                                                                                                       \
    OPCODE(ex2, "ex2")                                                                                                           \
    OPCODE(exit, "exit")                                                                                                         \
    OPCODE(fence, "fence")                                                                                                       \
    OPCODE(fma, "fma")                                                                                                           \
    OPCODE(fns, "fns")                                                                                                           \
    OPCODE(isspacep, "isspacep")                                                                                                 \
    OPCODE(ld, "ld")                                                                                                             \
    OPCODE(ldmatrix, "ldmatrix")                                                                                                 \
    OPCODE(ldu, "ldu")                                                                                                           \
    OPCODE(lg2, "lg2")                                                                                                           \
    OPCODE(lop3, "lop3")                                                                                                         \
    OPCODE(mad, "mad")                                                                                                           \
    OPCODE(mad24, "mad24")                                                                                                       \
    OPCODE(madc, "madc")                                                                                                         \
    OPCODE(match, "match")                                                                                                       \
    OPCODE(max, "max")                                                                                                           \
    OPCODE(membar, "membar")                                                                                                     \
    OPCODE(min, "min")                                                                                                           \
    OPCODE(mma, "mma")                                                                                                           \
    OPCODE(mov, "mov")                                                                                                           \
    OPCODE(movmatrix, "movmatrix")                                                                                               \
    OPCODE(mul, "mul")                                                                                                           \
    OPCODE(mul24, "mul24")                                                                                                       \
    OPCODE(nanosleep, "nanosleep")                                                                                               \
    OPCODE(neg, "neg")                                                                                                           \
    OPCODE(not_, "not")                                                                                                          \
    OPCODE(or_, "or")                                                                                                            \
    OPCODE(pmevent, "pmevent")                                                                                                   \
    OPCODE(popc, "popc")                                                                                                         \
    OPCODE(prefetch, "prefetch")                                                                                                 \
    OPCODE(prefetchu, "prefetchu")                                                                                               \
    OPCODE(prmt, "prmt")                                                                                                         \
    OPCODE(rcp, "rcp")                                                                                                           \
    OPCODE(red, "red")                                                                                                           \
    OPCODE(redux, "redux")                                                                                                       \
    OPCODE(rem, "rem")                                                                                                           \
    OPCODE(ret, "ret")                                                                                                           \
    OPCODE(rsqrt, "rsqrt")                                                                                                       \
    OPCODE(sad, "sad")                                                                                                           \
    OPCODE(selp, "selp")                                                                                                         \
    OPCODE(set, "set")                                                                                                           \
    OPCODE(setp, "setp")                                                                                                         \
    OPCODE(shf, "shf")                                                                                                           \
    OPCODE(shfl, "shfl")                                                                                                         \
    OPCODE(shl, "shl")                                                                                                           \
    OPCODE(shr, "shr")                                                                                                           \
    OPCODE(sin, "sin")                                                                                                           \
    OPCODE(slct, "slct")                                                                                                         \
    OPCODE(sqrt, "sqrt")                                                                                                         \
    OPCODE(st, "st")                                                                                                             \
    OPCODE(stackrestore, "stackrestore")                                                                                         \
    OPCODE(stacksave, "stacksave")                                                                                               \
    OPCODE(stmatrix, "stmatrix")                                                                                                 \
    OPCODE(sub, "sub")                                                                                                           \
    OPCODE(subc, "subc")                                                                                                         \
    OPCODE(szext, "szext")                                                                                                       \
    OPCODE(tanh, "tanh")                                                                                                         \
    OPCODE(testp, "testp")                                                                                                       \
    OPCODE(tex, "tex")                                                                                                           \
    OPCODE(tld4, "tld4")                                                                                                         \
    OPCODE(trap, "trap")                                                                                                         \
    OPCODE(txq, "txq")                                                                                                           \
    OPCODE(vote, "vote")                                                                                                         \
    OPCODE(xor_, "xor")

enum class Opcode : std::uint8_t {
#define OPCODE(enumerator, word) enumerator,
    WARPSTAGE_PTX_OPCODES(OPCODE)
#undef OPCODE
};

[[nodiscard]] std::optional<Opcode> parse_opcode(std::string_view word);
[[nodiscard]] std::string_view name_of(Opcode opcode);

} // namespace warpstage::ptx
