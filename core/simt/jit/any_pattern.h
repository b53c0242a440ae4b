// Accesses of any pattern.
#pragma once

#include "core/simt/jit/memory_forms.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::simt::jit {

// A subroutine for requests of any pattern inside one window, one half of the warp after the other: its lanes access consecutive
// addresses, one address, or any. rsi: the operation, rdx: the row of addresses, rdi: the row of values. It changes the registers
// of kOutsideSlots, k1, k2 and registers of the processor that calls change, and sets the carry flag, having changed nothing, if
// it cannot do the access.
enum class Direction : std::uint8_t { load, store };

template <typename Space, typename E, Direction kDirection> class AnyPattern {
public:
    static void write(Translator& code) { AnyPattern(code).write_all(); }

private:
    static constexpr bool kNarrow = Space::kAddressBytes == 4;
    static constexpr std::uint32_t kLanes = 64 / Space::kAddressBytes; // of a piece of addresses
    static constexpr std::uint32_t kHalf = 16; // lanes
    static constexpr std::uint32_t kValuePieces = pieces_of(E::kLaneBytes) / 2; // of a half

    explicit AnyPattern(Translator& routine)
        : code(routine)
    {
    }

    void write_all()
    {
        open();
        check_lanes();
        for (std::uint32_t half = 0; half < 2; ++half)
            access_half(half);
        code.clc();
        code.ret();
        code.L(fail);
        code.stc();
        code.ret();
    }

    void open()
    {
        if constexpr (Space::kIsGlobal) {
            code.mov(code.eax, code.ptr[code.rsi + offsetof(Operation, site)]);
            code.mov(kRegion, code.member(offsetof(WarpState, last_region)));
            code.mov(kRegion, code.ptr[kRegion + code.rax * 8]);
            code.test(kRegion, kRegion);
            code.jz(fail);
            code.mov(kStart, code.ptr[kRegion + offsetof(DeviceMemory::Region, base)]);
            code.mov(kData, code.ptr[kRegion + offsetof(DeviceMemory::Region, data)]);
            code.mov(kLimit, code.ptr[kRegion + offsetof(DeviceMemory::Region, size)]);
        } else {
            code.xor_(kStart.cvt32(), kStart.cvt32());
            code.mov(kData, code.member(Space::kDataOffset));
            code.mov(kLimit, code.member(Space::kSizeOffset));
        }
        code.sub(kStart, code.ptr[code.rsi + offsetof(Operation, displacement)]);
        code.sub(kLimit, E::kBytes);
        code.jb(fail);
        if (kNarrow) {
            code.vpbroadcastd(start, kStart.cvt32());
            code.vpbroadcastd(limit, kLimit.cvt32());
        } else {
            code.vpbroadcastq(start, kStart);
            code.vpbroadcastq(limit, kLimit);
        }
    }

    Xbyak::Address address(std::uint32_t lane) const { return code.ptr[code.rdx + lane * Space::kAddressBytes]; }

    // Of the lanes from `lane` on that a piece of addresses has.
    void load_active(std::uint32_t lane)
    {
        const Xbyak::Address bits = code.member(offsetof(WarpState, active) + lane / 8);
        kNarrow ? code.kmovw(kSame, bits) : code.kmovb(kSame, bits);
    }
    void load_offsets(std::uint32_t lane)
    {
        code.vmovdqa64(offsets, address(lane));
        kNarrow ? code.vpsubd(offsets, offsets, start) : code.vpsubq(offsets, offsets, start);
    }

    void check_lanes()
    {
        constexpr std::uint8_t kGreater = 6;
        const Opmask wrong(2);
        code.kxorw(wrong, wrong, wrong);
        for (std::uint32_t lane = 0; lane < 32; lane += kLanes) {
            load_offsets(lane);
            load_active(lane);
            kNarrow ? code.vpcmpud(kSame | kSame, offsets, limit, kGreater)
                    : code.vpcmpuq(kSame | kSame, offsets, limit, kGreater);
            code.korw(wrong, wrong, kSame);
            load_active(lane);
            constexpr std::uint32_t kUnaligned = E::kBytes - 1;
            kNarrow ? code.vptestmd(kSame | kSame, offsets, code.each(kUnaligned))
                    : code.vptestmq(kSame | kSame, offsets, code.each(std::uint64_t { kUnaligned }));
            code.korw(wrong, wrong, kSame);
        }
        code.kortestw(wrong, wrong);
        code.jnz(fail);
    }

    void access_half(std::uint32_t half)
    {
        Xbyak::Label uniform;
        Xbyak::Label any;
        Xbyak::Label done;
        const std::uint32_t first = half * kHalf;
        code.movzx(code.eax, code.word_member(offsetof(WarpState, active) + first / 8));
        code.cmp(code.eax, 0xffff);
        code.jne(any);
        const Reg64 step = kRegion;
        if (kNarrow) {
            code.mov(kOffset.cvt32(), address(first));
            code.mov(step.cvt32(), address(first + 1));
            code.sub(step.cvt32(), kOffset.cvt32());
            code.sub(kOffset.cvt32(), kStart.cvt32());
            code.vpbroadcastd(value, address(first));
        } else {
            code.mov(kOffset, address(first));
            code.mov(step, address(first + 1));
            code.sub(step, kOffset);
            code.sub(kOffset, kStart);
            code.vpbroadcastq(value, address(first));
        }
        if (kDirection == Direction::load) {
            code.test(step, step);
            code.jz(uniform);
        }
        follow(first, E::kBytes, any);
        for (std::uint32_t index = 0; index < kValuePieces; ++index) {
            const Xbyak::Address row = code.ptr[code.rdi + (half * kValuePieces + index) * 64];
            const Xbyak::Address memory = code.ptr[kData + kOffset + index * 64];
            code.vmovdqu64(value, kDirection == Direction::load ? memory : row);
            code.vmovdqu64(kDirection == Direction::load ? row : memory, value);
        }
        code.jmp(done);
        if (kDirection == Direction::load) {
            code.L(uniform);
            follow(first, 0, any);
            E::kBytes == 4 ? code.vpbroadcastd(value, code.ptr[kData + kOffset])
                           : code.vpbroadcastq(value, code.ptr[kData + kOffset]);
            for (std::uint32_t index = 0; index < kValuePieces; ++index)
                code.vmovdqa64(code.ptr[code.rdi + (half * kValuePieces + index) * 64], value);
            code.jmp(done);
        }
        code.L(any);
        constexpr std::uint32_t kTogether = kNarrow && E::kBytes == 4 ? 16 : 8; // lanes
        for (std::uint32_t lane = first; lane < first + kHalf; lane += kTogether)
            access_any(lane, kTogether);
        code.L(done);
    }

    // `value` has the first lane's address.
    void follow(std::uint32_t first, std::uint32_t step, const Xbyak::Label& otherwise)
    {
        for (std::uint32_t index = 0; index < kHalf / kLanes; ++index) {
            const Opmask result = index == 0 ? kSame : kSame | kSame;
            code.vmovdqa64(offsets, address(first + index * kLanes));
            kNarrow ? code.vpsubd(offsets, offsets, value) : code.vpsubq(offsets, offsets, value);
            const Xbyak::Address expected = code.table(distances<Space::kAddressBytes>(index, step));
            kNarrow ? code.vpcmpeqd(result, offsets, expected) : code.vpcmpeqq(result, offsets, expected);
        }
        kNarrow ? code.kortestw(kSame, kSame) : code.kortestb(kSame, kSame);
        code.jnc(otherwise);
    }

    // Stores to one address are done in the order of the lanes.
    void access_any(std::uint32_t lane, std::uint32_t lanes)
    {
        const Xbyak::Address row = code.ptr[code.rdi + lane * E::kLaneBytes];
        const auto load_mask = [&] {
            const Xbyak::Address bits = code.member(offsetof(WarpState, active) + lane / 8);
            lanes == 16 ? code.kmovw(kSame, bits) : code.kmovb(kSame, bits);
        };
        const Ymm eight(offsets.getIdx());
        const Ymm words(value.getIdx());
        if (kNarrow && lanes == 8) {
            code.vmovdqu64(eight, code.ptr[code.rdx + lane * 4]);
            code.vpsubd(eight, eight, Ymm(start.getIdx()));
        } else {
            load_offsets(lane);
        }
        load_mask();
        if constexpr (kDirection == Direction::load) {
            code.vpxord(value, value, value);
            if (lanes == 16)
                code.vpgatherdd(value | kSame, code.ptr[kData + offsets]);
            else if (E::kBytes == 4)
                code.vpgatherqd(words | kSame, code.ptr[kData + offsets]);
            else if (kNarrow)
                code.vpgatherdq(value | kSame, code.ptr[kData + eight]);
            else
                code.vpgatherqq(value | kSame, code.ptr[kData + offsets]);
            load_mask();
            if (E::kBytes == 8)
                code.vmovdqa64(row | kSame, value);
            else if (lanes == 16)
                code.vmovdqa32(row | kSame, value);
            else
                code.vmovdqa32(row | kSame, words);
        } else {
            if (lanes == 8 && E::kBytes == 4)
                code.vmovdqu64(words, row);
            else
                code.vmovdqu64(value, row);
            if (lanes == 16)
                code.vpscatterdd(code.ptr[kData + offsets] | kSame, value);
            else if (E::kBytes == 4)
                code.vpscatterqd(code.ptr[kData + offsets] | kSame, words);
            else if (kNarrow)
                code.vpscatterdq(code.ptr[kData + eight] | kSame, value);
            else
                code.vpscatterqq(code.ptr[kData + offsets] | kSame, value);
        }
    }

    Translator& code;
    Xbyak::Label fail;
    const Zmm offsets { 28 };
    const Zmm value { 29 };
    const Zmm limit { 30 };
    const Zmm start { 31 };
    const Reg64 kStart { Xbyak::Operand::R9 }; // the window's first address less the displacement
    const Reg64 kLimit { Xbyak::Operand::R10 }; // the last offset of an access
};

} // namespace warpstage::simt::jit
