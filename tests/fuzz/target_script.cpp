#include "app/stage/script/script.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void script(std::string_view text)
{
    static_cast<void>(stage::parse_script(text, "script.txt"));
}

} // namespace warpstage::fuzz
