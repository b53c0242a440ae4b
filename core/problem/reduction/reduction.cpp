#include "core/problem/reduction/reduction.h"

#include "core/base/number.h"
#include "core/problem/reduction/reduction_input.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace warpstage::problem {

namespace {

// 8: for the lecture's figure with warps of two lanes
constexpr std::array kBlockSizes { "8", "32", "64", "128", "256", "512", "1024" };

// Maximum number of threads of a cascade: enough for every multiprocessor of today's largest GPUs (an H200 holds 132 · 2048 =
// 270336); more threads would only add partial sums.
constexpr std::uint64_t kCascadeThreads = std::uint64_t { 1 } << 18;

// For the kernels that add in one launch.
constexpr std::array kTopBlocks { "128", "256", "512", "1024" };
constexpr std::array kTopUnrolls { "1", "2", "4", "8" };

std::string_view kind_of(const Variant& variant)
{
    return setting(variant, "kind", "tree");
}

bool adds_in_one_launch(const Variant& variant)
{
    return kind_of(variant) == "atomic" || kind_of(variant) == "ticket";
}

bool reads_past_end(const Variant& variant)
{
    return setting(variant, "reads_past_end") == "true";
}

bool is_float(const Variant& variant)
{
    return setting(variant, "element") == "float";
}

std::vector<SettingRule> reduction_rules(const Variant& variant)
{
    std::vector<SettingRule> rules { { "kind", Presence::optional,
        { "tree", "host", "one_thread", "one_block", "thread_sums", "pairs", "atomic", "ticket" } } };
    if (kind_of(variant) == "host")
        return rules;
    rules.push_back({ "kernel", Presence::required, {} });
    rules.push_back({ "build", Presence::optional, {} });
    if (kind_of(variant) != "tree")
        return rules;
    rules.push_back({ "elements_per_thread", Presence::required, { "1", "2" } });
    rules.push_back({ "grid", Presence::required, { "cover", "cascade" } });
    rules.push_back({ "templated", Presence::optional, { "true", "false" } });
    rules.push_back({ "reads_past_end", Presence::optional, { "true", "false" } });
    rules.push_back({ "element", Presence::optional, { "int", "float" } });
    rules.push_back({ "smallest_block", Presence::optional, { kBlockSizes.begin(), kBlockSizes.end() } });
    return rules;
}

struct Geometry {
    std::string kernel; // display name
    std::uint32_t block = 0;
    std::uint64_t elements_per_thread = 1;
    bool cascade = false;

    // Blocks, and thus partial sums, of a launch over n elements.
    [[nodiscard]] std::uint64_t blocks(std::uint64_t n) const
    {
        const auto covering = [&](std::uint64_t per_thread) {
            return (n + block * per_thread - 1) / (block * per_thread);
        };
        if (!cascade)
            return covering(elements_per_thread);
        // O(n / log n) threads, each of O(log n) additions.
        const auto logarithm = static_cast<std::uint64_t>(std::bit_width(n));
        return std::min(covering(std::max(elements_per_thread, logarithm)), kCascadeThreads / block);
    }
};

// Minimum number of threads of the kernel's tree: if its last warp is unrolled, it adds 64 words unconditionally.
std::uint32_t smallest_block(const Variant& variant)
{
    const auto text = setting(variant, "smallest_block", kBlockSizes.front());
    return static_cast<std::uint32_t>(std::stoul(std::string { text }));
}

std::string kernel_name(const Variant& variant, std::string_view block)
{
    return setting(variant, "templated") == "true" ? kernel_of(variant, "kernel", block) : kernel_of(variant, "kernel");
}

KernelLaunch launch(const Geometry& geometry, BufferIndex from, BufferIndex to, std::uint64_t n)
{
    return {
        .kernel = geometry.kernel,
        .grid = { .x = static_cast<std::uint32_t>(geometry.blocks(n)) },
        .block = { .x = geometry.block },
        .shared_bytes = geometry.block * static_cast<std::uint32_t>(sizeof(std::int32_t)),
        .arguments = { BufferArgument { from }, BufferArgument { to }, static_cast<std::uint32_t>(n) },
    };
}

BufferIndex add_buffer(Plan& plan, std::string_view name, std::uint64_t elements)
{
    plan.buffers.push_back({ .name = std::string { name }, .bytes = host_size(elements * sizeof(std::int32_t)) });
    return plan.buffers.size() - 1;
}

std::string top_kernel(const Variant& variant, std::string_view block, std::string_view unroll)
{
    return kernel_of(variant, "kernel", fmt::format("{}, {}", block, unroll));
}

std::int64_t sum_of(std::span<const std::byte> numbers, ArrayScene::Element element)
{
    return element == ArrayScene::Element::float32 ? static_cast<std::int64_t>(float_sum(numbers)) : reduction_sum(numbers);
}

// The processor adds the partial sums and writes the total, an integer, to the first element of `result`.
HostWork host_sum(BufferIndex sums, BufferIndex result, ArrayScene::Element element = ArrayScene::Element::integer)
{
    return {
        .label = "host sum",
        .reads = { sums },
        .writes = { result },
        .run =
            [sums, result, element](std::span<const std::span<std::byte>> buffers, const std::stop_token& /*stop*/) {
                const auto total = static_cast<std::int32_t>(sum_of(buffers[sums], element));
                std::memcpy(buffers[result].data(), &total, sizeof total);
            },
    };
}

// Launches the same kernel repeatedly, alternating between two buffers of partial sums, until one value is left.
void finish_with_kernels(Plan& plan, const Geometry& geometry, BufferIndex sums, std::uint64_t count)
{
    plan.result = sums;
    if (count == 1)
        return;
    BufferIndex from = sums;
    BufferIndex to = add_buffer(plan, "sums of sums", geometry.blocks(count));
    while (count > 1) {
        plan.step.emplace_back(launch(geometry, from, to, count));
        count = geometry.blocks(count);
        plan.result = to;
        std::swap(from, to);
    }
}

void add_one_thread(Plan& plan, const Variant& variant, BufferIndex input, std::uint64_t n)
{
    plan.result = add_buffer(plan, "result", 1);
    plan.step.emplace_back(KernelLaunch { .kernel = kernel_of(variant, "kernel"),
        .grid = { .x = 1 },
        .block = { .x = 1 },
        .arguments = { BufferArgument { input }, BufferArgument { plan.result }, static_cast<std::uint32_t>(n) } });
}

// One partial sum per thread.
void add_thread_sums(
    Plan& plan, const Variant& variant, std::uint32_t blocks, std::uint32_t block, BufferIndex input, std::uint64_t n)
{
    const auto sums = add_buffer(plan, "sums", std::uint64_t { blocks } * block);
    plan.result = add_buffer(plan, "result", 1);
    plan.step.emplace_back(KernelLaunch { .kernel = kernel_of(variant, "kernel"),
        .grid = { .x = blocks },
        .block = { .x = block },
        .arguments = { BufferArgument { input }, BufferArgument { sums }, static_cast<std::uint32_t>(n) } });
    plan.step.emplace_back(host_sum(sums, plan.result));
}

// Half as many values per launch, alternating between two buffers, until one is left.
void add_pairs(Plan& plan, const Variant& variant, std::uint32_t block, BufferIndex input, std::uint64_t n)
{
    const auto half = [](std::uint64_t count) {
        return (count + 1) / 2;
    };
    const std::array levels { add_buffer(plan, "odd levels", half(n)), add_buffer(plan, "even levels", half(half(n))) };
    auto from = input;
    std::size_t level = 0;
    do {
        plan.result = levels.at(level % 2);
        plan.step.emplace_back(KernelLaunch { .kernel = kernel_of(variant, "kernel"),
            .grid = { .x = static_cast<std::uint32_t>((half(n) + block - 1) / block) },
            .block = { .x = block },
            .arguments = { BufferArgument { from }, BufferArgument { plan.result }, static_cast<std::uint32_t>(n) } });
        from = plan.result;
        n = half(n);
        ++level;
    } while (n > 1);
}

void add_in_one_launch(Plan& plan, const Variant& variant, const Settings& settings, BufferIndex input, std::uint64_t n)
{
    const auto block = static_cast<std::uint32_t>(settings.integer("top_block"));
    const auto unroll = static_cast<std::uint32_t>(settings.integer("top_unroll"));
    // At most one block per row of loads: each block adds at least one row of its threads' loads of four.
    const auto useful = std::max<std::uint64_t>(1, (n + 4ULL * block * unroll - 1) / (4ULL * block * unroll));
    const auto blocks = std::min<std::uint64_t>(useful, static_cast<std::uint64_t>(settings.integer("top_blocks")));
    KernelLaunch launch { .kernel = top_kernel(variant, settings.choice("top_block"), settings.choice("top_unroll")),
        .grid = { .x = static_cast<std::uint32_t>(blocks) },
        .block = { .x = block } };
    plan.result = add_buffer(plan, "result", 1);
    const auto count = static_cast<std::uint32_t>(n);
    if (kind_of(variant) == "atomic") {
        const auto total = add_buffer(plan, "total", 2);
        launch.arguments = { BufferArgument { input }, BufferArgument { plan.result }, BufferArgument { total }, count };
    } else {
        const auto sums = add_buffer(plan, "sums", blocks);
        const auto tickets = add_buffer(plan, "tickets", 1);
        launch.arguments = { BufferArgument { input }, BufferArgument { sums }, BufferArgument { tickets },
            BufferArgument { plan.result }, count };
    }
    plan.step.emplace_back(std::move(launch));
}

// The listing has no number of elements: its input ends with the last block.
void add_float_sums(Plan& plan, const Geometry& geometry, BufferIndex input, std::uint64_t n)
{
    const auto sums = add_buffer(plan, "psums", geometry.blocks(n));
    KernelLaunch only = launch(geometry, input, sums, n);
    only.shared_bytes = 0; // declared in the kernel
    only.arguments.pop_back();
    plan.step.emplace_back(std::move(only));
    plan.result = add_buffer(plan, "result", 1);
    plan.step.emplace_back(host_sum(sums, plan.result, ArrayScene::Element::float32));
}

Result<void> add_tree(Plan& plan, const Variant& variant, const Settings& settings, BufferIndex input, std::uint64_t n)
{
    const Geometry geometry {
        .kernel = kernel_name(variant, settings.choice("block")),
        .block = static_cast<std::uint32_t>(settings.integer("block")),
        .elements_per_thread = setting(variant, "elements_per_thread") == "2" ? 2U : 1U,
        .cascade = setting(variant, "grid") == "cascade",
    };
    if (geometry.block < smallest_block(variant)) {
        return Error { fmt::format("Variant `{}` needs at least {} threads per block, not {}: its last warp is unrolled.",
            variant.id, smallest_block(variant), geometry.block) };
    }
    if (reads_past_end(variant) && settings.choice("finish") == "kernel")
        return Error { fmt::format(
            "Variant `{}` intentionally reads past the end of its input: use `finish` = host.", variant.id) };
    const auto blocks = geometry.blocks(n);
    if (is_float(variant)) {
        if (settings.choice("finish") == "kernel")
            return Error { fmt::format("Variant `{}` reads whole blocks of elements, but partial sums may fill the last block "
                                       "only in part: use `finish` = host.",
                variant.id) };
        add_float_sums(plan, geometry, input, n);
        return {};
    }
    const auto sums = add_buffer(plan, "sums", blocks);
    plan.step.emplace_back(launch(geometry, input, sums, n));
    if (settings.choice("finish") == "kernel") {
        finish_with_kernels(plan, geometry, sums, blocks);
    } else {
        plan.result = add_buffer(plan, "result", 1);
        plan.step.emplace_back(host_sum(sums, plan.result));
    }
    return {};
}

} // namespace

const std::vector<Parameter>& Reduction::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "elements",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 268435456, // see largest_input()
            .initial = "2^22",
            .choices = { "2^20", "2^22", "2^24", "1000003" },
            .role = Parameter::Role::problem_size },
        { .id = "block",
            .label = "threads per block",
            .kind = Parameter::Kind::choice,
            .initial = "256",
            .choices = { kBlockSizes.begin(), kBlockSizes.end() },
            .tunable = true,
            .role = Parameter::Role::block_size },
        { .id = "finish",
            .label = "partial sums added by",
            .kind = Parameter::Kind::choice,
            .initial = "host",
            .choices = { "host", "kernel" } },
        { .id = "top_block",
            .label = "block size, one launch",
            .kind = Parameter::Kind::choice,
            .initial = "512",
            .choices = { kTopBlocks.begin(), kTopBlocks.end() },
            .tunable = true },
        { .id = "top_unroll",
            .label = "loads in flight",
            .kind = Parameter::Kind::choice,
            .initial = "4",
            .choices = { kTopUnrolls.begin(), kTopUnrolls.end() },
            .tunable = true },
        { .id = "top_blocks",
            .label = "grid size, one launch",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 65535,
            .initial = "264", // two per multiprocessor of an H200
            .choices = { "132", "264", "528", "1056" },
            .tunable = true },
        { .id = "input",
            .label = "input",
            .kind = Parameter::Kind::choice,
            .initial = "random",
            .choices = { "random", "iota" } },
        seed_parameter(),
    };
    return parameters;
}

Result<void> Reduction::accepts(const Variant& variant) const
{
    return check_settings(variant, reduction_rules(variant));
}

std::vector<std::string> Reduction::kernels(const Variant& variant) const
{
    if (kind_of(variant) == "host")
        return {};
    std::vector<std::string> names;
    if (adds_in_one_launch(variant)) {
        for (const auto* const block : kTopBlocks) {
            for (const auto* const unroll : kTopUnrolls)
                names.push_back(top_kernel(variant, block, unroll));
        }
        return names;
    }
    if (setting(variant, "templated") != "true")
        return { kernel_name(variant, {}) };
    for (const auto* const block : kBlockSizes) {
        if (std::stoul(block) >= smallest_block(variant))
            names.push_back(kernel_name(variant, block));
    }
    return names;
}

std::map<std::string, std::string, std::less<>> Reduction::suited_to(
    const Variant& variant, const Settings& /*settings*/, std::uint32_t multiprocessors) const
{
    if (!adds_in_one_launch(variant) || multiprocessors == 0)
        return {};
    // The number of blocks that run at once with 512 threads, given the registers of the loads in flight.
    return { { "top_blocks", std::to_string(2 * multiprocessors) } };
}

Result<Plan> Reduction::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();

    const auto n = static_cast<std::uint64_t>(settings.integer("n"));
    const auto block = static_cast<std::uint32_t>(settings.integer("block"));
    Plan plan;
    plan.scene = ArrayScene { .element_bytes = sizeof(std::int32_t) };
    plan.work_per_step = static_cast<double>(n * sizeof(std::int32_t));
    plan.work_unit = "B/s";
    plan.least = { { Resource::read_bytes, plan.work_per_step } };
    plan.recorded_work = 0;
    // A kernel that reads past the end reads zeros there.
    const bool floats = is_float(variant);
    const std::size_t zeros = reads_past_end(variant) ? std::size_t { 2 } * block : floats ? (block - n % block) % block : 0;
    if (floats)
        std::get<ArrayScene>(plan.scene).element = ArrayScene::Element::float32;
    const auto input = add_buffer(plan, floats ? "a" : "input", n + zeros);
    plan.buffers[input].persistent = true; // no kernel writes it, so a change of variant need not transfer it again

    const auto kind = kind_of(variant);
    if (kind == "host") {
        plan.result = add_buffer(plan, "result", 1);
        plan.step.emplace_back(host_sum(input, plan.result));
        plan.recorded_work = plan.step.size();
    } else if (kind == "one_thread") {
        add_one_thread(plan, variant, input, n);
    } else if (kind == "one_block") {
        add_thread_sums(plan, variant, 1, block, input, n);
    } else if (kind == "thread_sums") {
        add_thread_sums(plan, variant, static_cast<std::uint32_t>(settings.integer("top_blocks")), block, input, n);
    } else if (kind == "pairs") {
        add_pairs(plan, variant, block, input, n);
    } else if (adds_in_one_launch(variant)) {
        add_in_one_launch(plan, variant, settings, input, n);
    } else if (auto added = add_tree(plan, variant, settings, input, n); !added) {
        return added.error();
    }
    if (!floats)
        plan.library = LibraryCall { LibraryCall::Function::sum, host_size(n), 1, input, input, plan.result };
    const auto seed = static_cast<std::uint64_t>(settings.integer("seed"));
    const bool counting = settings.choice("input") == "iota";
    if (counting && n > kMaxIotaLength)
        return Error {
            "With `input` = iota (0 to 255, repeated), `n` is at most 2^24: the sum of more elements does not fit into 32 bits."
        };
    plan.buffers[input].initial = m_inputs.get({ host_size(n), zeros, counting, floats, seed }, [&] {
        auto bytes = counting ? iota_input(host_size(n)) : reduction_input(host_size(n), seed);
        if (floats)
            bytes = as_floats(std::move(bytes));
        bytes.resize(plan.buffers[input].bytes);
        return SharedBytes { std::move(bytes) };
    });
    plan.total = Total { sum_of(plan.buffers[input].initial, std::get<ArrayScene>(plan.scene).element) };
    return plan;
}

CheckOutcome Reduction::check(
    const Plan& plan, const Settings& /*settings*/, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(plan.total && contents.size() == plan.buffers.size() && contents[plan.result].size() >= sizeof(std::int32_t));
    const auto expected = plan.total->exact;
    std::int32_t sum = 0;
    std::memcpy(&sum, contents[plan.result].data(), sizeof sum);

    CheckOutcome outcome;
    outcome.passed = sum == expected;
    outcome.error = static_cast<double>(sum > expected ? sum - expected : expected - sum);
    outcome.sentence =
        outcome.passed ? fmt::format("sum {}, exact", sum) : fmt::format("sum {}, but the exact sum is {}", sum, expected);
    if (!outcome.passed)
        outcome.first = Difference { .buffer = plan.buffers[plan.result].name,
            .found = std::to_string(sum),
            .expected = std::to_string(expected),
            .count = 1,
            .compared = 1 };
    return outcome;
}

std::unique_ptr<Problem> make_reduction()
{
    return std::make_unique<Reduction>();
}

} // namespace warpstage::problem
