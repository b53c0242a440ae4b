#include "core/base/verify.h"

#include <cstdio>
#include <cstdlib>

namespace warpstage {

void verification_failed(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "Internal error of warpstage at %s:%d: %s\n", file, line, condition);
    std::abort();
}

} // namespace warpstage
