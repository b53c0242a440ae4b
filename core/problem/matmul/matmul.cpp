#include "core/problem/matmul/matmul.h"

#include "core/problem/buffers/bytes.h"
#include "core/problem/matmul/matmul_host.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace warpstage::problem {

namespace {

constexpr std::uint32_t kTile = 32; // of the kernels with one, two or four results per thread
constexpr std::uint32_t kRegisterTile = 128;
constexpr std::uint32_t kRegisterThreads = 256;
constexpr std::array kTypes { "float", "double" };
// Depth, along the sum, of the tiles of the kernel with results in registers, in bytes: 8 or 16 floats, 4 or 8 doubles. With 16
// doubles the tiles would exceed the 48 KiB of static shared memory.
constexpr std::array kDepths { "32", "64" };
constexpr std::array kBands { "1", "2", "4", "8", "16" };

enum MatmulBuffer : BufferIndex { kA, kB, kC, kBt };

std::vector<SettingRule> matmul_rules(const Variant& variant)
{
    std::vector<SettingRule> rules { { "kind", Presence::required, { "host", "tile", "registers" } } };
    if (setting(variant, "kind") == "host") {
        rules.push_back({ "loops", Presence::optional, { "rows", "printed" } });
        return rules;
    }
    rules.push_back({ "kernel", Presence::required, {} });
    if (setting(variant, "kind") == "tile")
        rules.push_back({ "results", Presence::required, { "1", "2", "4" } });
    return rules;
}

bool is_double(const Settings& settings)
{
    return settings.choice("type") == "double";
}

template <typename T> HostWork host_product(std::size_t n)
{
    return {
        .label = "host product",
        .reads = { kA, kB },
        .writes = { kC },
        .run =
            [n](std::span<const std::span<std::byte>> buffers, const std::stop_token& stop) {
                multiply_on_host(as_numbers<T>(std::span<const std::byte> { buffers[kA] }),
                    as_numbers<T>(std::span<const std::byte> { buffers[kB] }), as_numbers<T>(buffers[kC]), n, stop);
            },
    };
}

template <typename T> HostWork printed_product(std::size_t n)
{
    return {
        .label = "host product",
        .reads = { kA, kBt },
        .writes = { kC },
        .run =
            [n](std::span<const std::span<std::byte>> buffers, const std::stop_token& stop) {
                multiply_as_printed(as_numbers<T>(std::span<const std::byte> { buffers[kA] }),
                    as_numbers<T>(std::span<const std::byte> { buffers[kBt] }), as_numbers<T>(buffers[kC]), n, stop);
            },
    };
}

// The lecture computes it before the timing starts.
template <typename T> SharedBytes transposed(std::span<const std::byte> matrix, std::size_t n)
{
    std::vector<std::byte> bytes(matrix.size());
    const auto from = as_numbers<T>(matrix);
    const auto to = as_numbers<T>(std::span<std::byte> { bytes });
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column)
            to[column * n + row] = from[row * n + column];
    return bytes;
}

// The kernel with results in registers. `whole`: the matrix is a multiple of the tiles.
std::string registers_kernel(const Variant& variant, std::string_view type, bool whole, std::string_view depth)
{
    const std::size_t bytes = type == "double" ? sizeof(double) : sizeof(float);
    return kernel_of(variant, "kernel", fmt::format("{}, {}, {}", type, whole, std::stoul(std::string { depth }) / bytes));
}

KernelLaunch launch_of(const Variant& variant, const Settings& settings, std::uint32_t n)
{
    const bool registers = setting(variant, "kind") == "registers";
    const std::uint32_t tile = registers ? kRegisterTile : kTile;
    KernelLaunch launch;
    launch.kernel = registers ? registers_kernel(variant, settings.choice("type"), n % tile == 0, settings.choice("depth"))
                              : kernel_of(variant, "kernel", settings.choice("type"));
    launch.grid = { .x = (n + tile - 1) / tile, .y = (n + tile - 1) / tile };
    if (registers) {
        launch.block = { .x = kRegisterThreads };
    } else {
        const auto results = static_cast<std::uint32_t>(std::stoul(std::string { setting(variant, "results") }));
        launch.block = { .x = kTile, .y = kTile / results };
    }
    launch.arguments = { BufferArgument { kA }, BufferArgument { kB }, BufferArgument { kC }, static_cast<std::int32_t>(n) };
    if (registers)
        launch.arguments.emplace_back(static_cast<std::int32_t>(settings.integer("band")));
    return launch;
}

template <typename T>
ProductErrors errors_of(const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::size_t n,
    std::span<const std::size_t> rows, double tolerance)
{
    return product_errors(as_numbers<T>(std::span<const std::byte> { plan.buffers[kA].initial }),
        as_numbers<T>(std::span<const std::byte> { plan.buffers[kB].initial }),
        as_numbers<T>(std::span<const std::byte> { contents[kC] }), n, rows, tolerance);
}

} // namespace

const std::vector<Parameter>& Matmul::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "rows and columns",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 16384,
            .initial = "256",
            .choices = { "256", "1000", "2048", "8192" },
            .role = Parameter::Role::problem_size },
        { .id = "type",
            .label = "type",
            .kind = Parameter::Kind::choice,
            .initial = "float",
            .choices = { kTypes.begin(), kTypes.end() },
            .role = Parameter::Role::element_type },
        { .id = "depth",
            .label = "depth of a tile",
            .unit = "B",
            .kind = Parameter::Kind::choice,
            .initial = "32",
            .choices = { kDepths.begin(), kDepths.end() },
            .tunable = true },
        { .id = "band",
            .label = "tile rows per band",
            .kind = Parameter::Kind::choice,
            .initial = "8",
            .choices = { kBands.begin(), kBands.end() },
            .tunable = true },
        { .id = "input", .label = "input", .kind = Parameter::Kind::choice, .initial = "lecture", .choices = factor_names() },
        seed_parameter(),
    };
    return parameters;
}

Result<void> Matmul::accepts(const Variant& variant) const
{
    return check_settings(variant, matmul_rules(variant));
}

std::vector<std::string> Matmul::kernels(const Variant& variant) const
{
    std::vector<std::string> names;
    if (setting(variant, "kind") == "host")
        return names;
    const bool registers = setting(variant, "kind") == "registers";
    for (const std::string type : kTypes) {
        if (registers) {
            for (const auto* const depth : kDepths) {
                for (const bool whole : { false, true })
                    names.push_back(registers_kernel(variant, type, whole, depth));
            }
        } else {
            names.push_back(kernel_of(variant, "kernel", type));
        }
    }
    return names;
}

std::map<std::string, std::string, std::less<>> Matmul::suited_to(
    const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const
{
    if (setting(variant, "kind") != "registers" || multiprocessors == 0)
        return {};
    return { { "depth", is_double(settings) ? "64" : "32" } };
}

Result<Plan> Matmul::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();
    const auto n = static_cast<std::size_t>(settings.integer("n"));
    const bool wide = is_double(settings);
    const std::size_t bytes = n * n * (wide ? sizeof(double) : sizeof(float));
    const FactorsKey key { settings.choice("type"), settings.choice("input"), n,
        static_cast<std::uint64_t>(settings.integer("seed")) };
    const auto factors = m_factors.get(key, [&] { return make_factors(key); });

    Plan plan;
    // No kernel writes the factors, so a change of variant need not transfer them again.
    plan.buffers = {
        { .name = "a", .bytes = bytes, .initial = factors.a, .persistent = true },
        { .name = "b", .bytes = bytes, .initial = factors.b, .persistent = true },
        { .name = "c", .bytes = bytes },
    };
    if (setting(variant, "loops") == "printed") {
        const std::span<const std::byte> b = factors.b;
        plan.buffers.push_back(
            { .name = "bT", .bytes = bytes, .initial = wide ? transposed<double>(b, n) : transposed<float>(b, n) });
        plan.step.emplace_back(wide ? printed_product<double>(n) : printed_product<float>(n));
        plan.recorded_work = plan.step.size();
    } else if (setting(variant, "kind") == "host") {
        plan.step.emplace_back(wide ? host_product<double>(n) : host_product<float>(n));
        plan.recorded_work = plan.step.size();
    } else {
        plan.step.emplace_back(launch_of(variant, settings, static_cast<std::uint32_t>(n)));
        plan.recorded_work = 0;
    }
    plan.scene = MatrixScene { .matrix = kC,
        .rows = n,
        .columns = n,
        .element = wide ? MatrixScene::Element::float64 : MatrixScene::Element::float32,
        .lowest = static_cast<float>(factors.lowest),
        .highest = static_cast<float>(factors.highest) };
    if (plan.recorded_work < plan.step.size())
        std::get<MatrixScene>(plan.scene).sources = { { kA, n, n }, { kB, n, n } };
    plan.work_per_step = 2.0 * std::pow(static_cast<double>(n), 3.0);
    plan.work_unit = "FLOP/s";
    plan.least = { { wide ? Resource::fp64 : Resource::fp32, plan.work_per_step / 2.0 } };
    plan.library = LibraryCall { wide ? LibraryCall::Function::dgemm : LibraryCall::Function::sgemm, n, n, kA, kB, kC };
    plan.result = kC;
    return plan;
}

CheckOutcome Matmul::check(const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto n = static_cast<std::size_t>(settings.integer("n"));
    const auto rows = sampled_rows(n, static_cast<std::uint64_t>(settings.integer("seed")));
    const double rounding = is_double(settings) ? std::numeric_limits<double>::epsilon() / 2
                                                : static_cast<double>(std::numeric_limits<float>::epsilon()) / 2;
    CheckOutcome outcome;
    outcome.tolerance = 8.0 * std::sqrt(static_cast<double>(n)) * rounding;
    auto errors = is_double(settings) ? errors_of<double>(plan, contents, n, rows, outcome.tolerance)
                                      : errors_of<float>(plan, contents, n, rows, outcome.tolerance);
    outcome.error = errors.largest;
    outcome.passed = outcome.error <= outcome.tolerance;
    outcome.sentence =
        fmt::format("largest error in {} of {} rows, relative to the sum of the products' magnitudes: {:.1e}, allowed {:.1e}",
            rows.size(), n, outcome.error, outcome.tolerance);
    if (errors.first) {
        errors.first->buffer = plan.buffers[kC].name;
        errors.first->element_bytes = is_double(settings) ? sizeof(double) : sizeof(float);
        outcome.sentence = errors.first->words() + "; " + outcome.sentence;
        outcome.first = std::move(errors.first);
    }
    return outcome;
}

std::unique_ptr<Problem> make_matmul()
{
    return std::make_unique<Matmul>();
}

} // namespace warpstage::problem
