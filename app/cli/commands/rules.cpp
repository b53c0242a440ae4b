// `warpstage rules`: compares the prediction of an architecture's access rules for the accesses of a file with hardware counters.
#include "app/cli/command.h"
#include "core/arch/access_comparison.h"
#include "core/arch/architecture.h"
#include "core/gpu/device.h"
#include "core/kernel_run/access_pattern.h"
#include "core/kernel_run/kernel_source.h"

namespace warpstage::cli {

namespace {

using arch::AccessCounter;
using arch::AccessFile;
using arch::AccessRow;

struct RulesOptions {
    std::filesystem::path file; // CSV, see core/arch/access_file.h
    std::string architecture; // see arch::parse_architecture; empty: 9.0, or the GPU's with `measure`
    bool measure = false; // measure the rows on the GPU instead of using the counts in the file
};

constexpr const char* kUsual = "9.0"; // architecture
constexpr std::uint64_t kMaxFileBytes = std::uint64_t { 256 } << 20;

using Memory = kernel_run::AccessPattern::Memory;

// Hardware counters of an access; none exists for transactions.
struct Counted {
    Memory memory;
    AccessCounter counter;
    double kernel_run::PatternCounts::*member;
};
constexpr std::array kCounted { Counted { Memory::shared, AccessCounter::wavefronts, &kernel_run::PatternCounts::wavefronts },
    Counted { Memory::shared, AccessCounter::bank_conflicts, &kernel_run::PatternCounts::bank_conflicts },
    Counted { Memory::global, AccessCounter::sectors, &kernel_run::PatternCounts::sectors },
    Counted { Memory::global, AccessCounter::requests, &kernel_run::PatternCounts::requests } };

using Operation = kernel_run::AccessPattern::Operation;

constexpr std::array<std::pair<std::string_view, Operation>, 6> kOperations { {
    { "st", Operation::store },
    { "ldmatrix", Operation::load_matrix },
    { "ldmatrix.trans", Operation::load_transposed_matrix },
    { "stmatrix", Operation::store_matrix },
    { "stmatrix.trans", Operation::store_transposed_matrix },
    { "cp.async", Operation::async_copy },
} };

Operation operation_of(const AccessRow& row)
{
    const auto* const found = std::ranges::find(kOperations, row.operation, [](const auto& it) { return it.first; });
    return found == kOperations.end() ? Operation::load : found->second;
}

// If a file has counters for one memory only, only accesses to that memory are measured; matrix operations and asynchronous
// copies in shared memory.
bool is_measured(const AccessFile& rules, Memory memory)
{
    const bool plain = std::ranges::all_of(rules.rows,
        [](const AccessRow& row) { return operation_of(row) == Operation::load || operation_of(row) == Operation::store; });
    if (!plain && memory == Memory::global)
        return false;
    return rules.counters.empty() || std::ranges::any_of(rules.counters, [&](AccessCounter counter) {
        const bool shared = counter == AccessCounter::wavefronts || counter == AccessCounter::bank_conflicts;
        return shared == (memory == Memory::shared);
    });
}

std::vector<kernel_run::AccessPattern> patterns_of(const AccessFile& rules, Memory memory)
{
    std::vector<kernel_run::AccessPattern> patterns;
    for (const AccessRow& row : rules.rows)
        patterns.push_back({ memory, operation_of(row), row.bytes, row.lanes, row.addresses });
    return patterns;
}

// Refuses the first row whose addresses are out of range, with the line of the file.
void check_rows(const AccessFile& rules, Memory memory)
{
    const auto most = memory == Memory::shared ? kernel_run::kMaxSharedPatternBytes : kernel_run::kMaxGlobalPatternBytes;
    for (const AccessRow& row : rules.rows) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if (has_lane(row.lanes, lane) && row.addresses[lane] > most - row.bytes)
                refuse(fmt::format("Line {}: lane {} accesses byte {}, but `--measure` provides {} bytes of {} memory.", row.line,
                    lane, row.addresses[lane], most, memory == Memory::shared ? "shared" : "global"));
        }
    }
}

// Runs the accesses of the file on the GPU of this computer: the result has the values of its hardware counters instead of those
// in the file.
std::pair<AccessFile, gpu::DeviceInfo> measure_rules(const Common& common, const AccessFile& rules)
{
    for (const auto memory : { Memory::shared, Memory::global }) {
        if (is_measured(rules, memory))
            check_rows(rules, memory);
    }
    const auto driver = gpu::Driver::load();
    if (!driver)
        refuse(fmt::format("`--measure` requires a GPU. {}", driver.error().message));
    const auto device = gpu::device_info(**driver, common.gpu);
    if (!device)
        refuse(fmt::format("`--measure` requires a GPU. {}", device.error().message));
    const auto kernels = or_refuse(kernel_run::load_pattern_kernels(
        or_refuse(find_assets(common)).root, kernel_run::kernels_for(patterns_of(rules, Memory::shared))));

    AccessFile measured { {}, rules.rows };
    for (AccessRow& row : measured.rows)
        row.counted.clear();
    for (const auto memory : { Memory::shared, Memory::global }) {
        if (!is_measured(rules, memory))
            continue;
        const auto counts = or_refuse(
            kernel_run::count_patterns(*driver, kernels, patterns_of(rules, memory), gpu::cupti_libraries(), common.gpu));
        for (const auto& [its_memory, counter, member] : kCounted) {
            if (its_memory != memory)
                continue;
            measured.counters.push_back(counter);
            for (std::size_t row = 0; row < counts.size(); ++row)
                measured.rows[row].counted.push_back(static_cast<std::uint32_t>(std::lround(std::max(0.0, counts[row].*member))));
        }
    }
    return { std::move(measured), *device };
}

int show_rules(const Common& common, const RulesOptions& options)
{
    // Options are validated before anything runs.
    auto architecture = or_refuse(arch::parse_architecture(options.architecture.empty() ? kUsual : options.architecture));
    const auto file = options.file.filename().string();
    auto rules = or_refuse(arch::parse_access_file(or_refuse(kernel_run::read_text(options.file, kMaxFileBytes)), file));
    std::string counted_where;
    if (options.measure) {
        auto [measured, device] = measure_rules(common, rules);
        rules = std::move(measured);
        counted_where = fmt::format(", compared with the hardware counters of {}", device.name);
        if (options.architecture.empty())
            architecture =
                or_refuse(arch::parse_architecture(fmt::format("{}.{}", device.capability_major, device.capability_minor)));
    }

    const auto counts = options.measure ? arch::ShownCounts::all : arch::ShownCounts::differing;
    const auto comparison = arch::compare_with_rules(rules, *architecture.traits, counts);
    fmt::print("{} evaluated for {}{}{}\n\n{}", file, architecture.name(),
        architecture.traits->rules_assumed ? " (access rules assumed to be those of CC 9.0)" : "", counted_where,
        comparison.text);
    return comparison.differing_rows == 0 ? kSuccess : kDiffers;
}

} // namespace

void add_rules(CommandLine& line)
{
    auto& app = line.add("rules",
        "Compare the predicted wavefronts, sectors and transactions of the memory accesses in a CSV file with hardware counters; "
        "exit status 1 if a row differs");
    auto& options = line.options_of(app, show_rules);
    app.add_option("FILE", options.file,
           "CSV file with the columns op (ld, st, ldp for a load with predicated-off lanes, ldmatrix, stmatrix, both also with "
           ".trans, "
           "or cp.async), bytes_per_lane, active_mask, "
           "byte_offset_per_lane; optional: name, wavefronts, bank_conflicts, sectors, transactions, requests")
        ->required();
    app.add_option("--arch", options.architecture,
        "Compute capability or GPU used for the analysis, for example 1.3, 3.5:8byte, 2.0:l2, sm_90 or GTX280; see `warpstage "
        "gpus` (default: 9.0, or that of the GPU with `--measure`)");
    app.add_flag("--measure", options.measure, "Run these accesses on the GPU and compare with its hardware counters");
}

} // namespace warpstage::cli
