// Bitonic sort in global and in shared memory; the radix split and the radix sort that uses it.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <numeric>

namespace warpstage::kernels::test {

namespace {

TextbookCase bitonic_steps()
{
    constexpr int kElements = 512;
    const auto input = random_floats(kElements, -1.0, 1.0, 4);
    return { "BitonicSortStep", "bitonic_sort",
        [=] {
            problem::Plan plan;
            const auto values = add_buffer(plan, "values", input);
            for (std::int32_t k = 2; k <= kElements; k <<= 1) {
                for (std::int32_t j = k >> 1; j > 0; j >>= 1)
                    plan.step.emplace_back(
                        problem::KernelLaunch { "bitonic_sort_step", { 4 }, { kElements / 4 }, 0, { values, j, k } });
            }
            return plan;
        },
        [=](const Contents& contents) {
            auto expected = input;
            std::ranges::sort(expected);
            return first_difference(numbers_of<float>(contents[0]), expected);
        } };
}

TextbookCase bitonic_shared(const char* name, std::uint32_t ascending)
{
    constexpr std::size_t kBlockKeys = 1024;
    constexpr std::size_t kBlocks = 2;
    const auto numbers = random_integers(kBlocks * kBlockKeys, 0, 1 << 30, 5);
    const std::vector<std::uint32_t> keys(numbers.begin(), numbers.end());
    return { name, "bitonic_sort",
        [=] {
            problem::Plan plan;
            std::vector<std::uint32_t> values(keys.size());
            std::iota(values.begin(), values.end(), 0U);
            const auto key = add_buffer(plan, "keys", keys);
            const auto value = add_buffer(plan, "values", values);
            plan.step = { problem::KernelLaunch {
                "bitonicSortShared", { kBlocks }, { kBlockKeys / 2 }, 0, { key, value, ascending } } };
            return plan;
        },
        [=](const Contents& contents) {
            auto expected = keys;
            for (std::size_t block = 0; block < kBlocks; ++block) {
                const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(block * kBlockKeys);
                std::sort(begin, begin + kBlockKeys, [=](auto a, auto b) { return ascending != 0 ? a < b : a > b; });
            }
            const auto found = numbers_of<std::uint32_t>(contents[0]);
            const auto values = numbers_of<std::uint32_t>(contents[1]);
            for (std::size_t i = 0; i < found.size(); ++i) {
                if (values[i] >= keys.size() || keys[values[i]] != found[i])
                    return "value " + std::to_string(i) + " was not moved with its key";
            }
            return first_difference(found, expected);
        } };
}

constexpr std::uint32_t kRadixThreads = 256;
constexpr std::uint32_t kRadixBlocks = 3;

std::vector<std::uint32_t> radix_keys()
{
    const auto numbers = random_integers(kRadixThreads * kRadixBlocks, 0, 0x7fff'fffe, 6);
    std::vector<std::uint32_t> keys(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < keys.size(); i += 3)
        keys[i] |= 0x8000'0000U;
    return keys;
}

template <typename Less> std::vector<std::uint32_t> sorted_blocks(std::vector<std::uint32_t> keys, Less less)
{
    for (std::uint32_t block = 0; block < kRadixBlocks; ++block) {
        const auto begin = keys.begin() + block * kRadixThreads;
        std::stable_sort(begin, begin + kRadixThreads, less);
    }
    return keys;
}

TextbookCase radix_step()
{
    constexpr std::uint32_t kBit = 5;
    return { "RadixSortStep", "radix_sort",
        [=] {
            problem::Plan plan;
            const auto keys = add_buffer(plan, "keys", radix_keys());
            plan.step = { problem::KernelLaunch {
                "radix_step", { kRadixBlocks }, { kRadixThreads }, kRadixThreads * sizeof(std::uint32_t), { keys, kBit } } };
            return plan;
        },
        [=](const Contents& contents) {
            const auto expected = sorted_blocks(radix_keys(), [](auto a, auto b) { return (a >> kBit & 1U) < (b >> kBit & 1U); });
            return first_difference(numbers_of<std::uint32_t>(contents[0]), expected);
        } };
}

TextbookCase radix_sort()
{
    return { "RadixSort", "radix_sort",
        [=] {
            problem::Plan plan;
            const auto keys = add_buffer(plan, "keys", radix_keys());
            plan.step = { problem::KernelLaunch {
                "radix_sort", { kRadixBlocks }, { kRadixThreads }, kRadixThreads * sizeof(std::uint32_t), { keys } } };
            return plan;
        },
        [=](const Contents& contents) {
            return first_difference(numbers_of<std::uint32_t>(contents[0]), sorted_blocks(radix_keys(), std::less<> {}));
        } };
}

} // namespace

std::vector<TextbookCase> sort_cases()
{
    return { bitonic_steps(), bitonic_shared("BitonicSortSharedUp", 1), bitonic_shared("BitonicSortSharedDown", 0), radix_step(),
        radix_sort() };
}

} // namespace warpstage::kernels::test
