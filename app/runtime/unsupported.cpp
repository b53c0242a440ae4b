// Exported so that every program loads; see unsupported.inc.
#include "app/runtime/api.h"

#include <fmt/format.h>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

Failure unsupported(const char* name)
{
    return { Status::not_supported, fmt::format("`{}` is not supported on the virtual device.", name) };
}

#define UNSUPPORTED(name)                                                                                                        \
    WARPSTAGE_API Status name()                                                                                                  \
    {                                                                                                                            \
        return call([](Device&) { return unsupported(#name); });                                                                 \
    }
#include "app/runtime/unsupported.inc"
#undef UNSUPPORTED

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
