// Which registers an instruction reads and writes, numbered over a whole listing, and how many a thread needs at once.
#pragma once

#include "core/ptx/listing.h"

#include <cstdint>
#include <vector>

namespace warpstage::timing {

struct RegisterUse {
    std::vector<std::uint32_t> reads; // also of the guard and of addresses
    std::vector<std::uint32_t> writes;
};

class RegisterNumbers {
public:
    explicit RegisterNumbers(const ptx::Listing& listing);

    [[nodiscard]] std::uint32_t count() const { return m_count; }
    [[nodiscard]] ptx::Type type_of(std::uint32_t number) const { return m_types[number]; }
    // By program counter.
    [[nodiscard]] const RegisterUse& use(std::uint32_t pc) const { return m_uses[pc]; }

private:
    std::uint32_t m_count = 0;
    std::vector<ptx::Type> m_types;
    std::vector<RegisterUse> m_uses;
};

// Of 32 bits, the most that are alive at one place of the kernel (its first function), with what the assembler keeps for itself.
// An estimate: the assembler moves instructions, and it spills what exceeds its limit.
[[nodiscard]] std::uint32_t registers_needed(const ptx::Listing& listing, const RegisterNumbers& numbers);

} // namespace warpstage::timing
