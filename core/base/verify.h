// The third family of errors: we are wrong. VERIFY aborts with the place, in release builds too.
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
