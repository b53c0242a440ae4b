#include "core/kernel_run/access_pattern.h"

#include "core/kernel_run/kernel_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>

namespace warpstage::kernel_run {

namespace {

using Memory = AccessPattern::Memory;
using Operation = AccessPattern::Operation;

constexpr std::size_t kAtOnce = 256; // patterns per step, limited because the counter data take GPU memory
constexpr std::size_t kMaxPatterns = std::size_t { 1 } << 20;
constexpr unsigned kMatrixRows = 8;
constexpr std::uint32_t kMatrixRowBytes = 16;

bool is_plain(Operation operation)
{
    return operation == Operation::load || operation == Operation::store;
}

bool is_matrix(Operation operation)
{
    return !is_plain(operation) && operation != Operation::async_copy;
}

std::string kernel_of(const AccessPattern& pattern)
{
    if (pattern.operation == Operation::async_copy)
        return fmt::format("cp_async_{}", pattern.bytes);
    if (is_matrix(pattern.operation)) {
        const bool load = pattern.operation == Operation::load_matrix || pattern.operation == Operation::load_transposed_matrix;
        const bool transposed =
            pattern.operation == Operation::load_transposed_matrix || pattern.operation == Operation::store_transposed_matrix;
        return fmt::format(
            "{}matrix_x{}{}", load ? "ld" : "st", lane_count(pattern.lanes) / kMatrixRows, transposed ? "_trans" : "");
    }
    return fmt::format("{}_{}_{}", pattern.memory == Memory::shared ? "shared" : "global",
        pattern.operation == Operation::load ? "load" : "store", pattern.bytes);
}

// Number of bytes up to the end of the farthest access. Errors: see plan_patterns().
Result<std::uint64_t> extent_of(const AccessPattern& pattern, std::size_t number)
{
    constexpr std::array<std::uint32_t, 5> kWidths { 1, 2, 4, 8, 16 };
    if (std::ranges::find(kWidths, pattern.bytes) == kWidths.end())
        return Error { fmt::format(
            "Pattern {}: the access width must be 1, 2, 4, 8 or 16 bytes, not {}.", number, pattern.bytes) };
    const unsigned rows = lane_count(pattern.lanes);
    if (is_matrix(pattern.operation)
        && (pattern.bytes != kMatrixRowBytes || pattern.lanes != first_lanes(rows)
            || (rows != kMatrixRows && rows != 2 * kMatrixRows && rows != 4 * kMatrixRows)))
        return Error { fmt::format(
            "Pattern {}: a matrix operation requires 16 bytes in each of the first 8, 16 or 32 lanes.", number) };
    const bool shared = pattern.memory == Memory::shared;
    if (!is_plain(pattern.operation) && !shared)
        return Error { fmt::format("Pattern {}: matrix operations and asynchronous copies access shared memory.", number) };
    const auto most = shared ? kMaxSharedPatternBytes : kMaxGlobalPatternBytes;
    std::uint64_t extent = 0;
    for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
        const auto offset = pattern.offsets[lane];
        if ((pattern.lanes >> lane & 1) == 0)
            continue;
        if (offset % pattern.bytes != 0)
            return Error { fmt::format("Pattern {}: lane {} accesses {} bytes at {}, which is not a multiple of {}.", number,
                lane, pattern.bytes, offset, pattern.bytes) };
        if (offset > most - pattern.bytes)
            return Error { fmt::format("Pattern {}: lane {} accesses byte {}, but the {} memory of a pattern has {} bytes.",
                number, lane, offset, shared ? "shared" : "global", most) };
        extent = std::max(extent, offset + pattern.bytes);
    }
    return extent;
}

std::vector<std::byte> offsets_of(std::span<const AccessPattern> patterns)
{
    std::vector<std::uint32_t> offsets;
    for (const AccessPattern& pattern : patterns) {
        for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) // addresses of inactive lanes are ignored
            offsets.push_back((pattern.lanes >> lane & 1) != 0 ? static_cast<std::uint32_t>(pattern.offsets[lane]) : 0);
    }
    std::vector<std::byte> bytes(offsets.size() * sizeof(std::uint32_t));
    std::memcpy(bytes.data(), offsets.data(), bytes.size());
    return bytes;
}

// A pattern either loads or stores; the other counter contains only the overhead of the launch.
double sum_of(const gpu::CounterValues& values, std::string_view load, std::string_view store)
{
    double sum = 0.0;
    for (const auto name : { load, store }) {
        if (const auto found = values.find(name); found != values.end())
            sum += found->second;
    }
    return sum;
}

struct PatternCounter {
    double PatternCounts::*member;
    const char* load;
    const char* store;
};

// Of cp.async, in place of the first two: its other wavefronts, for example those of its addresses, are of the kind `misc`.
constexpr const char* kWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";
constexpr const char* kOtherWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum";
constexpr const char* kCopyConflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum";

constexpr std::array<PatternCounter, 4> kCounters { {
    { &PatternCounts::wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum" },
    { &PatternCounts::bank_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum" },
    { &PatternCounts::sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum" },
    { &PatternCounts::requests, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
} };

PatternCounts counts_of(const gpu::CounterValues& values, Operation operation)
{
    PatternCounts counts;
    for (const PatternCounter& counter : kCounters)
        counts.*counter.member = sum_of(values, counter.load, counter.store);
    if (operation == Operation::async_copy) {
        counts.wavefronts = sum_of(values, kWavefronts, "") - sum_of(values, kOtherWavefronts, "");
        counts.bank_conflicts = sum_of(values, kCopyConflicts, "");
    }
    return counts;
}

} // namespace

PatternKernels kernels_for(std::span<const AccessPattern> patterns)
{
    return std::ranges::all_of(patterns, is_plain, &AccessPattern::operation) ? PatternKernels::loads_and_stores
                                                                              : PatternKernels::all;
}

Result<std::shared_ptr<const lesson::Lesson>> load_pattern_kernels(const std::filesystem::path& assets, PatternKernels kernels)
{
    // Any kernel may be named here; all are in the module.
    const auto* const file = kernels == PatternKernels::all ? "matrix_pattern.ptx" : "access_pattern.ptx";
    const auto loaded = load_source({ assets / "probes" / file, "shared_load_4" });
    if (!loaded.source)
        return loaded.source.error();
    return loaded.source->lesson;
}

Result<PatternPlan> plan_patterns(std::span<const AccessPattern> patterns, std::uint32_t repetitions)
{
    if (patterns.empty() || patterns.size() > kMaxPatterns)
        return Error { fmt::format("{} access patterns given, but only 1 to {} are supported.", patterns.size(), kMaxPatterns) };
    std::uint64_t shared_bytes = 0;
    std::uint64_t global_bytes = std::uint64_t { kMaxLanes } * 16; // that the kernels of cp.async copy
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto extent = extent_of(patterns[i], i + 1);
        if (!extent)
            return extent.error();
        auto& bytes = patterns[i].memory == Memory::shared ? shared_bytes : global_bytes;
        bytes = std::max(bytes, *extent);
    }
    enum : problem::BufferIndex { memory, offsets, sink };
    auto plan = std::make_shared<problem::Plan>();
    plan->buffers = { { "memory", global_bytes }, { "offsets", patterns.size() * kMaxLanes * 4, offsets_of(patterns) },
        { "sink", std::size_t { kMaxLanes } * 4 } };
    plan->result = sink;
    plan->scene = problem::ArrayScene {};
    const auto add = [&](const AccessPattern& pattern, std::size_t row, std::uint32_t times) {
        problem::KernelLaunch launch;
        launch.kernel = kernel_of(pattern);
        launch.grid = { 1, 1, 1 };
        launch.block = { kMaxLanes, 1, 1 };
        launch.shared_bytes = pattern.memory == Memory::shared ? static_cast<std::uint32_t>(shared_bytes) : 0;
        launch.arguments = { problem::BufferArgument { memory }, problem::BufferArgument { offsets },
            static_cast<std::uint32_t>(row * kMaxLanes), std::uint32_t { pattern.lanes }, times, std::uint32_t { 0 },
            problem::BufferArgument { sink } };
        plan->step.emplace_back(std::move(launch));
        return plan->step.size() - 1;
    };
    PatternPlan result;
    std::map<std::string, std::size_t> empty; // by kernel
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (const auto kernel = kernel_of(patterns[i]); !empty.contains(kernel))
            empty.emplace(kernel, add(patterns[i], i, 0));
    }
    for (std::size_t i = 0; i < patterns.size(); ++i)
        result.launches.push_back({ add(patterns[i], i, repetitions), empty.at(kernel_of(patterns[i])) });
    result.plan = std::move(plan);
    return result;
}

Result<std::vector<PatternCounts>> count_patterns(const std::shared_ptr<const gpu::Driver>& driver,
    const std::shared_ptr<const lesson::Lesson>& kernels, std::span<const AccessPattern> patterns,
    const std::vector<std::filesystem::path>& cupti_libraries, int device)
{
    if (auto whole = plan_patterns(patterns); !whole) // so that an error has the pattern's overall number
        return whole.error();
    std::vector<std::string> names;
    for (const PatternCounter& counter : kCounters)
        names.insert(names.end(), { counter.load, counter.store });
    if (std::ranges::find(patterns, Operation::async_copy, &AccessPattern::operation) != patterns.end())
        names.insert(names.end(), { kWavefronts, kOtherWavefronts, kCopyConflicts });
    std::vector<PatternCounts> result;
    for (std::size_t first = 0; first < patterns.size(); first += kAtOnce) {
        const auto planned = plan_patterns(patterns.subspan(first, std::min(kAtOnce, patterns.size() - first)));
        if (!planned)
            return planned.error();
        const auto counted = engine::count_step(driver, kernels, planned->plan, names, cupti_libraries, device);
        if (!counted)
            return counted.error();
        for (const auto& [own, empty] : planned->launches) {
            const Operation operation = patterns[result.size()].operation;
            const PatternCounts with = counts_of(counted->launches[own].values, operation);
            const PatternCounts without = counts_of(counted->launches[empty].values, operation);
            auto& counts = result.emplace_back();
            for (const PatternCounter& counter : kCounters)
                counts.*counter.member = (with.*counter.member - without.*counter.member) / kPatternRepetitions;
        }
    }
    return result;
}

} // namespace warpstage::kernel_run
