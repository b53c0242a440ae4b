#include "core/lesson/measured/published.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void published(std::string_view text)
{
    static_cast<void>(lesson::PublishedFigures::parse(text, "published.toml"));
}

} // namespace warpstage::fuzz
