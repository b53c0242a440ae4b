// libFuzzer's entry for run_text().
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    warpstage::fuzz::run_text({ reinterpret_cast<const char*>(data), size });
    return 0;
}
