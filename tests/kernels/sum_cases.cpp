// Counting and adding with atomics: histograms, cooperative groups, compaction, Monte Carlo.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpstage::kernels::test {

namespace {

TextbookCase histogram(const char* name, const char* kernel)
{
    constexpr std::size_t kBytes = 10007;
    const auto numbers = random_integers(kBytes, 0, 255, 7);
    std::vector<std::uint8_t> bytes(numbers.begin(), numbers.end());
    std::fill(bytes.begin(), bytes.begin() + 1000, std::uint8_t { 77 }); // many lanes access one address
    return { name, "histogram",
        [=] {
            problem::Plan plan;
            const auto buffer = add_buffer(plan, "buffer", bytes);
            const auto histo = add_buffer(plan, "histogram", std::vector<std::uint32_t>(256, 0));
            plan.step = { problem::KernelLaunch {
                kernel, { 4 }, { 256 }, 0, { buffer, static_cast<std::int64_t>(kBytes), histo } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<std::uint32_t> expected(256, 0);
            for (const auto byte : bytes)
                ++expected[byte];
            return first_difference(numbers_of<std::uint32_t>(contents[1]), expected);
        } };
}

TextbookCase group_sum(const char* name, const char* kernel, const char* file = "cooperative_groups")
{
    constexpr int kElements = 4096;
    constexpr std::uint32_t kThreads = 128;
    const auto input = random_integers(kElements, -1000, 1000, 8);
    return { name, file,
        [=] {
            problem::Plan plan;
            const auto sum = add_buffer(plan, "sum", std::vector<int> { 0 });
            const auto in = add_buffer(plan, "input", input);
            plan.step = { problem::KernelLaunch {
                kernel, { 4 }, { kThreads }, kThreads * sizeof(int), { sum, in, std::int32_t { kElements } } } };
            return plan;
        },
        [=](const Contents& contents) {
            const std::vector<int> expected { std::accumulate(input.begin(), input.end(), 0) };
            return first_difference(numbers_of<int>(contents[0]), expected);
        } };
}

TextbookCase compaction(const char* name, const char* kernel)
{
    constexpr int kElements = 1000;
    const auto input = random_integers(kElements, -100, 100, 9);
    return { name, "compaction",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "output", std::vector<int>(kElements, 0));
            const auto count = add_buffer(plan, "count", std::vector<int> { 0 });
            const auto in = add_buffer(plan, "input", input);
            plan.step = { problem::KernelLaunch { kernel, { 4 }, { 256 }, 0, { out, count, in, std::int32_t { kElements } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected;
            std::ranges::copy_if(input, std::back_inserter(expected), [](int value) { return value > 0; });
            const auto count = numbers_of<int>(contents[1])[0];
            if (count != static_cast<int>(expected.size()))
                return "count is " + std::to_string(count) + " instead of " + std::to_string(expected.size());
            // The order of the warps is undefined.
            auto found = numbers_of<int>(contents[0]);
            found.resize(expected.size());
            std::ranges::sort(found);
            std::ranges::sort(expected);
            return first_difference(found, expected);
        } };
}

TextbookCase threadfence()
{
    constexpr std::size_t kElements = 5000;
    constexpr std::uint32_t kBlocks = 6;
    const auto input = random_floats(kElements, 0.0, 1.0, 32);
    return { "ThreadFenceReduction", "threadfence_reduction",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "input", input);
            const auto first = add_buffer(plan, "first", std::vector<float>(kBlocks, 0.0F));
            const auto second = add_buffer(plan, "second", std::vector<float>(kBlocks, 0.0F));
            const auto launch = [&](problem::BufferArgument out) {
                return problem::KernelLaunch { "reduceSinglePass", { kBlocks }, { 128 }, 0,
                    { in, out, static_cast<std::uint32_t>(kElements) } };
            };
            plan.step = { launch(first), launch(second) };
            return plan;
        },
        [=](const Contents& contents) {
            const std::vector<double> expected { std::accumulate(input.begin(), input.end(), 0.0) };
            for (std::size_t buffer = 1; buffer <= 2; ++buffer) {
                const std::vector<double> sum { static_cast<double>(numbers_of<float>(contents[buffer])[0]) };
                if (const auto difference = first_difference(sum, expected, 1e-5, 0.0); !difference.empty())
                    return "launch " + std::to_string(buffer) + ": " + difference;
            }
            return std::string {};
        } };
}

constexpr std::uint32_t kDartBlocks = 4;
constexpr std::uint32_t kDartThreads = 64;
constexpr std::int32_t kDarts = 100;

float uniform(std::uint32_t bits)
{
    return static_cast<float>(bits >> 8U) * (1.0F / 16777216.0F);
}

// Exact: the product of two 24-bit numbers fits into a double. The kernel rounds to float, which makes a difference only within
// 1e-7 of the circle; none of these seeds yields such a point.
bool inside(std::uint32_t first, std::uint32_t second)
{
    const double x = uniform(first);
    const double y = uniform(second);
    return x * x + y * y <= 1.0;
}

TextbookCase pi_xorshift()
{
    constexpr std::uint32_t kSeed = 12345;
    return { "MonteCarloXorshift", "monte_carlo_pi",
        [=] {
            problem::Plan plan;
            const auto hits = add_buffer(plan, "hits", std::vector<std::uint64_t> { 0 });
            plan.step = { problem::KernelLaunch {
                "pi_xorshift", { kDartBlocks }, { kDartThreads }, 0, { hits, kSeed, kDarts } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::uint64_t expected = 0;
            for (std::uint32_t thread = 0; thread < kDartBlocks * kDartThreads; ++thread) {
                std::uint32_t state = kSeed ^ (thread + 1) * 2654435769U;
                const auto next = [&state] {
                    state ^= state << 13U;
                    state ^= state >> 17U;
                    state ^= state << 5U;
                    return state;
                };
                for (std::int32_t i = 0; i < kDarts; ++i) {
                    const auto x = next();
                    expected += inside(x, next()) ? 1U : 0U;
                }
            }
            return first_difference(numbers_of<std::uint64_t>(contents[0]), { expected });
        } };
}

TextbookCase pi_lcg()
{
    constexpr std::uint64_t kSeed = 987654321987ULL;
    return { "MonteCarloLcg", "monte_carlo_pi",
        [=] {
            problem::Plan plan;
            const auto hits = add_buffer(plan, "hits", std::vector<std::uint32_t>(kDartBlocks, 0));
            plan.step = { problem::KernelLaunch { "pi_lcg", { kDartBlocks }, { kDartThreads }, 0, { hits, kSeed, kDarts } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<std::uint32_t> expected(kDartBlocks, 0);
            for (std::uint32_t thread = 0; thread < kDartBlocks * kDartThreads; ++thread) {
                std::uint64_t state = kSeed + thread;
                const auto next = [&state] {
                    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
                    return static_cast<std::uint32_t>(state >> 32U);
                };
                for (std::int32_t i = 0; i < kDarts; ++i) {
                    const auto x = next();
                    expected[thread / kDartThreads] += inside(x, next()) ? 1U : 0U;
                }
            }
            return first_difference(numbers_of<std::uint32_t>(contents[0]), expected);
        } };
}

} // namespace

std::vector<TextbookCase> sum_cases()
{
    return {
        histogram("HistogramGlobal", "histo_kernel_global"),
        histogram("HistogramShared", "histo_kernel_shared"),
        group_sum("CooperativeBlock", "sum_kernel_block"),
        group_sum("CooperativeTile16", "sum_kernel_tile_shfl<16>"),
        group_sum("CooperativeTile32", "sum_kernel_tile_shfl<32>"),
        group_sum("CooperativeReduce", "sum_kernel_reduce"),
        group_sum("CooperativeReduceHopper", "sum_kernel_reduce", "cooperative_groups.90"), // redux.sync
        compaction("CompactionCoalescedGroup", "filter_k"),
        compaction("CompactionBallot", "filter_by_ballot"),
        threadfence(),
        pi_xorshift(),
        pi_lcg(),
    };
}

} // namespace warpstage::kernels::test
