#include "core/ptx/opcode_family.h"

#include "core/base/verify.h"

#include <array>

namespace warpstage::ptx {

OpcodeFamily family_of(Opcode opcode)
{
    using enum Opcode;
    switch (opcode) {
    case abs:
    case add:
    case addc:
    case copysign:
    case cos:
    case div:
    case dp2a:
    case dp4a:
    case ex2:
    case fma:
    case lg2:
    case mad:
    case mad24:
    case madc:
    case max:
    case min:
    case mul:
    case mul24:
    case neg:
    case rcp:
    case rem:
    case rsqrt:
    case sad:
    case sin:
    case sqrt:
    case sub:
    case subc:
    case tanh:
        return OpcodeFamily::arithmetic;
    case and_:
    case bfe:
    case bfi:
    case bfind:
    case bmsk:
    case brev:
    case clz:
    case cnot:
    case fns:
    case lop3:
    case not_:
    case or_:
    case popc:
    case shf:
    case shl:
    case shr:
    case szext:
    case xor_:
        return OpcodeFamily::logic;
    case selp:
    case set:
    case setp:
    case slct:
    case testp:
        return OpcodeFamily::comparison;
    case cvt:
    case cvta:
    case isspacep:
    case mov:
    case prmt:
        return OpcodeFamily::movement;
    case alloca:
    case applypriority:
    case createpolicy:
    case discard:
    case ld:
    case ldu:
    case prefetch:
    case prefetchu:
    case st:
    case stackrestore:
    case stacksave:
        return OpcodeFamily::memory;
    case atom:
    case red:
        return OpcodeFamily::atomic;
    case cp:
        return OpcodeFamily::asynchronous;
    case tex:
    case tld4:
    case txq:
        return OpcodeFamily::texture;
    case ldmatrix:
    case mma:
    case movmatrix:
    case stmatrix:
        return OpcodeFamily::matrix;
    case activemask:
    case elect:
    case match:
    case redux:
    case shfl:
    case vote:
        return OpcodeFamily::warp;
    case bar:
    case barrier:
    case fence:
    case membar:
        return OpcodeFamily::synchronisation;
    case bra:
    case brx:
    case call:
    case exit:
    case ret:
    case trap:
        return OpcodeFamily::control;
    case brkpt:
    case nanosleep:
    case pmevent:
        return OpcodeFamily::miscellaneous;
    }
    VERIFY_NOT_REACHED();
}

std::string_view name_of(OpcodeFamily family)
{
    constexpr std::array<std::string_view, kOpcodeFamilies> kNames { "arithmetic", "logic", "comparison", "movement", "memory",
        "atomic", "asynchronous", "texture", "matrix", "warp", "synchronisation", "control", "miscellaneous" };
    return kNames[static_cast<std::size_t>(family)];
}

} // namespace warpstage::ptx
