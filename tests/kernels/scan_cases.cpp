// Prefix sums: Blelloch, Hillis and Steele, warp shuffles.
#include "tests/kernels/textbook_case.h"

#include <numeric>

namespace warpstage::kernels::test {

namespace {

TextbookCase blelloch()
{
    constexpr int kElements = 4096;
    constexpr std::uint32_t kThreads = 256; // each scans two
    constexpr std::uint32_t kBlocks = kElements / (2 * kThreads);
    const auto input = random_integers(kElements, -50, 50, 1);
    const auto padded = [](std::uint32_t n) {
        return static_cast<std::uint32_t>((n + n / 32) * sizeof(int));
    };
    return { "ScanBlelloch", "scan_blelloch",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "input", input);
            const auto out = add_buffer(plan, "output", std::vector<int>(kElements, 0));
            const auto sums = add_buffer(plan, "sums", std::vector<int>(kBlocks, 0));
            plan.step = {
                problem::KernelLaunch { "prescan", { kBlocks }, { kThreads }, padded(2 * kThreads), { out, in, sums } },
                problem::KernelLaunch { "prescan", { 1 }, { kBlocks / 2 }, padded(kBlocks), { sums, sums, std::uint64_t { 0 } } },
                problem::KernelLaunch { "add_block_sums", { kBlocks }, { kThreads }, 0, { out, sums } },
            };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected(kElements);
            std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0);
            return first_difference(numbers_of<int>(contents[1]), expected);
        } };
}

TextbookCase hillis_steele()
{
    constexpr int kElements = 512;
    const auto input = random_floats(kElements, 0.0, 1.0, 2);
    return { "ScanHillisSteele", "scan_hillis_steele",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "input", input);
            const auto out = add_buffer(plan, "output", std::vector<float>(kElements, 0.0F));
            plan.step = { problem::KernelLaunch {
                "scan", { 1 }, { kElements }, 2 * kElements * sizeof(float), { out, in, std::int32_t { kElements } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected(kElements);
            std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0.0);
            return first_difference(in_double(numbers_of<float>(contents[1])), expected, 1e-5, 0.0);
        } };
}

TextbookCase warp_shuffle()
{
    constexpr int kElements = 1000; // the last block is not full
    constexpr int kThreads = 256;
    constexpr int kBlocks = 4;
    const auto input = random_integers(kElements, 0, 1000, 3);
    return { "ScanWarpShuffle", "scan_warp_shuffle",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "input", input);
            const auto out = add_buffer(plan, "output", std::vector<int>(kElements, 0));
            const auto sums = add_buffer(plan, "sums", std::vector<int>(kBlocks, 0));
            plan.step = { problem::KernelLaunch {
                "block_scan", { kBlocks }, { kThreads }, 0, { in, out, sums, std::int32_t { kElements } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected(kElements);
            std::vector<int> sums(kBlocks);
            for (int i = 0; i < kElements; ++i) {
                const auto at = static_cast<std::size_t>(i);
                expected[at] = input[at] + (i % kThreads == 0 ? 0 : expected[at - 1]);
                sums[at / kThreads] = expected[at];
            }
            const auto difference = first_difference(numbers_of<int>(contents[1]), expected);
            return difference.empty() ? first_difference(numbers_of<int>(contents[2]), sums) : difference;
        } };
}

} // namespace

std::vector<TextbookCase> scan_cases()
{
    return { blelloch(), hillis_steele(), warp_shuffle() };
}

} // namespace warpstage::kernels::test
