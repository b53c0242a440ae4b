#include "app/cli/assets.h"
#include "app/cli/rules/rules_file.h"
#include "core/gpu/device.h"
#include "core/kernel_run/access_pattern.h"

#include <array>
#include <cmath>
#include <span>

namespace warpstage::cli {

namespace {

using Memory = kernel_run::AccessPattern::Memory;

struct Counted {
    RulesCounter counter;
    double kernel_run::PatternCounts::*member;
};
constexpr std::array kShared { Counted { RulesCounter::wavefronts, &kernel_run::PatternCounts::wavefronts },
    Counted { RulesCounter::bank_conflicts, &kernel_run::PatternCounts::bank_conflicts } };
constexpr std::array kGlobal { Counted { RulesCounter::sectors, &kernel_run::PatternCounts::sectors },
    Counted { RulesCounter::requests, &kernel_run::PatternCounts::requests } };

bool is_of(RulesCounter counter, Memory memory)
{
    return (counter == RulesCounter::wavefronts || counter == RulesCounter::bank_conflicts) == (memory == Memory::shared);
}

bool wants(const RulesFile& rules, Memory memory)
{
    return rules.counters.empty()
        || std::ranges::any_of(rules.counters, [&](RulesCounter counter) { return is_of(counter, memory); });
}

std::vector<kernel_run::AccessPattern> patterns_of(const RulesFile& rules, Memory memory)
{
    std::vector<kernel_run::AccessPattern> patterns;
    for (const RulesRow& row : rules.rows) {
        const auto operation =
            row.operation == "st" ? kernel_run::AccessPattern::Operation::store : kernel_run::AccessPattern::Operation::load;
        patterns.push_back({ memory, operation, row.bytes, row.lanes, row.addresses });
    }
    return patterns;
}

// The first row that does not fit, by the line of the file.
void check_rows(const RulesFile& rules, Memory memory)
{
    const auto most = memory == Memory::shared ? kernel_run::kMostSharedPatternBytes : kernel_run::kMostGlobalPatternBytes;
    for (const RulesRow& row : rules.rows) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if (has_lane(row.lanes, lane) && row.addresses[lane] > most - row.bytes)
                refuse(fmt::format("Line {}: lane {} accesses byte {}, but --measure has {} bytes of {} memory.", row.line, lane,
                    row.addresses[lane], most, memory == Memory::shared ? "shared" : "global"));
        }
    }
}

} // namespace

MeasuredRules measure_rules(const Common& common, const RulesFile& rules)
{
    for (const auto memory : { Memory::shared, Memory::global }) {
        if (wants(rules, memory))
            check_rows(rules, memory);
    }
    const auto driver = gpu::Driver::load();
    if (!driver)
        refuse(fmt::format("--measure needs a GPU: {}", driver.error().message));
    const auto device = gpu::device_info(**driver, common.gpu);
    if (!device)
        refuse(fmt::format("--measure needs a GPU: {}", device.error().message));
    const auto kernels = or_refuse(kernel_run::load_pattern_kernels(or_refuse(find_assets(common)).root));

    MeasuredRules measured { { {}, rules.rows }, device->name,
        fmt::format("{}.{}", device->capability_major, device->capability_minor) };
    for (RulesRow& row : measured.rules.rows)
        row.counted.clear();
    for (const auto memory : { Memory::shared, Memory::global }) {
        if (!wants(rules, memory))
            continue;
        const auto counts = or_refuse(
            kernel_run::count_patterns(*driver, kernels, patterns_of(rules, memory), gpu::cupti_libraries(), common.gpu));
        for (const auto& [counter, member] : std::span { memory == Memory::shared ? kShared : kGlobal }) {
            measured.rules.counters.push_back(counter);
            for (std::size_t row = 0; row < counts.size(); ++row)
                measured.rules.rows[row].counted.push_back(
                    static_cast<std::uint32_t>(std::lround(std::max(0.0, counts[row].*member))));
        }
    }
    return measured;
}

} // namespace warpstage::cli
