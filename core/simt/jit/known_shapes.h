// Counts requests of shapes that an instruction has requested before, and lists those of instructions whose shapes rarely repeat.
#pragma once

#include "core/simt/jit/translator.h"

namespace warpstage::simt::jit {

// A subroutine: rdx is the row of addresses, r11 the KnownShapes or null. It changes rax, rcx, r10, k1, k2 and three registers of
// kOutsideSlots, and sets the carry flag, having counted nothing, if the shape is to be learned or the list is full.
template <std::uint32_t kAddressBytes> void count_request(Translator& code);

} // namespace warpstage::simt::jit
