#include "core/problem/shared_access/shared_access.h"

#include "core/problem/access_pattern/access_threads.h"
#include "core/problem/buffers/bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace warpstage::problem {

namespace {

constexpr std::size_t kSharedBytes = std::size_t { 48 } * 1024; // available on every GPU without opt-in
constexpr std::array<std::string_view, 2> kSharedConstants { "offset", "c" };

enum SharedAccessBuffer : BufferIndex { kSharedOut, kSharedIndex };

struct Element {
    std::string_view name;
    std::size_t bytes;
};
constexpr std::array kElements { Element { "uint", 4 }, Element { "double", 8 }, Element { "uint4", 16 } };

Result<void> check_shared_pattern(std::string_view text)
{
    return check_pattern(text, kSharedConstants);
}

Result<void> check_shared_lanes(std::string_view text)
{
    return check_active(text, kSharedConstants);
}

AccessLaunch shared_launch(const Settings& settings, std::string_view pattern, std::string_view active, std::size_t bytes)
{
    const auto block = settings.integer("block");
    return { pattern, active, static_cast<std::size_t>(block), block,
        { { "offset", settings.integer("offset") }, { "c", settings.integer("c") } }, kSharedBytes / bytes,
        "shared memory of 48 KiB" };
}

std::int32_t int_of(const Settings& settings, std::string_view id)
{
    return static_cast<std::int32_t>(settings.integer(id));
}

// Common part of both kinds of variants.
Plan plan_of(const Settings& settings, std::string name, std::span<const std::int32_t> indices, AccessPattern access)
{
    const auto bytes = access.element_bytes;
    const auto blocks = static_cast<std::size_t>(settings.integer("blocks"));
    Plan plan;
    plan.buffers = { { .name = std::move(name), .bytes = blocks * indices.size() * bytes } };
    plan.scene = ArrayScene { .element_bytes = std::min<std::size_t>(bytes, 4), .detail = SceneDetail::banks };
    plan.recorded_work = 0;
    plan.work_per_step =
        static_cast<double>(blocks * active_threads(indices) * bytes) * static_cast<double>(settings.integer("repetitions"));
    plan.work_unit = "B/s";
    plan.result = kSharedOut;
    plan.access = std::move(access);
    return plan;
}

KernelLaunch kernel_launch(const Settings& settings, std::string kernel, std::size_t shared_bytes)
{
    KernelLaunch launch;
    launch.kernel = std::move(kernel);
    launch.grid = { .x = static_cast<std::uint32_t>(settings.integer("blocks")) };
    launch.block = { .x = static_cast<std::uint32_t>(settings.integer("block")) };
    launch.shared_bytes = static_cast<std::uint32_t>(shared_bytes);
    launch.arguments = { BufferArgument { kSharedOut } };
    return launch;
}

Result<Plan> explorer_plan(const Variant& variant, const Settings& settings)
{
    const auto bytes = static_cast<std::size_t>(settings.integer("bytes"));
    const auto indices = access_indices(shared_launch(settings, settings.text("pattern"), settings.text("active"), bytes));
    if (!indices)
        return indices.error();
    const auto& operation = settings.choice("operation");
    const auto shared_bytes = elements_touched(*indices) * bytes;
    const auto kind = operation == "load" ? AccessPattern::Operation::load : AccessPattern::Operation::store;
    auto plan = plan_of(settings, kind == AccessPattern::Operation::load ? "loaded" : "stored", *indices,
        { settings.text("pattern"), bytes, kind, kSharedIndex });
    plan.buffers.push_back({ .name = "index", .bytes = indices->size() * sizeof(std::int32_t), .initial = to_bytes(*indices) });
    auto launch = kernel_launch(settings, explorer_kernel(variant, operation, settings.choice("bytes")), shared_bytes);
    const auto parts = static_cast<std::int32_t>(shared_bytes / std::min<std::size_t>(bytes, 4));
    launch.arguments.insert(
        launch.arguments.end(), { BufferArgument { kSharedIndex }, parts, int_of(settings, "repetitions"), std::int32_t { 0 } });
    plan.step.emplace_back(std::move(launch));
    return plan;
}

Result<Plan> named_plan(const Variant& variant, const Settings& settings)
{
    const auto element = setting(variant, "element");
    const auto bytes = std::ranges::find(kElements, element, &Element::name)->bytes;
    const auto index = setting(variant, "index");
    const auto indices = access_indices(shared_launch(settings, index, "1", bytes));
    if (!indices)
        return Error { fmt::format("Variant `{}`: {}", variant.id, indices.error().message) };
    auto plan =
        plan_of(settings, fmt::format("s[{}]", index), *indices, { .expression = std::string { index }, .element_bytes = bytes });
    const bool dynamic = setting(variant, "memory", "dynamic") == "dynamic";
    const auto elements = elements_touched(*indices);
    auto launch = kernel_launch(settings, std::string { setting(variant, "kernel") }, dynamic ? elements * bytes : 0);
    if (dynamic)
        launch.arguments.emplace_back(static_cast<std::int32_t>(elements));
    if (const auto argument = setting(variant, "argument"); !argument.empty())
        launch.arguments.emplace_back(int_of(settings, argument));
    launch.arguments.insert(launch.arguments.end(), { int_of(settings, "repetitions"), std::int32_t { 0 } });
    plan.step.emplace_back(std::move(launch));
    // For doubles, the whole element is a number that increases with its index.
    if (element == "double")
        std::get<ArrayScene>(plan.scene).element_bytes = 8;
    return plan;
}

// Compares thread by thread and keeps the first difference.
class ThreadComparison {
public:
    explicit ThreadComparison(std::size_t block)
        : m_block(block)
    {
    }

    void right() { ++m_threads; }

    void wrong(std::size_t thread, const std::string& found)
    {
        ++m_threads;
        if (m_wrong++ == 0)
            m_first = fmt::format("thread {} of block {} {}", thread % m_block, thread / m_block, found);
    }

    [[nodiscard]] CheckOutcome outcome(std::string_view what) const
    {
        CheckOutcome outcome { .passed = m_wrong == 0, .error = static_cast<double>(m_wrong) };
        outcome.sentence = m_wrong == 0 ? fmt::format("{} threads, each {}", m_threads, what)
                                        : fmt::format("{} of {} threads differ: {}", m_wrong, m_threads, m_first);
        return outcome;
    }

private:
    std::size_t m_block;
    std::size_t m_threads = 0;
    std::size_t m_wrong = 0;
    std::string m_first;
};

// Element i contains its parts' numbers, i * parts, i * parts + 1, ...; integers wrap around, as in the kernels.
template <typename Part>
CheckOutcome check_sums(
    std::span<const std::byte> out, std::span<const std::int32_t> indices, std::size_t parts, std::int64_t repetitions)
{
    const auto sums = as_numbers<Part>(out);
    ThreadComparison comparison { indices.size() };
    for (std::size_t thread = 0; thread < sums.size() / parts; ++thread) {
        const auto index = indices[thread % indices.size()];
        const auto expected = [&](std::size_t part) {
            const auto value = static_cast<std::int64_t>(parts) * index + static_cast<std::int64_t>(part);
            return index == kInactive ? Part { 0 } : static_cast<Part>(value * repetitions);
        };
        std::size_t part = 0;
        while (part < parts && sums[thread * parts + part] == expected(part))
            ++part;
        if (part == parts)
            comparison.right();
        else
            comparison.wrong(thread, fmt::format("found {}, expected {}", sums[thread * parts + part], expected(part)));
    }
    return comparison.outcome("with the correct sum");
}

// Any of the threads that write an element may be the last.
template <typename Part>
CheckOutcome check_stores(std::span<const std::byte> out, std::span<const std::int32_t> indices, std::size_t parts)
{
    std::map<std::int32_t, std::set<Part>> writers; // by element
    for (std::size_t thread = 0; thread < indices.size(); ++thread)
        writers[indices[thread]].insert(static_cast<Part>(thread));
    const auto values = as_numbers<Part>(out);
    ThreadComparison comparison { indices.size() };
    for (std::size_t thread = 0; thread < values.size() / parts; ++thread) {
        const auto index = indices[thread % indices.size()];
        const auto found = values[thread * parts];
        const bool whole = std::ranges::all_of(values.subspan(thread * parts, parts), [&](Part part) { return part == found; });
        const bool right = index == kInactive ? found == 0 : writers[index].contains(found);
        if (whole && right)
            comparison.right();
        else
            comparison.wrong(thread, fmt::format("found {} in element {}, a value that no thread stored there", found, index));
    }
    return comparison.outcome("with the index of a thread that wrote the element");
}

template <typename Part> CheckOutcome check_explorer(const Plan& plan, const Settings& settings, std::span<const std::byte> out)
{
    const auto indices = as_numbers<std::int32_t>(std::span<const std::byte> { plan.buffers[kSharedIndex].initial });
    const auto parts = static_cast<std::size_t>(settings.integer("bytes")) / sizeof(Part);
    if (plan.access->operation == AccessPattern::Operation::store)
        return check_stores<Part>(out, indices, parts);
    return check_sums<Part>(out, indices, parts, settings.integer("repetitions"));
}

} // namespace

const std::vector<Parameter>& SharedAccess::parameters() const
{
    static const std::vector<Parameter> parameters = [] {
        std::vector<Parameter> list {
            { .id = "offset",
                .label = "offset",
                .minimum = 0,
                .maximum = 1024,
                .initial = "1",
                .choices = { "0", "1", "7", "32" } },
            { .id = "c",
                .label = "c",
                .minimum = 1,
                .maximum = 384,
                .initial = "2",
                .choices = { "1", "2", "3", "4", "8", "16", "17", "32" } },
            { .id = "pattern",
                .label = "pattern",
                .kind = Parameter::Kind::text,
                .initial = "(tid%4)*33 + tid/4",
                .choices = { "(tid%4)*33 + tid/4", "tid ^ (tid>>3)", "tid*2", "(tid%16)*17 + tid/16" },
                .check = check_shared_pattern },
            { .id = "block",
                .label = "threads per block",
                .minimum = 32,
                .maximum = 1024,
                .multiple_of = 32,
                .initial = "256",
                .choices = { "32", "64", "256", "1024" },
                .role = Parameter::Role::block_size },
            { .id = "blocks",
                .label = "blocks",
                .minimum = 1,
                .maximum = 65535,
                .initial = "1",
                .choices = { "1", "132", "1056" } },
            { .id = "repetitions",
                .label = "repetitions",
                .minimum = 1,
                .maximum = 1048576,
                .initial = "64",
                .choices = { "1", "64", "1024" } },
        };
        const auto explorer = explorer_parameters(check_shared_lanes);
        list.insert(list.end(), explorer.begin(), explorer.end());
        return list;
    }();
    return parameters;
}

std::vector<SettingRule> SharedAccess::rules_of_pattern() const
{
    return { { "element", Presence::required, { "uint", "double", "uint4" } },
        { "memory", Presence::optional, { "dynamic", "static" } }, { "argument", Presence::optional, { "offset", "c" } } };
}

Result<void> SharedAccess::check_index(std::string_view text) const
{
    return check_shared_pattern(text);
}

Result<Plan> SharedAccess::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();
    return explores(variant) ? explorer_plan(variant, settings) : named_plan(variant, settings);
}

CheckOutcome SharedAccess::check(
    const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const std::span<const std::byte> out { contents[kSharedOut] };
    VERIFY(plan.access.has_value());
    if (plan.access->table) {
        switch (settings.integer("bytes")) {
        case 1:
            return check_explorer<std::uint8_t>(plan, settings, out);
        case 2:
            return check_explorer<std::uint16_t>(plan, settings, out);
        default:
            return check_explorer<std::uint32_t>(plan, settings, out);
        }
    }
    const auto bytes = plan.access->element_bytes;
    const auto indices = access_indices(shared_launch(settings, plan.access->expression, "1", bytes));
    VERIFY(indices.ok()); // otherwise no plan was made
    const auto repetitions = settings.integer("repetitions");
    return bytes == 8 ? check_sums<double>(out, *indices, 1, repetitions)
                      : check_sums<std::uint32_t>(out, *indices, bytes / 4, repetitions);
}

std::unique_ptr<Problem> make_shared_access()
{
    return std::make_unique<SharedAccess>();
}

} // namespace warpstage::problem
