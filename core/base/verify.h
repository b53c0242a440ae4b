// The third kind of errors: bugs. VERIFY aborts with file and line, also in release builds.
#pragma once

namespace warpstage {

[[noreturn]] void verification_failed(const char* condition, const char* file, int line);

} // namespace warpstage

#define VERIFY(condition)                                                                                                        \
    do {                                                                                                                         \
        if (!(condition)) [[unlikely]]                                                                                           \
            ::warpstage::verification_failed(#condition, __FILE__, __LINE__);                                                    \
    } while (false)

#define VERIFY_NOT_REACHED() ::warpstage::verification_failed("not reached", __FILE__, __LINE__)
