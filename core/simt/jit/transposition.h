// Accesses of two or four elements per lane.
#pragma once

#include "core/simt/jit/memory_forms.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt::jit {

// Two or four elements per lane: the elements of a row lie in every second or fourth word of the memory.
template <typename E> class Transposition {
public:
    explicit Transposition(Translator& transposed)
        : m_code(transposed)
    {
        for (std::size_t i = 0; i < m_spare.size(); ++i)
            m_spare.at(i) = m_code.scratch();
    }

    // `rows`: the registers of the elements, piece by piece.
    void load(const std::vector<Zmm>& rows, std::uint32_t elements) const
    {
        for (std::uint32_t index = 0; index < kPieces; ++index) {
            for (std::uint32_t i = 0; i < elements; ++i)
                m_code.vmovdqu64(m_spare.at(i), memory(index * elements + i));
            if (elements == 2) {
                take(rows[index], m_spare[0], m_spare[1], counting<kBits>(0, 2));
                take(rows[kPieces + index], m_spare[0], m_spare[1], counting<kBits>(1, 2));
                continue;
            }
            // Of elements 0 and 1, and of 2 and 3: those of the lower lanes, then those of the upper ones.
            const Zmm& first = rows[index];
            const Zmm& third = rows[2 * kPieces + index];
            take(first, m_spare[0], m_spare[1], every_fourth(0));
            take(third, m_spare[0], m_spare[1], every_fourth(2));
            take(m_spare[0], m_spare[2], m_spare[3], every_fourth(0));
            take(m_spare[1], m_spare[2], m_spare[3], every_fourth(2));
            m_code.vshufi64x2(rows[kPieces + index], first, m_spare[0], kUpperHalves);
            m_code.vinserti64x4(first, first, lower_half(m_spare[0]), 1);
            m_code.vshufi64x2(rows[3 * kPieces + index], third, m_spare[1], kUpperHalves);
            m_code.vinserti64x4(third, third, lower_half(m_spare[1]), 1);
        }
    }

    void store(const std::vector<Zmm>& rows, std::uint32_t elements) const
    {
        constexpr std::uint64_t kWords = 512 / kBits;
        for (std::uint32_t index = 0; index < kPieces; ++index) {
            for (std::uint32_t half = 0; half < 2; ++half) {
                const std::uint64_t lane = half * kWords / 2;
                take(m_spare[0], rows[index], rows[kPieces + index], alternating<kBits>(lane, kWords));
                if (elements == 2) {
                    m_code.vmovdqu64(memory(2 * index + half), m_spare[0]);
                    continue;
                }
                take(m_spare[1], rows[2 * kPieces + index], rows[3 * kPieces + index], alternating<kBits>(lane, kWords));
                for (std::uint32_t quarter = 0; quarter < 2; ++quarter) {
                    m_code.vmovdqa64(m_spare[2], m_code.table(alternating<64>(quarter * 4, 8)));
                    m_code.vpermi2q(m_spare[2], m_spare[0], m_spare[1]);
                    m_code.vmovdqu64(memory(4 * index + 2 * half + quarter), m_spare[2]);
                }
            }
        }
    }

private:
    static constexpr unsigned kBits = E::kBytes * 8;
    static constexpr std::uint32_t kPieces = pieces_of(E::kLaneBytes);
    static constexpr std::uint8_t kUpperHalves = 0xee;

    [[nodiscard]] static std::array<std::uint64_t, 8> every_fourth(std::uint64_t first)
    {
        std::array<std::uint64_t, 8> words {};
        for (std::size_t i = 0; i < 16; ++i)
            words.at(i / 2) |= (first + i / 8 + i % 8 * 4) << (i % 2 * 32);
        return words;
    }
    void take(const Zmm& to, const Zmm& first, const Zmm& second, const std::array<std::uint64_t, 8>& which) const
    {
        m_code.vmovdqa64(to, m_code.table(which));
        E::kBytes == 4 ? m_code.vpermi2d(to, first, second) : m_code.vpermi2q(to, first, second);
    }
    [[nodiscard]] Xbyak::Address memory(std::uint32_t piece) const { return m_code.ptr[kData + kOffset + piece * 64]; }

    Translator& m_code;
    Registers m_spare;
};

} // namespace warpstage::simt::jit
