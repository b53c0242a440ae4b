// Where the accesses of ld and st go, and what they move.
#pragma once

#include "core/simt/jit/forms.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::simt::jit {

using Xbyak::Reg64;
using Xbyak::Xmm;

inline constexpr Reg64 kOffset(Xbyak::Operand::RAX); // of the first lane's access in the window
inline constexpr Reg64 kData(Xbyak::Operand::R8); // the window's content
inline constexpr Reg64 kRegion(Xbyak::Operand::RCX);
inline constexpr Reg64 kSize(Xbyak::Operand::RDX);
inline constexpr Reg64 kFirst(Xbyak::Operand::R9); // the first lane's address, if the code counts requests
inline constexpr Opmask kSame(1);

// What the addresses of the lanes of piece `index` differ by from the first lane's.
template <std::uint32_t kAddressBytes>
[[nodiscard]] std::array<std::uint64_t, 8> distances(std::uint32_t index, std::uint32_t step)
{
    std::array<std::uint64_t, 8> words {};
    constexpr std::uint32_t kLanes = 64 / kAddressBytes;
    constexpr std::uint32_t kInWord = 8 / kAddressBytes;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        words.at(lane / kInWord) |= std::uint64_t { (index * kLanes + lane) * step } << (lane % kInWord * kAddressBytes * 8);
    return words;
}

struct Global {
    static constexpr std::uint32_t kAddressBytes = 8;
    static constexpr bool kIsGlobal = true;
    static void open(Translator& code, const Operation& operation, const Xbyak::Label& detour)
    {
        code.mov(kRegion, code.member(offsetof(WarpState, last_region)));
        code.mov(kRegion, code.ptr[kRegion + operation.site * sizeof(void*)]);
        code.test(kRegion, kRegion);
        code.jz(detour);
        code.sub(kOffset, code.ptr[kRegion + offsetof(DeviceMemory::Region, base)]);
        code.mov(kData, code.ptr[kRegion + offsetof(DeviceMemory::Region, data)]);
        code.mov(kSize, code.ptr[kRegion + offsetof(DeviceMemory::Region, size)]);
    }
};
template <std::uint32_t kBytes, std::size_t kDataMember, std::size_t kSizeMember> struct Window {
    static constexpr std::uint32_t kAddressBytes = kBytes;
    static constexpr bool kIsGlobal = false;
    static constexpr std::size_t kDataOffset = kDataMember;
    static constexpr std::size_t kSizeOffset = kSizeMember;
    static void open(Translator& code, const Operation&, const Xbyak::Label&)
    {
        code.mov(kData, code.member(kDataMember));
        code.mov(kSize, code.member(kSizeMember));
    }
};
using Shared32 = Window<4, offsetof(WarpState, shared), offsetof(WarpState, shared_bytes)>;
using Shared64 = Window<8, offsetof(WarpState, shared), offsetof(WarpState, shared_bytes)>;
using Constant = Window<8, offsetof(WarpState, constants), offsetof(WarpState, constant_bytes)>;

// An element in memory and the register of a lane.
template <std::uint32_t kInMemory, std::uint32_t kInRegister, auto load_lanes, auto store_lanes> struct Element {
    static constexpr std::uint32_t kBytes = kInMemory;
    static constexpr std::uint32_t kLaneBytes = kInRegister;
    static constexpr std::uint32_t kSpan = 32 * kBytes;
    static constexpr std::uint32_t kPieceSpan = kSpan / pieces_of(kLaneBytes);

    static void load(Translator& code, const Zmm& to, std::uint32_t index)
    {
        (code.*load_lanes)(to, code.ptr[kData + kOffset + index * kPieceSpan]);
    }
    static void store(Translator& code, const Zmm& from, std::uint32_t index)
    {
        (code.*store_lanes)(code.ptr[kData + kOffset + index * kPieceSpan], from);
    }
};
using Load = void (Xbyak::CodeGenerator::*)(const Xmm&, const Xbyak::Operand&);
using Store = void (Xbyak::CodeGenerator::*)(const Xbyak::Address&, const Xmm&);
using Narrow = void (Xbyak::CodeGenerator::*)(const Xbyak::Operand&, const Xmm&);
using Words = Element<4, 4, static_cast<Load>(&Translator::vmovdqu32), static_cast<Store>(&Translator::vmovdqu32)>;
using Doubles = Element<8, 8, static_cast<Load>(&Translator::vmovdqu64), static_cast<Store>(&Translator::vmovdqu64)>;
using Halves = Element<2, 2, static_cast<Load>(&Translator::vmovdqu16), static_cast<Store>(&Translator::vmovdqu16)>;
using BytesInHalves = Element<1, 2, static_cast<Load>(&Translator::vpmovzxbw), static_cast<Narrow>(&Translator::vpmovwb)>;
using SignedBytesInHalves = Element<1, 2, static_cast<Load>(&Translator::vpmovsxbw), static_cast<Narrow>(&Translator::vpmovwb)>;
using BytesInWords = Element<1, 4, static_cast<Load>(&Translator::vpmovzxbd), static_cast<Narrow>(&Translator::vpmovdb)>;
using SignedBytesInWords = Element<1, 4, static_cast<Load>(&Translator::vpmovsxbd), static_cast<Narrow>(&Translator::vpmovdb)>;
using HalvesInWords = Element<2, 4, static_cast<Load>(&Translator::vpmovzxwd), static_cast<Narrow>(&Translator::vpmovdw)>;
using SignedHalvesInWords = Element<2, 4, static_cast<Load>(&Translator::vpmovsxwd), static_cast<Narrow>(&Translator::vpmovdw)>;

} // namespace warpstage::simt::jit
