// Functions for the fuzzers and the replay of kept inputs: any bytes may be passed; they must not crash, hang or use much memory.
#pragma once

#include <string_view>

namespace warpstage::fuzz {

// PTX text -> syntax tree and control flow.
void parse_text(std::string_view text);

// PTX text -> every kernel lowered and run: two blocks of 40 threads, small buffers for pointers, a small budget.
void run_text(std::string_view text);

} // namespace warpstage::fuzz
