// Exported so that every program loads; see unsupported.inc.
#include "app/runtime/driver/driver.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

Status report_unsupported_by_driver(const char* name)
{
    const Status status = check_initialized();
    if (status != Status::success)
        return status;
    return isolated([&] { return call([&](Device&) { return unsupported(name); }); });
}

} // namespace

#define UNSUPPORTED(name)                                                                                                        \
    WARPSTAGE_API Status name()                                                                                                  \
    {                                                                                                                            \
        return report_unsupported_by_driver(#name);                                                                              \
    }
#include "app/runtime/driver/unsupported.inc"
#undef UNSUPPORTED

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
