#include "core/session_file/session_file.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void session(std::string_view text)
{
    static_cast<void>(session_file::parse(text, "x.warpstage"));
}

} // namespace warpstage::fuzz
