// The mode in which the processor computes with floating-point numbers.
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace warpstage::simt {

// While it exists, this thread rounds to nearest and keeps subnormal numbers, as kernels expect. A program that runs its kernels
// here may have changed that: GCC's -ffast-math does for the whole program, fesetround() for one thread.
class NumberMode {
public:
    NumberMode(const NumberMode&) = delete;
    NumberMode& operator=(const NumberMode&) = delete;

#if defined(__SSE__)
    NumberMode()
        : m_before(_mm_getcsr())
    {
        if ((m_before & ~kFlags) != kDefault) [[unlikely]]
            _mm_setcsr(kDefault);
    }
    ~NumberMode()
    {
        if ((m_before & ~kFlags) != kDefault) [[unlikely]]
            _mm_setcsr(m_before);
    }

private:
    static constexpr unsigned kDefault = 0x1f80; // of MXCSR
    static constexpr unsigned kFlags = 0x3f; // exceptions so far

    unsigned m_before;
#else
    NumberMode()
    {
        std::fegetenv(&m_before);
        std::fesetenv(FE_DFL_ENV);
    }
    ~NumberMode()
    {
        std::fesetenv(&m_before);
    }

private:
    std::fenv_t m_before {};
#endif
};

} // namespace warpstage::simt
