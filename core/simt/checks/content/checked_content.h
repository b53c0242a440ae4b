// Accesses to memory that has not been written, and to memory beside the one that the program means.
#pragma once

#include "core/simt/checks/address_pattern.h"
#include "core/simt/checks/checked_launch.h"
#include "core/simt/observer.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

class Block;

// Only what the kernel's text shows: a shared-memory access whose address is computed from the name of an array must stay in it.
// `pattern`: of its addresses.
[[nodiscard]] std::optional<Trap> find_outside_array(
    const Block& block, const CheckedLaunch& launch, const Step& step, const Access& access, AddressPattern pattern);

// The bytes of each element of a vector that the instruction reads; 1 if it is none of the frequent memory operations.
[[nodiscard]] std::uint32_t element_bytes(const Block& block, std::uint32_t pc);

// Marks what the access to global memory writes and adds what it reads uninitialized to the findings. Returns an error that ends
// the launch, if there is one. `pattern`: of its addresses.
[[nodiscard]] std::optional<Trap> check_global_content(
    const Block& block, CheckedLaunch& launch, const Step& step, const Access& access, AddressPattern pattern);

} // namespace warpstage::simt
