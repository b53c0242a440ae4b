// `warpstage rules`: what the rules of an architecture predict for the accesses of a file, beside what hardware counted for them.
#include "app/cli/rules/rules_file.h"
#include "core/arch/architecture.h"
#include "core/arch/coalescing.h"
#include "core/arch/shared_banks.h"
#include "core/kernel_run/kernel_source.h"

namespace warpstage::cli {

namespace {

struct RulesOptions {
    std::filesystem::path file; // CSV, see rules_file.h
    std::string architecture; // see arch::parse_architecture; empty: 9.0, with `measure` that of the GPU
    bool measure = false; // count the rows on the GPU, instead of what the file says
};

constexpr const char* kUsual = "9.0"; // architecture
constexpr std::uint64_t kMaxBytes = std::uint64_t { 256 } << 20;

struct Prediction {
    arch::SharedCount shared;
    arch::GlobalCount global;

    [[nodiscard]] std::uint32_t of(RulesCounter counter) const
    {
        switch (counter) {
        case RulesCounter::wavefronts:
            return shared.wavefronts;
        case RulesCounter::bank_conflicts:
            return shared.wavefronts - shared.ideal;
        case RulesCounter::sectors:
            return global.sectors;
        case RulesCounter::transactions:
            return global.transactions;
        case RulesCounter::requests:
            return global.requests;
        }
        return 0;
    }
};

Prediction predict(const arch::Traits& traits, const RulesRow& row)
{
    const bool store = row.operation == "st";
    return { .shared = arch::count_shared(traits,
                 { .operation = store ? arch::SharedOperation::store : arch::SharedOperation::load,
                     .bytes = row.bytes,
                     .lanes = row.lanes,
                     .addresses = row.addresses }),
        .global = arch::count_global(traits,
            { .bytes = row.bytes,
                .lanes = row.lanes,
                .addresses = row.addresses,
                .operation = store ? arch::GlobalOperation::store : arch::GlobalOperation::load }) };
}

// The counters of the file; of a file without any, the ones of both memories.
std::vector<RulesCounter> counters_to_show(const RulesFile& rules)
{
    if (!rules.counters.empty())
        return rules.counters;
    return { RulesCounter::wavefronts, RulesCounter::bank_conflicts, RulesCounter::sectors, RulesCounter::transactions };
}

// Whether the row differs from what was counted.
bool differs(const RulesFile& rules, const RulesRow& row, const Prediction& prediction)
{
    for (std::size_t i = 0; i < rules.counters.size(); ++i) {
        if (prediction.of(rules.counters[i]) != row.counted[i])
            return true;
    }
    return false;
}

enum class Counts : std::uint8_t { where_they_differ, always };

std::string row_text(
    const RulesFile& rules, const RulesRow& row, const Prediction& prediction, std::size_t name_width, Counts counts)
{
    std::string text =
        fmt::format("{:>6}  {:<3} {:>2} B  {:<{}}  {:08x}", row.line, row.operation, row.bytes, row.name, name_width, row.lanes);
    for (const RulesCounter counter : counters_to_show(rules))
        text += fmt::format("  {:>{}}", prediction.of(counter), name_of(counter).size());
    for (std::size_t i = 0; i < rules.counters.size(); ++i) {
        if (counts == Counts::always || prediction.of(rules.counters[i]) != row.counted[i])
            text += fmt::format("  {} counted: {}", name_of(rules.counters[i]), row.counted[i]);
    }
    return text;
}

std::string heading(const RulesFile& rules, std::size_t name_width)
{
    std::string text = fmt::format("{:>6}  {:<3} {:>2}    {:<{}}  {:<8}", "line", "op", "", "name", name_width, "lanes");
    for (const RulesCounter counter : counters_to_show(rules))
        text += fmt::format("  {}", name_of(counter));
    return text;
}

std::string agreement(const RulesFile& rules, const std::vector<Prediction>& predictions)
{
    std::string text;
    for (std::size_t i = 0; i < rules.counters.size(); ++i) {
        std::size_t agree = 0;
        for (std::size_t row = 0; row < rules.rows.size(); ++row)
            agree += predictions[row].of(rules.counters[i]) == rules.rows[row].counted[i] ? 1U : 0U;
        text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", name_of(rules.counters[i]), agree, rules.rows.size());
    }
    return text;
}

int show_rules(const Common& common, const RulesOptions& options)
{
    // What is cheap to know wrong comes before what takes time.
    auto architecture = or_refuse(arch::parse_architecture(options.architecture.empty() ? kUsual : options.architecture));
    const auto file = options.file.filename().string();
    auto rules = or_refuse(parse_rules(or_refuse(kernel_run::read_text(options.file, kMaxBytes)), file));
    std::string counted_where;
    if (options.measure) {
        auto measured = measure_rules(common, rules);
        rules = std::move(measured.rules);
        counted_where = fmt::format(", beside what {} counted for them just now", measured.machine);
        if (options.architecture.empty())
            architecture = or_refuse(arch::parse_architecture(measured.capability));
    }

    std::size_t name_width = 4;
    for (const RulesRow& row : rules.rows)
        name_width = std::max(name_width, row.name.size());
    std::vector<Prediction> predictions;
    predictions.reserve(rules.rows.size());
    std::string differing;
    std::size_t differing_rows = 0;
    fmt::print("{} by the rules of {}{}{}\n\n{}\n", file, architecture.name(),
        architecture.traits->rules_assumed ? ", which are assumed to be those of CC 9.0" : "", counted_where,
        heading(rules, name_width));
    const auto counts = options.measure ? Counts::always : Counts::where_they_differ;
    for (const RulesRow& row : rules.rows) {
        predictions.push_back(predict(*architecture.traits, row));
        const std::string line = row_text(rules, row, predictions.back(), name_width, counts);
        fmt::print("{}\n", line);
        if (!differs(rules, row, predictions.back()))
            continue;
        ++differing_rows;
        differing += line + '\n';
    }
    if (rules.counters.empty()) {
        fmt::print("\n{} rows predicted; the file has no column of counts to compare with.\n", rules.rows.size());
        return kSuccess;
    }
    fmt::print("\nrows that agree: {}\n", agreement(rules, predictions));
    if (differing_rows == 0)
        return kSuccess;
    fmt::print("\n{} of {} rows differ\n{}\n{}", differing_rows, rules.rows.size(), heading(rules, name_width), differing);
    return kDiffers;
}

} // namespace

void add_rules(CommandLine& line)
{
    auto& app = line.add("rules",
        "What the rules of an architecture predict for the memory accesses of a CSV file, beside what hardware counted; status 1 "
        "if "
        "a row differs");
    auto& options = line.options_of(app, show_rules);
    app.add_option("FILE", options.file,
           "Columns op (ld, st, ldp), bytes_per_lane, active_mask, byte_offset_per_lane; also name, wavefronts, bank_conflicts, "
           "sectors, transactions, requests")
        ->required();
    app.add_option("--arch", options.architecture,
        "As in 1.3, 3.5:8byte, 2.0:l2, sm_90 or GTX280: see `warpstage gpus`; usually 9.0, with --measure the GPU's");
    app.add_flag("--measure", options.measure, "Make these accesses on the GPU and compare with what it counts");
}

} // namespace warpstage::cli
