// Messages of the virtual machine about faults of kernels, in the language of the program.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::views {

// The message with each of its clauses translated; clauses that are not in the table of fault_words.cpp stay in English.
[[nodiscard]] std::string fault_words(std::string_view message);

} // namespace warpstage::views
