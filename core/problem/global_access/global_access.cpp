#include "core/problem/global_access/global_access.h"

#include "core/problem/access_pattern/access_threads.h"
#include "core/problem/buffers/bytes.h"
#include "core/problem/seed_parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace warpstage::problem {

namespace {

constexpr std::size_t kMaxBytes = std::size_t { 1 } << 30; // per buffer
constexpr std::array<std::string_view, 4> kGlobalConstants { "n", "offset", "stride", "width" };

enum GlobalAccessBuffer : BufferIndex { kGlobalIn, kGlobalOut, kGlobalIndex };

Result<void> check_global_pattern(std::string_view text)
{
    return check_pattern(text, kGlobalConstants);
}

Result<void> check_global_lanes(std::string_view text)
{
    return check_active(text, kGlobalConstants);
}

std::size_t bytes_of_element(std::string_view element)
{
    return element == "float" ? 4 : element == "float2" ? 8 : 16;
}

std::size_t threads_for(const Settings& settings, std::size_t bytes)
{
    const auto n = static_cast<std::size_t>(settings.integer("n"));
    return bytes > sizeof(float) ? n * sizeof(float) / bytes : n;
}

AccessLaunch global_launch(const Settings& settings, std::string_view pattern, std::string_view active, std::size_t bytes)
{
    return { pattern, active, threads_for(settings, bytes), settings.integer("block"),
        { { "n", settings.integer("n") }, { "offset", settings.integer("offset") }, { "stride", settings.integer("stride") },
            { "width", settings.integer("width") } },
        kMaxBytes / bytes, "a buffer of 1 GiB" };
}

// Rows of `width` floats with this total size.
MatrixShape shape_for(const Settings& settings, std::size_t bytes)
{
    const auto floats = std::max<std::size_t>(1, (bytes + sizeof(float) - 1) / sizeof(float));
    const auto columns = std::min(static_cast<std::size_t>(settings.integer("width")), floats);
    return { (floats + columns - 1) / columns, columns };
}

struct Copy {
    std::string kernel;
    std::string name; // of the second buffer
    std::vector<std::int32_t> indices;
    AccessPattern access;
};

// All parts except the arguments after `in` and `out`.
std::pair<Plan, KernelLaunch> plan_of(const Settings& settings, const Copy& copy, MatrixInputs& inputs)
{
    const auto threads = copy.indices.size();
    const auto touched = std::max<std::size_t>(1, elements_touched(copy.indices));
    const auto bytes = copy.access.element_bytes;
    const bool store = copy.access.operation == AccessPattern::Operation::store;
    const auto in = shape_for(settings, (store ? threads : touched) * bytes);
    const auto out = shape_for(settings, (store ? touched : threads) * bytes);
    Plan plan;
    plan.buffers = {
        { .name = "in",
            .bytes = in.rows * in.columns * sizeof(float),
            .initial = inputs.get({ settings.choice("input"), in, static_cast<std::uint64_t>(settings.integer("seed")) }) },
        { .name = copy.name, .bytes = out.rows * out.columns * sizeof(float) },
    };
    plan.scene = MatrixScene { .matrix = kGlobalOut,
        .rows = out.rows,
        .columns = out.columns,
        .sources = { { kGlobalIn, in.rows, in.columns } },
        .detail = SceneDetail::sectors };
    plan.recorded_work = 0;
    plan.work_per_step = 2.0 * static_cast<double>(active_threads(copy.indices) * bytes);
    plan.work_unit = "B/s";
    // An element that several threads read must be fetched only once.
    plan.least = { { Resource::copied_bytes,
        std::min(plan.work_per_step, static_cast<double>(plan.buffers[kGlobalIn].bytes + plan.buffers[kGlobalOut].bytes)) } };
    plan.result = kGlobalOut;
    plan.access = copy.access;
    KernelLaunch launch;
    launch.kernel = copy.kernel;
    const auto block = static_cast<std::uint32_t>(settings.integer("block"));
    launch.block = { .x = block };
    launch.grid = { .x = static_cast<std::uint32_t>((threads + block - 1) / block) };
    launch.arguments = { BufferArgument { kGlobalIn }, BufferArgument { kGlobalOut } };
    return { std::move(plan), std::move(launch) };
}

// The kernel also reads the table of indices: in rows as long as the input's if they are complete.
void show_index_table(Plan& plan)
{
    auto& scene = std::get<MatrixScene>(plan.scene);
    const auto columns = scene.sources.front().columns;
    const auto entries = plan.buffers[kGlobalIndex].bytes / sizeof(std::int32_t);
    if (entries % columns == 0)
        scene.sources.push_back({ kGlobalIndex, entries / columns, columns });
}

// The expected out[i] of a load; for stores, whether out[index] has the value of one of its writers.
class CopyComparison {
public:
    CopyComparison(std::span<const std::byte> in, std::span<const std::byte> out, std::size_t bytes)
        : m_in(in)
        , m_out(out)
        , m_bytes(bytes)
    {
    }

    [[nodiscard]] bool same(std::size_t in, std::size_t out) const
    {
        return std::memcmp(m_in.data() + in * m_bytes, m_out.data() + out * m_bytes, m_bytes) == 0;
    }

    [[nodiscard]] bool zero(std::size_t out) const
    {
        return std::ranges::all_of(m_out.subspan(out * m_bytes, m_bytes), [](std::byte byte) { return byte == std::byte { 0 }; });
    }

    void wrong(const std::string& what)
    {
        if (m_wrong++ == 0)
            m_first = what;
    }

    [[nodiscard]] CheckOutcome outcome(std::size_t count) const
    {
        CheckOutcome outcome { .passed = m_wrong == 0, .error = static_cast<double>(m_wrong) };
        outcome.sentence = m_wrong == 0 ? fmt::format("{} elements, all correct", count)
                                        : fmt::format("{} of {} elements differ: {}", m_wrong, count, m_first);
        return outcome;
    }

private:
    std::span<const std::byte> m_in;
    std::span<const std::byte> m_out;
    std::size_t m_bytes;
    std::size_t m_wrong = 0;
    std::string m_first;
};

CheckOutcome check_loads(CopyComparison comparison, std::span<const std::int32_t> indices)
{
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == kInactive) {
            if (!comparison.zero(i))
                comparison.wrong(fmt::format("thread {} is inactive, but wrote element {}", i, i));
        } else if (!comparison.same(static_cast<std::size_t>(indices[i]), i)) {
            comparison.wrong(fmt::format("element {} of the result is not element {} of the input", i, indices[i]));
        }
    }
    return comparison.outcome(indices.size());
}

// Any of the threads that write an element may be the last.
CheckOutcome check_stores(CopyComparison comparison, std::span<const std::int32_t> indices, std::size_t elements)
{
    std::vector<bool> written(elements);
    std::vector<bool> right(elements);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == kInactive)
            continue;
        const auto at = static_cast<std::size_t>(indices[i]);
        written[at] = true;
        right[at] = right[at] || comparison.same(i, at);
    }
    for (std::size_t i = 0; i < elements; ++i) {
        if (written[i] ? !right[i] : !comparison.zero(i))
            comparison.wrong(fmt::format("element {} of the result {}", i,
                written[i] ? "has a value that none of its writing threads stored" : "was not written"));
    }
    return comparison.outcome(elements);
}

} // namespace

const std::vector<Parameter>& GlobalAccess::parameters() const
{
    static const std::vector<Parameter> parameters = [] {
        std::vector<Parameter> list {
            { .id = "offset",
                .label = "offset",
                .minimum = 0,
                .maximum = 1024,
                .initial = "1",
                .choices = { "0", "1", "8", "32" } },
            { .id = "stride",
                .label = "stride",
                .minimum = 1,
                .maximum = 32,
                .initial = "2",
                .choices = { "1", "2", "4", "8", "16", "32" } },
            { .id = "width",
                .label = "floats per row",
                .kind = Parameter::Kind::choice,
                .initial = "256",
                .choices = { "32", "64", "128", "256", "512", "1024", "2048" } },
            { .id = "pattern",
                .label = "pattern",
                .kind = Parameter::Kind::text,
                .initial = "tid ^ (lane>>3)",
                .choices = { "tid ^ (lane>>3)", "tid*2", "tid + 1", "(tid/32)*32 + lane*7%32", "tid/4" },
                .check = check_global_pattern },
            { .id = "n",
                .label = "floats copied",
                .minimum = 2048,
                .maximum = 67108864,
                .multiple_of = 2048, // of the widest row
                .initial = "2^16",
                .choices = { "2^16", "2^20", "2^22", "2^24" },
                .role = Parameter::Role::problem_size },
            { .id = "block",
                .label = "threads per block",
                .minimum = 32,
                .maximum = 1024,
                .multiple_of = 32,
                .initial = "256",
                .choices = { "32", "128", "256", "1024" },
                .role = Parameter::Role::block_size },
        };
        const auto explorer = explorer_parameters(check_global_lanes);
        list.insert(list.end(), explorer.begin(), explorer.end());
        list.push_back({ .id = "input",
            .label = "input",
            .kind = Parameter::Kind::choice,
            .initial = "letter",
            .choices = matrix_input_names() });
        list.push_back(seed_parameter());
        return list;
    }();
    return parameters;
}

std::vector<SettingRule> GlobalAccess::rules_of_pattern() const
{
    return { { "element", Presence::required, { "float", "float2", "float4" } },
        { "argument", Presence::optional, { "offset", "stride", "width" } } };
}

Result<void> GlobalAccess::check_index(std::string_view text) const
{
    return check_global_pattern(text);
}

Result<Plan> GlobalAccess::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();
    Copy copy;
    const bool explorer = explores(variant);
    copy.access.element_bytes =
        explorer ? static_cast<std::size_t>(settings.integer("bytes")) : bytes_of_element(setting(variant, "element"));
    copy.access.expression = explorer ? settings.text("pattern") : std::string { setting(variant, "index") };
    auto indices = access_indices(
        global_launch(settings, copy.access.expression, explorer ? settings.text("active") : "1", copy.access.element_bytes));
    if (!indices)
        return explorer ? indices.error() : Error { fmt::format("Variant `{}`: {}", variant.id, indices.error().message) };
    copy.indices = std::move(*indices);
    const auto threads = static_cast<std::int32_t>(copy.indices.size());
    if (explorer) {
        copy.kernel = explorer_kernel(variant, settings.choice("operation"), settings.choice("bytes"));
        const bool store = settings.choice("operation") == "store";
        copy.access.operation = store ? AccessPattern::Operation::store : AccessPattern::Operation::load;
        copy.access.table = kGlobalIndex;
        copy.name = store ? "stored" : "loaded";
    } else {
        copy.kernel = std::string { setting(variant, "kernel") };
        copy.name = fmt::format("in[{}]", copy.access.expression);
    }
    auto [plan, launch] = plan_of(settings, copy, m_inputs);
    if (explorer) {
        plan.buffers.push_back(
            { .name = "index", .bytes = copy.indices.size() * sizeof(std::int32_t), .initial = to_bytes(copy.indices) });
        launch.arguments.emplace_back(BufferArgument { kGlobalIndex });
        show_index_table(plan);
    }
    launch.arguments.emplace_back(threads);
    if (const auto argument = setting(variant, "argument"); !argument.empty())
        launch.arguments.emplace_back(static_cast<std::int32_t>(settings.integer(argument)));
    plan.step.emplace_back(std::move(launch));
    return std::move(plan);
}

// Bit by bit: nothing is computed.
CheckOutcome GlobalAccess::check(
    const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const std::span<const std::byte> in { plan.buffers[kGlobalIn].initial };
    const std::span<const std::byte> out { contents[kGlobalOut] };
    VERIFY(plan.access.has_value());
    const auto bytes = plan.access->element_bytes;
    if (plan.access->table) {
        const auto indices = as_numbers<std::int32_t>(std::span<const std::byte> { plan.buffers[kGlobalIndex].initial });
        return plan.access->operation == AccessPattern::Operation::load
            ? check_loads({ in, out, bytes }, indices)
            : check_stores({ in, out, bytes }, indices, elements_touched(indices));
    }
    const auto indices = access_indices(global_launch(settings, plan.access->expression, "1", bytes));
    VERIFY(indices.ok()); // otherwise no plan was made
    return check_loads({ in, out, bytes }, *indices);
}

std::unique_ptr<Problem> make_global_access()
{
    return std::make_unique<GlobalAccess>();
}

} // namespace warpstage::problem
