#include "core/problem/transpose/transpose.h"

#include "core/problem/buffers/bytes.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <span>

namespace warpstage::problem {

namespace {

constexpr std::array kTiles { "16", "32", "48" };
constexpr std::array kBlockRows { "4", "8", "16" };
constexpr std::array kTunedTiles { "32", "64", "128" };
constexpr std::array kTunedSquares { "1", "4", "8", "16" };
constexpr std::array kHints { "none", "streaming" };

enum TransposeBuffer : BufferIndex { kIn, kOut };

std::vector<SettingRule> transpose_rules()
{
    return {
        { "kernel", Presence::required, {} },
        { "block", Presence::required, { "rows", "fours", "patches" } },
        { "result", Presence::optional, { "transpose", "copy" } },
        { "tiles", Presence::optional, { "any", "power_of_two" } },
    };
}

bool copies(const Variant& variant)
{
    return setting(variant, "result", "transpose") == "copy";
}

bool takes_tile(const Variant& variant, std::string_view tile)
{
    return setting(variant, "tiles", "any") == "any" || std::has_single_bit(std::stoul(std::string { tile }));
}

std::string rows_kernel(const Variant& variant, std::string_view tile, std::string_view block_rows)
{
    return fmt::format("{}<{}, {}>", setting(variant, "kernel"), tile, block_rows);
}

std::string patches_kernel(const Variant& variant, std::string_view tile, std::string_view square, std::string_view hint)
{
    return fmt::format("{}<{}, {}, {}>", setting(variant, "kernel"), tile, square, hint == "streaming");
}

std::uint32_t count_of(const Settings& settings, std::string_view id)
{
    return static_cast<std::uint32_t>(settings.integer(id));
}

// n columns; as many rows, unless set explicitly.
MatrixShape shape_of(const Settings& settings)
{
    const auto columns = static_cast<std::size_t>(settings.integer("n"));
    const auto rows = static_cast<std::size_t>(settings.integer("height"));
    return { rows == 0 ? columns : rows, columns };
}

KernelLaunch launch_of(const Variant& variant, const Settings& settings, MatrixShape shape)
{
    KernelLaunch launch;
    std::uint32_t tile = 32;
    if (const auto block = setting(variant, "block"); block == "rows") {
        tile = count_of(settings, "tile");
        launch.kernel = rows_kernel(variant, settings.choice("tile"), settings.choice("block_rows"));
        launch.block = { .x = tile, .y = count_of(settings, "block_rows") };
    } else if (block == "fours") {
        launch.kernel = setting(variant, "kernel");
        launch.block = { .x = 8, .y = 32 };
    } else {
        tile = count_of(settings, "tuned_tile");
        launch.kernel = patches_kernel(
            variant, settings.choice("tuned_tile"), settings.choice("tuned_square"), settings.choice("tuned_hint"));
        launch.block = { .x = tile / 4 * (tile / 4) };
        launch.shared_bytes = tile * tile * static_cast<std::uint32_t>(sizeof(float));
    }
    const auto tiles = [&](std::size_t length) {
        return static_cast<std::uint32_t>((length + tile - 1) / tile);
    };
    launch.grid = { .x = tiles(shape.columns), .y = tiles(shape.rows) };
    launch.arguments = { BufferArgument { kIn }, BufferArgument { kOut }, static_cast<std::int32_t>(shape.columns),
        static_cast<std::int32_t>(shape.rows) };
    return launch;
}

} // namespace

const std::vector<Parameter>& Transpose::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "columns",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 32768, // its square still fits into an int
            .initial = "1024",
            .choices = { "1024", "4000", "4096", "16384" },
            .role = Parameter::Role::problem_size },
        { .id = "height",
            .label = "rows (0: square)",
            .kind = Parameter::Kind::integer,
            .minimum = 0,
            .maximum = 32768,
            .initial = "0",
            .choices = { "0" } },
        { .id = "tile",
            .label = "tile",
            .kind = Parameter::Kind::choice,
            .initial = "32",
            .choices = { kTiles.begin(), kTiles.end() },
            .tunable = true },
        { .id = "block_rows",
            .label = "rows per block",
            .kind = Parameter::Kind::choice,
            .initial = "8",
            .choices = { kBlockRows.begin(), kBlockRows.end() },
            .tunable = true },
        { .id = "tuned_tile",
            .label = "tuned tile size",
            .kind = Parameter::Kind::choice,
            .initial = "64",
            .choices = { kTunedTiles.begin(), kTunedTiles.end() },
            .tunable = true },
        { .id = "tuned_square",
            .label = "square side (tiles)",
            .kind = Parameter::Kind::choice,
            .initial = "1",
            .choices = { kTunedSquares.begin(), kTunedSquares.end() },
            .tunable = true },
        { .id = "tuned_hint",
            .label = "cache hint",
            .kind = Parameter::Kind::choice,
            .initial = "streaming",
            .choices = { kHints.begin(), kHints.end() },
            .tunable = true },
        { .id = "input",
            .label = "input",
            .kind = Parameter::Kind::choice,
            .initial = "letter",
            .choices = matrix_input_names() },
        seed_parameter(),
    };
    return parameters;
}

Result<void> Transpose::accepts(const Variant& variant) const
{
    return check_settings(variant, transpose_rules());
}

std::vector<std::string> Transpose::kernels(const Variant& variant) const
{
    std::vector<std::string> names;
    if (const auto block = setting(variant, "block"); block == "rows") {
        for (const auto* const tile : kTiles) {
            for (const auto* const rows : kBlockRows) {
                if (takes_tile(variant, tile))
                    names.push_back(rows_kernel(variant, tile, rows));
            }
        }
    } else if (block == "fours") {
        names.emplace_back(setting(variant, "kernel"));
    } else {
        for (const auto* const tile : kTunedTiles) {
            for (const auto* const square : kTunedSquares) {
                for (const auto* const hint : kHints)
                    names.push_back(patches_kernel(variant, tile, square, hint));
            }
        }
    }
    return names;
}

Result<Plan> Transpose::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();
    if (setting(variant, "block") == "rows" && !takes_tile(variant, settings.choice("tile"))) {
        return Error { fmt::format("Variant `{}` requires a tile that is a power of two, not {}, because it swizzles with XOR.",
            variant.id, settings.choice("tile")) };
    }

    const auto shape = shape_of(settings);
    const auto bytes = shape.rows * shape.columns * sizeof(float);
    Plan plan;
    plan.buffers = {
        // No kernel writes the input, so a change of variant need not transfer it again.
        { .name = "in",
            .bytes = bytes,
            .initial = m_inputs.get({ settings.choice("input"), shape, static_cast<std::uint64_t>(settings.integer("seed")) }),
            .persistent = true },
        { .name = copies(variant) ? "copied" : "transposed", .bytes = bytes },
    };
    plan.step.emplace_back(launch_of(variant, settings, shape));
    const auto result = copies(variant) ? shape : MatrixShape { shape.columns, shape.rows };
    plan.scene = MatrixScene {
        .matrix = kOut, .rows = result.rows, .columns = result.columns, .sources = { { kIn, shape.rows, shape.columns } }
    };
    plan.recorded_work = 0;
    plan.work_per_step = 2.0 * static_cast<double>(bytes);
    plan.work_unit = "B/s";
    plan.least = { { Resource::copied_bytes, plan.work_per_step } };
    if (!copies(variant))
        plan.library = LibraryCall { LibraryCall::Function::sgeam, shape.rows, shape.columns, kIn, kIn, kOut };
    plan.result = kOut;
    return plan;
}

// Bit by bit: nothing is computed.
CheckOutcome Transpose::check(
    const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto in = as_numbers<std::uint32_t>(std::span<const std::byte> { plan.buffers[kIn].initial });
    const auto out = as_numbers<std::uint32_t>(std::span<const std::byte> { contents[kOut] });
    const auto shape = shape_of(settings);
    const bool copied = !plan.library; // the library function transposes

    Difference first { .buffer = plan.buffers[kOut].name, .columns = copied ? shape.columns : shape.rows };
    first.compared = shape.rows * shape.columns;
    std::string words;
    for (std::size_t row = 0; row < shape.rows; ++row) {
        for (std::size_t column = 0; column < shape.columns; ++column) {
            const auto at = copied ? row * shape.columns + column : column * shape.rows + row;
            const auto expected = in[row * shape.columns + column];
            const auto found = out[at];
            if (found == expected)
                continue;
            if (first.count++ != 0)
                continue;
            first.index = at;
            set_numbers(
                first, static_cast<double>(std::bit_cast<float>(found)), static_cast<double>(std::bit_cast<float>(expected)));
            words = fmt::format("element (row {}, column {}) of the input, {}, is {} in the result", row, column,
                std::bit_cast<float>(expected), std::bit_cast<float>(found));
        }
    }
    CheckOutcome outcome { .passed = first.count == 0, .error = static_cast<double>(first.count) };
    if (outcome.passed) {
        outcome.sentence = fmt::format("{} x {} elements, all correct", shape.rows, shape.columns);
    } else {
        outcome.sentence = fmt::format("{} of {} elements differ: {}", first.count, first.compared, words);
        outcome.first = std::move(first);
    }
    return outcome;
}

std::unique_ptr<Problem> make_transpose()
{
    return std::make_unique<Transpose>();
}

} // namespace warpstage::problem
