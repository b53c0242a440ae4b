// libFuzzer's entry for parse_text().
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    warpstage::fuzz::parse_text({ reinterpret_cast<const char*>(data), size });
    return 0;
}
