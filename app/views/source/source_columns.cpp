#include "app/views/source/source_columns.h"

#include "core/base/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::views {

namespace {

using analysis::Counters;

constexpr std::string_view kExcess = marked("excess");

double share_of(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Idle lane slots of full warps: divergence, exited lanes.
std::uint64_t idle_lanes(const Counters& counters)
{
    const std::uint64_t all = counters.instructions * kMaxLanes;
    return all - std::min(all, counters.active_lanes);
}

std::uint64_t atomics(const Counters& counters)
{
    return counters.shared_atomics.requests + counters.global_atomics.requests;
}

std::uint64_t same_word(const Counters& counters)
{
    return counters.shared_atomics.same_word + counters.global_atomics.same_word;
}

// From left to right.
constexpr std::array kColumns {
    SourceColumn { marked("instructions"), [](const Counters& line) { return grouped_count(line.instructions); },
        [](const Counters& line, const Counters& total) { return share_of(line.instructions, total.instructions); }, nullptr },
    SourceColumn { marked("lanes"), [](const Counters& line) { return numf("{:.1f}", line.average_active_lanes()); },
        [](const Counters& line, const Counters& total) { return share_of(idle_lanes(line), idle_lanes(total)); },
        [](const Counters& line, std::uint32_t warp_width) {
            return line.average_active_lanes() < 0.75 * warp_width ? &Palette::orange : &Palette::text;
        } },
    SourceColumn { marked("wavefronts"), [](const Counters& line) { return per_request(line.wavefronts, line.shared_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.wavefronts, total.wavefronts); }, nullptr },
    SourceColumn { kExcess, [](const Counters& line) { return per_request(line.wavefronts_excess(), line.shared_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.wavefronts_excess(), total.wavefronts_excess()); },
        [](const Counters& line, std::uint32_t) {
            return line.wavefronts_excess() > 0 ? &Palette::vermilion : &Palette::text;
        } },
    SourceColumn { marked("sectors"), [](const Counters& line) { return per_request(line.sectors, line.global_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.sectors, total.sectors); }, nullptr },
    SourceColumn { kExcess, [](const Counters& line) { return per_request(line.sectors_excess(), line.global_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.sectors_excess(), total.sectors_excess()); },
        [](const Counters& line, std::uint32_t) {
            return line.sectors_excess() > 0 ? &Palette::vermilion : &Palette::text;
        } },
    SourceColumn { marked("const. accesses"),
        [](const Counters& line) { return per_request(line.constant.cost, line.constant.requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.constant.cost, total.constant.cost); },
        [](const Counters& line, std::uint32_t) {
            return line.constant.cost > line.constant.requests ? &Palette::vermilion : &Palette::text;
        } },
    SourceColumn { marked("local sectors"),
        [](const Counters& line) { return per_request(line.local.cost, line.local.requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.local.cost, total.local.cost); }, nullptr },
    // Lanes of an atomic request that update the same word, in sequence.
    SourceColumn { marked("atomics on one word"),
        [](const Counters& line) { return per_request(same_word(line), atomics(line)); },
        [](const Counters& line, const Counters& total) { return share_of(same_word(line), same_word(total)); },
        [](const Counters& line, std::uint32_t) {
            return same_word(line) > atomics(line) ? &Palette::vermilion : &Palette::text;
        } },
};

using Indices = std::vector<std::size_t>; // indices into kColumns, from left to right
constexpr std::size_t kConstantColumn = 6;
constexpr std::size_t kLocalColumn = 7;
constexpr std::size_t kAtomicsColumn = 8;

// Whether a line has a value in the column.
bool is_filled(std::size_t column, const analysis::KernelReport& report)
{
    return std::ranges::any_of(report.lines, [&](const auto& line) { return !kColumns.at(column).words(line.counters).empty(); });
}

// From most columns to least; the first combination that fits beside the code. Those of constant and local memory and of
// atomic operations only if the kernel has them.
std::vector<Indices> all_choices(const Counters& total)
{
    std::vector<Indices> choices { { 0, 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4 }, { 1, 3 }, { 1 } };
    Indices others;
    if (total.constant.requests != 0)
        others.push_back(kConstantColumn);
    if (total.local.requests != 0)
        others.push_back(kLocalColumn);
    if (atomics(total) != 0)
        others.push_back(kAtomicsColumn);
    if (others.empty())
        return choices;
    std::vector<Indices> with_others;
    for (Indices choice :
        { Indices { 0, 1, 2, 3, 4, 5 }, Indices { 1, 2, 3, 4, 5 }, Indices { 1, 4 }, Indices { 1 }, Indices {} }) {
        choice.insert(choice.end(), others.begin(), others.end());
        with_others.push_back(std::move(choice));
    }
    with_others.insert(with_others.end(), choices.begin() + 3, choices.end());
    return with_others;
}

} // namespace

bool shows_excess(const SourceColumn& column)
{
    return column.name == kExcess;
}

std::vector<SourceColumns> column_choices(const analysis::KernelReport& report)
{
    std::vector<SourceColumns> choices;
    for (const Indices& choice : all_choices(report.total)) {
        SourceColumns& columns = choices.emplace_back();
        for (const std::size_t column : choice)
            if (is_filled(column, report))
                columns.push_back(&kColumns.at(column));
    }
    return choices;
}

std::string per_request(std::uint64_t total, std::uint64_t requests)
{
    if (requests == 0)
        return {};
    const double value = static_cast<double>(total) / static_cast<double>(requests);
    return std::abs(value - std::round(value)) < 0.005 ? numf("{:.0f}", value) : numf("{:.1f}", value);
}

} // namespace warpstage::views
