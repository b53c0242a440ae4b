#include "core/ptx/demangle.h"
#include "tests/fuzz/targets.h"

#include <string>

namespace warpstage::fuzz {

void demangle(std::string_view text)
{
    const std::string name(text);
    static_cast<void>(ptx::display_name(name));
    static_cast<void>(ptx::signature(name));
}

} // namespace warpstage::fuzz
