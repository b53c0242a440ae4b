// libFuzzer's entry for the target WARPSTAGE_FUZZ_TARGET.
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    warpstage::fuzz::WARPSTAGE_FUZZ_TARGET({ reinterpret_cast<const char*>(data), size });
    return 0;
}
