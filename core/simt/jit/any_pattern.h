// Accesses of any pattern.
#pragma once

#include "core/simt/jit/known_shapes.h"
#include "core/simt/jit/memory_forms.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::simt::jit {

// A subroutine for requests of any pattern inside one window, one half of the warp after the other: its lanes access consecutive
// addresses, one address, or any. rsi: the operation, rdx: the row of addresses, rdi: the row of values, r11: as for
// count_request() if the code counts requests. It changes the registers of kOutsideSlots, k1, k2 and registers of the
// processor that calls change, and sets the carry flag, having changed nothing, if it cannot do the access or count it.
enum class Direction : std::uint8_t { load, store };

template <typename Space, typename E, Direction kDirection> class AnyPattern {
public:
    static void write(Translator& translator) { AnyPattern(translator).write_all(); }

private:
    static constexpr bool kNarrow = Space::kAddressBytes == 4;
    static constexpr std::uint32_t kLanes = 64 / Space::kAddressBytes; // of a piece of addresses
    static constexpr std::uint32_t kHalf = 16; // lanes
    static constexpr std::uint32_t kValuePieces = pieces_of(E::kLaneBytes) / 2; // of a half

    explicit AnyPattern(Translator& routine)
        : m_code(routine)
    {
    }

    void write_all()
    {
        open();
        check_lanes();
        if (m_code.counts_requests()) {
            m_code.call_other(&count_request<Space::kAddressBytes>);
            m_code.jc(m_fail);
        }
        for (std::uint32_t half = 0; half < 2; ++half)
            access_half(half);
        m_code.clc();
        m_code.ret();
        m_code.L(m_fail);
        m_code.stc();
        m_code.ret();
    }

    void open()
    {
        if constexpr (Space::kIsGlobal) {
            m_code.mov(m_code.eax, m_code.ptr[m_code.rsi + offsetof(Operation, site)]);
            m_code.mov(kRegion, m_code.member(offsetof(WarpState, last_region)));
            m_code.mov(kRegion, m_code.ptr[kRegion + m_code.rax * 8]);
            m_code.test(kRegion, kRegion);
            m_code.jz(m_fail);
            m_code.mov(m_window, m_code.ptr[kRegion + offsetof(DeviceMemory::Region, base)]);
            m_code.mov(kData, m_code.ptr[kRegion + offsetof(DeviceMemory::Region, data)]);
            m_code.mov(m_last, m_code.ptr[kRegion + offsetof(DeviceMemory::Region, size)]);
        } else {
            m_code.xor_(m_window.cvt32(), m_window.cvt32());
            m_code.mov(kData, m_code.member(Space::kDataOffset));
            m_code.mov(m_last, m_code.member(Space::kSizeOffset));
        }
        m_code.sub(m_window, m_code.ptr[m_code.rsi + offsetof(Operation, displacement)]);
        m_code.sub(m_last, E::kBytes);
        m_code.jb(m_fail);
        if (kNarrow) {
            m_code.vpbroadcastd(m_start, m_window.cvt32());
            m_code.vpbroadcastd(m_limit, m_last.cvt32());
        } else {
            m_code.vpbroadcastq(m_start, m_window);
            m_code.vpbroadcastq(m_limit, m_last);
        }
    }

    Xbyak::Address address(std::uint32_t lane) const { return m_code.ptr[m_code.rdx + lane * Space::kAddressBytes]; }

    // Of the lanes from `lane` on that a piece of addresses has.
    void load_active(std::uint32_t lane)
    {
        const Xbyak::Address bits = m_code.member(offsetof(WarpState, active) + lane / 8);
        kNarrow ? m_code.kmovw(kSame, bits) : m_code.kmovb(kSame, bits);
    }
    void load_offsets(std::uint32_t lane)
    {
        m_code.vmovdqa64(m_offsets, address(lane));
        kNarrow ? m_code.vpsubd(m_offsets, m_offsets, m_start) : m_code.vpsubq(m_offsets, m_offsets, m_start);
    }

    void check_lanes()
    {
        constexpr std::uint8_t kGreater = 6;
        const Opmask wrong(2);
        m_code.kxorw(wrong, wrong, wrong);
        for (std::uint32_t lane = 0; lane < 32; lane += kLanes) {
            load_offsets(lane);
            load_active(lane);
            kNarrow ? m_code.vpcmpud(kSame | kSame, m_offsets, m_limit, kGreater)
                    : m_code.vpcmpuq(kSame | kSame, m_offsets, m_limit, kGreater);
            m_code.korw(wrong, wrong, kSame);
            load_active(lane);
            constexpr std::uint32_t kUnaligned = E::kBytes - 1;
            kNarrow ? m_code.vptestmd(kSame | kSame, m_offsets, m_code.each(kUnaligned))
                    : m_code.vptestmq(kSame | kSame, m_offsets, m_code.each(std::uint64_t { kUnaligned }));
            m_code.korw(wrong, wrong, kSame);
        }
        m_code.kortestw(wrong, wrong);
        m_code.jnz(m_fail);
    }

    void access_half(std::uint32_t half)
    {
        Xbyak::Label uniform;
        Xbyak::Label any;
        Xbyak::Label done;
        const std::uint32_t first = half * kHalf;
        m_code.movzx(m_code.eax, m_code.word_member(offsetof(WarpState, active) + first / 8));
        m_code.cmp(m_code.eax, 0xffff);
        m_code.jne(any);
        const Reg64 step = kRegion;
        if (kNarrow) {
            m_code.mov(kOffset.cvt32(), address(first));
            m_code.mov(step.cvt32(), address(first + 1));
            m_code.sub(step.cvt32(), kOffset.cvt32());
            m_code.sub(kOffset.cvt32(), m_window.cvt32());
            m_code.vpbroadcastd(m_value, address(first));
        } else {
            m_code.mov(kOffset, address(first));
            m_code.mov(step, address(first + 1));
            m_code.sub(step, kOffset);
            m_code.sub(kOffset, m_window);
            m_code.vpbroadcastq(m_value, address(first));
        }
        if (kDirection == Direction::load) {
            m_code.test(step, step);
            m_code.jz(uniform);
        }
        follow(first, E::kBytes, any);
        for (std::uint32_t index = 0; index < kValuePieces; ++index) {
            const Xbyak::Address row = m_code.ptr[m_code.rdi + (half * kValuePieces + index) * 64];
            const Xbyak::Address memory = m_code.ptr[kData + kOffset + index * 64];
            m_code.vmovdqu64(m_value, kDirection == Direction::load ? memory : row);
            m_code.vmovdqu64(kDirection == Direction::load ? row : memory, m_value);
        }
        m_code.jmp(done);
        if (kDirection == Direction::load) {
            m_code.L(uniform);
            follow(first, 0, any);
            E::kBytes == 4 ? m_code.vpbroadcastd(m_value, m_code.ptr[kData + kOffset])
                           : m_code.vpbroadcastq(m_value, m_code.ptr[kData + kOffset]);
            for (std::uint32_t index = 0; index < kValuePieces; ++index)
                m_code.vmovdqa64(m_code.ptr[m_code.rdi + (half * kValuePieces + index) * 64], m_value);
            m_code.jmp(done);
        }
        m_code.L(any);
        constexpr std::uint32_t kTogether = kNarrow && E::kBytes == 4 ? 16 : 8; // lanes
        for (std::uint32_t lane = first; lane < first + kHalf; lane += kTogether)
            access_any(lane, kTogether);
        m_code.L(done);
    }

    // `m_value` has the first lane's address.
    void follow(std::uint32_t first, std::uint32_t step, const Xbyak::Label& otherwise)
    {
        for (std::uint32_t index = 0; index < kHalf / kLanes; ++index) {
            const Opmask result = index == 0 ? kSame : kSame | kSame;
            m_code.vmovdqa64(m_offsets, address(first + index * kLanes));
            kNarrow ? m_code.vpsubd(m_offsets, m_offsets, m_value) : m_code.vpsubq(m_offsets, m_offsets, m_value);
            const Xbyak::Address expected = m_code.table(distances<Space::kAddressBytes>(index, step));
            kNarrow ? m_code.vpcmpeqd(result, m_offsets, expected) : m_code.vpcmpeqq(result, m_offsets, expected);
        }
        kNarrow ? m_code.kortestw(kSame, kSame) : m_code.kortestb(kSame, kSame);
        m_code.jnc(otherwise);
    }

    // Stores to one address are done in the order of the lanes.
    void access_any(std::uint32_t lane, std::uint32_t lanes)
    {
        const Xbyak::Address row = m_code.ptr[m_code.rdi + lane * E::kLaneBytes];
        const auto load_mask = [&] {
            const Xbyak::Address bits = m_code.member(offsetof(WarpState, active) + lane / 8);
            lanes == 16 ? m_code.kmovw(kSame, bits) : m_code.kmovb(kSame, bits);
        };
        const Ymm eight(m_offsets.getIdx());
        const Ymm words(m_value.getIdx());
        if (kNarrow && lanes == 8) {
            m_code.vmovdqu64(eight, m_code.ptr[m_code.rdx + lane * 4]);
            m_code.vpsubd(eight, eight, Ymm(m_start.getIdx()));
        } else {
            load_offsets(lane);
        }
        load_mask();
        if constexpr (kDirection == Direction::load) {
            m_code.vpxord(m_value, m_value, m_value);
            if (lanes == 16)
                m_code.vpgatherdd(m_value | kSame, m_code.ptr[kData + m_offsets]);
            else if (E::kBytes == 4)
                m_code.vpgatherqd(words | kSame, m_code.ptr[kData + m_offsets]);
            else if (kNarrow)
                m_code.vpgatherdq(m_value | kSame, m_code.ptr[kData + eight]);
            else
                m_code.vpgatherqq(m_value | kSame, m_code.ptr[kData + m_offsets]);
            load_mask();
            if (E::kBytes == 8)
                m_code.vmovdqa64(row | kSame, m_value);
            else if (lanes == 16)
                m_code.vmovdqa32(row | kSame, m_value);
            else
                m_code.vmovdqa32(row | kSame, words);
        } else {
            if (lanes == 8 && E::kBytes == 4)
                m_code.vmovdqu64(words, row);
            else
                m_code.vmovdqu64(m_value, row);
            if (lanes == 16)
                m_code.vpscatterdd(m_code.ptr[kData + m_offsets] | kSame, m_value);
            else if (E::kBytes == 4)
                m_code.vpscatterqd(m_code.ptr[kData + m_offsets] | kSame, words);
            else if (kNarrow)
                m_code.vpscatterdq(m_code.ptr[kData + eight] | kSame, m_value);
            else
                m_code.vpscatterqq(m_code.ptr[kData + m_offsets] | kSame, m_value);
        }
    }

    Translator& m_code;
    Xbyak::Label m_fail;
    const Zmm m_offsets { 28 };
    const Zmm m_value { 29 };
    const Zmm m_limit { 30 };
    const Zmm m_start { 31 };
    const Reg64 m_window { Xbyak::Operand::R9 }; // the window's first address less the displacement
    const Reg64 m_last { Xbyak::Operand::R10 }; // the last offset of an access
};

} // namespace warpstage::simt::jit
