// The registers that each instruction reads and writes, numbered over a whole listing, and the number of registers per thread.
#pragma once

#include "core/ptx/listing.h"

#include <cstdint>
#include <vector>

namespace warpstage::timing {

struct RegisterUse {
    std::vector<std::uint32_t> reads; // including the guard and address registers
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

// 32-bit registers: the maximum of live registers at any point of the kernel (its first function), plus those that the assembler
// reserves. An estimate: the assembler reorders instructions and spills registers above its limit.
[[nodiscard]] std::uint32_t registers_needed(const ptx::Listing& listing, const RegisterNumbers& numbers);

} // namespace warpstage::timing
