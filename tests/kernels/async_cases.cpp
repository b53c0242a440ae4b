// Asynchronous barriers, pipelines, bulk copies and clusters.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <array>

namespace warpstage::kernels::test {

namespace {

std::string difference_in_first(const Contents& contents, const std::vector<int>& expected)
{
    return first_difference(numbers_of<int>(contents[0]), expected);
}

TextbookCase neighbors(const char* name, const char* file)
{
    constexpr int kThreads = 160;
    constexpr int kRounds = 5;
    return { name, file,
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(std::size_t { 2 } * kThreads, 0));
            plan.step = { problem::KernelLaunch { "add_neighbors", { 2 }, { kThreads }, 0, { out, std::int32_t { kRounds } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> values(kThreads);
            for (int i = 0; i < kThreads; ++i)
                values[static_cast<std::size_t>(i)] = i;
            for (int round = 0; round < kRounds; ++round) {
                const std::vector<int> before = values;
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] += before[(i + 1) % before.size()];
            }
            const std::vector<int> one_block = values;
            values.insert(values.end(), one_block.begin(), one_block.end());
            return difference_in_first(contents, values);
        } };
}

// Kernels that add up `tiles` tiles, each backwards, `factor` times.
template <typename Number>
TextbookCase tile_sum(const std::string& name, const std::string& file, const std::string& kernel, std::size_t tile, int factor)
{
    constexpr std::size_t kTiles = 9;
    const auto numbers = random_integers(kTiles * tile, -1000, 1000, 51);
    return { name, file,
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<Number>(tile, 0));
            const auto in = add_buffer(plan, "in", std::vector<Number>(numbers.begin(), numbers.end()));
            const auto threads = static_cast<std::uint32_t>(kernel == "add_tiles" ? tile : 2 * tile);
            plan.step = { problem::KernelLaunch {
                kernel, { 1 }, { threads }, 0, { out, in, static_cast<std::int32_t>(kTiles) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<Number> expected(tile, 0);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                expected[tile - 1 - i % tile] += static_cast<Number>(factor * numbers[i]);
            return first_difference(numbers_of<Number>(contents[0]), expected);
        } };
}

TextbookCase drop_out(const char* name, const char* file)
{
    constexpr std::uint32_t kWarps = 4;
    constexpr std::uint32_t kThreads = 32 * kWarps;
    return { name, file,
        [] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(std::size_t { kWarps } * kThreads, 0));
            plan.step = { problem::KernelLaunch { "drop_out", { 1 }, { kThreads }, 0, { out } } };
            return plan;
        },
        [](const Contents& contents) {
            std::vector<int> expected(std::size_t { kWarps } * kThreads, 0);
            int arrived = 0;
            for (std::uint32_t round = 0; round < kWarps; ++round) {
                arrived += static_cast<int>(kThreads - 32 * round);
                for (std::uint32_t thread = 32 * round; thread < kThreads; ++thread)
                    expected[round * kThreads + thread] = arrived;
            }
            return difference_in_first(contents, expected);
        } };
}

// Two blocks of 1024 elements; `value` gives an element of the result.
template <typename Value>
TextbookCase tiles_of_blocks(const char* name, const char* file, const char* kernel, std::uint32_t threads, Value value)
{
    const auto in = random_integers(2048, -100000, 100000, 52);
    return { name, file,
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(in.size(), 0));
            plan.step = { problem::KernelLaunch { kernel, { 2 }, { threads }, 0, { out, add_buffer(plan, "in", in) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected(in.size());
            for (std::size_t i = 0; i < in.size(); ++i)
                expected[i] = value(in, i);
            return difference_in_first(contents, expected);
        } };
}

TextbookCase bulk_reductions()
{
    constexpr std::size_t kElements = 256;
    constexpr std::uint32_t kBlocks = 6;
    const auto in = random_integers(kElements * kBlocks, 0, 100000, 53);
    return { "BulkReductions", "bulk_copies.90",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(kElements, 0));
            const auto bits = add_buffer(plan, "bits", std::vector<int>(kElements, 0));
            const auto most = add_buffer(plan, "most", std::vector<int>(kElements, 0));
            plan.step = { problem::KernelLaunch {
                "add_blocks", { kBlocks }, { 64 }, 0, { out, bits, most, add_buffer(plan, "in", in) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::array<std::vector<int>, 3> expected;
            expected.fill(std::vector<int>(kElements, 0));
            for (std::size_t i = 0; i < in.size(); ++i) {
                expected[0][i % kElements] += in[i];
                expected[1][i % kElements] |= in[i];
                expected[2][i % kElements] = std::max(expected[2][i % kElements], in[i]);
            }
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const std::string difference = first_difference(numbers_of<int>(contents[i]), expected[i]);
                if (!difference.empty())
                    return difference;
            }
            return std::string {};
        } };
}

TextbookCase counted_pairs()
{
    constexpr std::uint32_t kBlocks = 4;
    constexpr std::uint32_t kThreads = 64;
    return { "PairsOf128Bits", "wide.90",
        [] {
            problem::Plan plan;
            const auto pair = add_buffer(plan, "pair", std::vector<std::uint64_t> { 7, 9 });
            plan.step = { problem::KernelLaunch { "count_pairs", { kBlocks }, { kThreads }, 0, { pair } } };
            return plan;
        },
        [](const Contents& contents) {
            constexpr std::uint64_t kCount = kBlocks * kThreads;
            return first_difference(numbers_of<std::uint64_t>(contents[0]), { 7 + kCount, 9 + 3 * kCount });
        } };
}

// In the order of the numbers that f16 bits stand for; -0 is smaller than +0.
int order_of_half(std::uint16_t bits)
{
    const int magnitude = bits % 0x8000;
    return bits < 0x8000 ? magnitude : -1 - magnitude;
}

TextbookCase extremes_of_halves()
{
    constexpr std::size_t kElements = 64;
    constexpr std::uint32_t kBlocks = 6;
    std::vector<std::uint16_t> in;
    // Up to 0x7c00, infinity, with both signs.
    for (const int bits : random_integers(kElements * kBlocks, 0, 2 * 0x7c01 - 1, 55))
        in.push_back(static_cast<std::uint16_t>(bits % 0x7c01 + bits / 0x7c01 * 0x8000));
    in[0] = 0x8000;
    in[kElements] = 0;
    return { "ExtremesOfHalves", "wide.90",
        [=] {
            problem::Plan plan;
            const auto least = add_buffer(plan, "least", std::vector<std::uint16_t>(kElements, 0x7c00));
            const auto most = add_buffer(plan, "most", std::vector<std::uint16_t>(kElements, 0xfc00));
            plan.step = { problem::KernelLaunch {
                "extremes_of_halves", { kBlocks }, { kElements }, 0, { least, most, add_buffer(plan, "in", in) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<std::uint16_t> least(kElements, 0x7c00);
            std::vector<std::uint16_t> most(kElements, 0xfc00);
            const auto smaller = [](std::uint16_t a, std::uint16_t b) {
                return order_of_half(a) < order_of_half(b);
            };
            for (std::size_t i = 0; i < in.size(); ++i) {
                least[i % kElements] = std::min(least[i % kElements], in[i], smaller);
                most[i % kElements] = std::max(most[i % kElements], in[i], smaller);
            }
            const std::string difference = first_difference(numbers_of<std::uint16_t>(contents[0]), least);
            return difference.empty() ? first_difference(numbers_of<std::uint16_t>(contents[1]), most) : difference;
        } };
}

TextbookCase distributed_histogram(const char* name, const char* kernel, std::size_t bins, bool clusters)
{
    const auto in = random_integers(5000, 0, 9999, 54);
    return { name, "clusters.90",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "bins", std::vector<int>(bins, 0));
            plan.step = { problem::KernelLaunch { kernel, { 8 }, { 96 }, 64 * sizeof(int),
                { out, add_buffer(plan, "in", in), static_cast<std::int32_t>(in.size()) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected(bins, 0);
            for (const int number : in)
                ++expected[static_cast<std::size_t>(number) % bins];
            return difference_in_first(contents, expected);
        },
        clusters };
}

TextbookCase passed_on()
{
    constexpr std::uint32_t kBlocks = 8;
    return { "ValuesForTheNextBlock", "clusters.90",
        [] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(std::size_t { kBlocks } * 32, 0));
            plan.step = { problem::KernelLaunch { "pass_on", { kBlocks }, { 32 }, 0, { out } } };
            return plan;
        },
        [](const Contents& contents) {
            std::vector<int> expected;
            for (int block = 0; block < static_cast<int>(kBlocks); ++block) {
                const int before = block / 4 * 4 + (block + 3) % 4;
                for (int thread = 0; thread < 32; ++thread)
                    expected.push_back(100 * before + thread);
            }
            return difference_in_first(contents, expected);
        },
        true };
}

TextbookCase stored_and_added()
{
    return { "AsyncStoresAndAdditions", "clusters.90",
        [] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<int>(256, 0));
            plan.step = { problem::KernelLaunch { "store_and_add", { 2 }, { 32 }, 0, { out } } };
            return plan;
        },
        [](const Contents& contents) {
            std::vector<int> expected;
            for (int i = 0; i < 256; ++i)
                expected.push_back(10000 * 496 + (i < 128 ? 1000 : 0) + i % 128);
            return difference_in_first(contents, expected);
        },
        true };
}

} // namespace

std::vector<TextbookCase> async_cases()
{
    const auto reversed = [](const std::vector<int>& in, std::size_t i) {
        return in[i / 1024 * 1024 + 1023 - i % 1024];
    };
    const auto one_more = [](const std::vector<int>& in, std::size_t i) {
        return in[i] + 1;
    };
    std::vector<TextbookCase> cases { bulk_reductions(), counted_pairs(), extremes_of_halves(), passed_on(), stored_and_added(),
        tiles_of_blocks("BulkCopies", "bulk_copies.90", "add_one", 128, one_more),
        distributed_histogram("HistogramOfClusters", "histogram_of_clusters", 256, true),
        distributed_histogram("HistogramOfBlocksAsClusters", "histogram_of_blocks", 64, false) };
    // For compute_90 the same source waits by try_wait and copies in bulk.
    cases.push_back(neighbors("BarrierPhases", "barriers"));
    cases.push_back(neighbors("BarrierPhases90", "barriers.90"));
    cases.push_back(drop_out("BarrierDropOut", "barriers"));
    cases.push_back(drop_out("BarrierDropOut90", "barriers.90"));
    cases.push_back(tiles_of_blocks("BarrierOfCopies", "barriers", "reverse_tile", 128, reversed));
    cases.push_back(tiles_of_blocks("BarrierOfCopies90", "barriers.90", "reverse_tile", 128, reversed));
    for (const std::string file : { "barriers", "barriers.90" }) {
        const std::string end = file == "barriers" ? "" : "90";
        cases.push_back(tile_sum<int>("ProducerAndConsumer" + end, file, "produce_and_consume", 128, 2));
        cases.push_back(tile_sum<float>("Pipeline" + end, file, "add_tiles", 128, 1));
        cases.push_back(tile_sum<int>("PipelineOfRoles" + end, file, "add_tiles_by_roles", 64, 1));
    }
    return cases;
}

} // namespace warpstage::kernels::test
