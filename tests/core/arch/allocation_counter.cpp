#include "tests/core/arch/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocation_count { 0 };

} // namespace

void* operator new(std::size_t size)
{
    ++allocation_count;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    std::free(memory);
}

namespace warpstage::arch {

std::size_t allocations()
{
    return allocation_count;
}

} // namespace warpstage::arch
