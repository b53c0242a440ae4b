#include "core/simt/memory/single_access.h"

#include <bit>
#include <cstring>

namespace warpstage::simt {

namespace {

#if defined(__x86_64__)

// Aligned accesses of 16 bytes are single on processors with AVX ("Intel 64 and IA-32 Architectures Software Developer's Manual",
// volume 3, 9.1.1; "AMD64 Architecture Programmer's Manual", volume 2, 7.3.2).
using Vector [[gnu::vector_size(16), gnu::may_alias]] = long long;

// A compiler may split a volatile access of this type.
Wide load_vector(const std::byte* place)
{
    Vector vector;
    __asm__ volatile("movdqa %1, %0" : "=x"(vector) : "m"(*reinterpret_cast<const Vector*>(place)));
    return std::bit_cast<Wide>(vector);
}

void store_vector(std::byte* place, const Wide& value)
{
    const auto vector = std::bit_cast<Vector>(value);
    __asm__ volatile("movdqa %1, %0" : "=m"(*reinterpret_cast<Vector*>(place)) : "x"(vector));
}

bool has_single_vectors()
{
    static const bool has_avx = __builtin_cpu_supports("avx") != 0;
    return has_avx;
}

bool is_aligned(const std::byte* place)
{
    return reinterpret_cast<std::uintptr_t>(place) % sizeof(Wide) == 0;
}

__extension__ using Bits128 = unsigned __int128;

// cmpxchg16b: every processor with 64 bits but the very first has it. Clang would inline it where the target lacks it.
[[gnu::target("cx16"), gnu::noinline]] bool swap_aligned(std::byte* place, const Wide& before, const Wide& after)
{
    return __sync_bool_compare_and_swap(
        reinterpret_cast<Bits128*>(place), std::bit_cast<Bits128>(before), std::bit_cast<Bits128>(after));
}

#endif

Wide load_any(const std::byte* place)
{
    Wide value;
    std::memcpy(&value, place, sizeof(value));
    return value;
}

// Memory that no other thread accesses.
bool swap_any(std::byte* place, const Wide& before, const Wide& after)
{
    if (load_any(place) != before)
        return false;
    std::memcpy(place, &after, sizeof(after));
    return true;
}

} // namespace

#if defined(__x86_64__)

Wide load_single(const std::byte* place)
{
    if (!is_aligned(place))
        return load_any(place);
    if (has_single_vectors())
        return load_vector(place);
    Wide value = load_any(place);
    // The two halves of a torn read are never both still there.
    while (!swap_aligned(const_cast<std::byte*>(place), value, value))
        value = load_any(place);
    return value;
}

void store_single(std::byte* place, const Wide& value)
{
    if (!is_aligned(place)) {
        std::memcpy(place, &value, sizeof(value));
    } else if (has_single_vectors()) {
        store_vector(place, value);
    } else {
        while (!swap_aligned(place, load_any(place), value)) { }
    }
}

bool swap_single(std::byte* place, const Wide& before, const Wide& after)
{
    return is_aligned(place) ? swap_aligned(place, before, after) : swap_any(place, before, after);
}

#else

// Other processors run blocks on one thread only (the web edition).

Wide load_single(const std::byte* place)
{
    return load_any(place);
}

void store_single(std::byte* place, const Wide& value)
{
    std::memcpy(place, &value, sizeof(value));
}

bool swap_single(std::byte* place, const Wide& before, const Wide& after)
{
    return swap_any(place, before, after);
}

#endif

} // namespace warpstage::simt
