#include "core/session/link/link.h"
#include "tests/fuzz/targets.h"

#include <cstdlib>

namespace warpstage::fuzz {

// Besides: what is read is written so that it is read again as the same, unless its escapes make it too long.
void link(std::string_view text)
{
    static_cast<void>(session::parse_link(text));
    const auto published = session::parse_published_link(text);
    if (!published)
        return;
    const std::string again = to_text(*published);
    if (again.size() > session::kMaxLinkBytes)
        return;
    const auto read = session::parse_published_link(again);
    if (!read || !(*read == *published))
        std::abort();
}

} // namespace warpstage::fuzz
