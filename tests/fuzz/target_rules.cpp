#include "core/arch/access_file.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void rules(std::string_view text)
{
    const auto file = arch::parse_access_file(text, "accesses.csv");
    if (!file)
        return;
    for (const auto& row : file->rows) {
        for (const std::uint32_t major : { 1U, 2U, 3U, 9U })
            static_cast<void>(arch::predict(arch::traits_of({ major, 0 }), row));
    }
}

} // namespace warpstage::fuzz
