#include "core/simt/jit/known_shapes.h"

#include "core/simt/jit/counter_table.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::simt::jit {

namespace {

template <std::uint32_t kAddressBytes> class CountRequest {
public:
    explicit CountRequest(Translator& translator)
        : m_code(translator)
    {
    }

    void write()
    {
        m_code.test(m_shapes, m_shapes);
        m_code.jz(m_fail);
        m_code.cmp(m_code.dword[m_shapes + offsetof(KnownShapes, misses)], KnownShapes::kMaxMisses);
        m_code.jae(m_rare);
        find_entry();
        compare_distances();
        m_code.inc(entry(offsetof(KnownShapes::Entry, count)));
        Xbyak::Label counted;
        m_code.cmp(m_code.dword[m_shapes + offsetof(KnownShapes, misses)], 0);
        m_code.je(counted);
        m_code.dec(m_code.dword[m_shapes + offsetof(KnownShapes, misses)]);
        m_code.L(counted);
        m_code.clc();
        m_code.ret();
        m_code.L(m_unknown);
        miss();
        m_code.L(m_rare);
        list();
        m_code.clc();
        m_code.ret();
        m_code.L(m_fail);
        m_code.stc();
        m_code.ret();
    }

private:
    static constexpr bool kNarrow = kAddressBytes == 4;

    // rax: the offset of the entry, rcx: that of its distances.
    void find_entry()
    {
        const Xbyak::Address address = m_code.ptr[m_code.rdx + m_code.rcx * static_cast<int>(kAddressBytes)];
        m_code.mov(m_code.eax, m_code.dword_member(offsetof(WarpState, active)));
        m_code.bsf(m_code.ecx, m_code.eax);
        kNarrow ? m_code.vpbroadcastd(m_first, address) : m_code.vpbroadcastq(m_first, address);
        m_code.mov(m_code.r10d, address);
        m_code.bsr(m_code.ecx, m_code.eax);
        m_code.mov(m_code.ecx, address);
        m_code.sub(m_code.ecx, m_code.r10d);
        m_code.and_(m_code.r10d, kShapeAlignment - 1);
        // KnownShapes::place_of()
        m_code.imul(m_code.ecx, m_code.ecx, static_cast<int>(KnownShapes::kFactor));
        m_code.add(m_code.ecx, m_code.r10d);
        m_code.imul(m_code.ecx, m_code.ecx, static_cast<int>(KnownShapes::kFactor));
        static_assert(offsetof(KnownShapes::Key, lanes) == 0 && offsetof(KnownShapes::Key, offset) == 4);
        m_code.shl(m_code.r10, 32);
        m_code.or_(m_code.r10, m_code.rax);
        m_code.imul(m_code.eax, m_code.eax, static_cast<int>(KnownShapes::kFactor));
        m_code.xor_(m_code.ecx, m_code.eax);
        m_code.shr(m_code.ecx, 32 - KnownShapes::kEntryBits);
        static_assert(sizeof(KnownShapes::Entry) == 32 && sizeof(LaneDistances) == 128);
        m_code.mov(m_code.eax, m_code.ecx);
        m_code.shl(m_code.eax, 5);
        m_code.shl(m_code.ecx, 7);
        m_code.cmp(m_code.r10, entry(offsetof(KnownShapes::Entry, known)));
        m_code.jne(m_unknown);
    }

    // r10: the key.
    void miss()
    {
        const int scale = kAddressBytes;
        m_code.add(m_code.dword[m_shapes + offsetof(KnownShapes, misses)], KnownShapes::kMiss);
        m_code.mov(m_code.r10d, m_code.r10d); // the lanes
        m_code.push(m_code.rax);
        m_code.bsr(m_code.ecx, m_code.r10d);
        m_code.bsf(m_code.eax, m_code.r10d);
        m_code.mov(m_code.ecx, m_code.ptr[m_code.rdx + m_code.rcx * scale]);
        m_code.sub(m_code.ecx, m_code.ptr[m_code.rdx + m_code.rax * scale]);
        m_code.pop(m_code.rax);
        static_assert(offsetof(KnownShapes::Miss, lanes) == 0 && offsetof(KnownShapes::Miss, extent) == 4);
        m_code.shl(m_code.rcx, 32);
        m_code.or_(m_code.r10, m_code.rcx);
        m_code.cmp(m_code.r10, entry(offsetof(KnownShapes::Entry, missed)));
        m_code.je(m_fail);
        m_code.mov(entry(offsetof(KnownShapes::Entry, missed)), m_code.r10);
    }

    [[nodiscard]] Xbyak::Address entry(std::size_t offset) const
    {
        return m_code.qword[m_shapes + m_code.rax + offsetof(KnownShapes, entries) + offset];
    }

    void compare_distances()
    {
        constexpr std::uint32_t kLanes = 64 / kAddressBytes;
        constexpr std::uint8_t kDiffers = 4;
        for (std::uint32_t lane = 0; lane < kMaxLanes; lane += kLanes) {
            const Opmask& different = lane == 0 ? m_k1 : m_k2;
            const Xbyak::Address bits = m_code.member(offsetof(WarpState, active) + lane / 8);
            const Xbyak::Address known = m_code.ptr[m_shapes + m_code.rcx + offsetof(KnownShapes, distances) + lane * 4];
            m_code.vmovdqu64(m_distance, m_code.ptr[m_code.rdx + lane * kAddressBytes]);
            if (kNarrow) {
                m_code.kmovw(different, bits);
                m_code.vpsubd(m_distance, m_distance, m_first);
                m_code.vpcmpd(different | different, m_distance, known, kDiffers);
            } else {
                m_code.kmovb(different, bits);
                m_code.vpsubq(m_distance, m_distance, m_first);
                m_code.vpmovsxdq(m_expected, known);
                m_code.vpcmpq(different | different, m_distance, m_expected, kDiffers);
            }
            if (lane != 0)
                m_code.korw(m_k1, m_k1, m_k2);
        }
        m_code.kortestw(m_k1, m_k1);
        m_code.jnz(m_unknown);
    }

    void list()
    {
        const Xbyak::Reg64& next = m_code.r10;
        m_code.mov(next, m_code.counter(offsetof(RequestList, next)));
        m_code.cmp(next, m_code.counter(offsetof(RequestList, end)));
        m_code.jae(m_fail);
        m_code.mov(m_code.eax, m_code.dword_member(offsetof(WarpState, active)));
        m_code.mov(m_code.ptr[next + offsetof(ListedRequest, shapes)], m_shapes);
        m_code.mov(m_code.ptr[next + offsetof(ListedRequest, lanes)], m_code.eax);
        for (std::uint32_t offset = 0; offset < kMaxLanes * kAddressBytes; offset += 64) {
            m_code.vmovdqu64(m_distance, m_code.ptr[m_code.rdx + offset]);
            m_code.vmovdqa64(m_code.ptr[next + offsetof(ListedRequest, addresses) + offset], m_distance);
        }
        m_code.add(next, sizeof(ListedRequest));
        m_code.mov(m_code.counter(offsetof(RequestList, next)), next);
    }

    Translator& m_code;
    Xbyak::Label m_unknown;
    Xbyak::Label m_rare;
    Xbyak::Label m_fail;
    const Xbyak::Reg64 m_shapes { Xbyak::Operand::R11 };
    const Zmm m_first { 28 };
    const Zmm m_distance { 29 };
    const Zmm m_expected { 30 };
    const Opmask m_k1 { 1 };
    const Opmask m_k2 { 2 };
};

} // namespace

template <std::uint32_t kAddressBytes> void count_request(Translator& code)
{
    CountRequest<kAddressBytes>(code).write();
}

template void count_request<4>(Translator& code);
template void count_request<8>(Translator& code);

} // namespace warpstage::simt::jit
