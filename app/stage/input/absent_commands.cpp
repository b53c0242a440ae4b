#include "app/stage/input/absent_commands.h"

namespace warpstage::stage {

std::span<const std::string_view> absent_commands()
{
    return {};
}

std::span<const std::string_view> keyless_commands()
{
    return {};
}

} // namespace warpstage::stage
