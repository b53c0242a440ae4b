#include "app/views/banks/bank_explanation.h"

#include <algorithm>

namespace warpstage::views {

namespace {

LaneMask lanes_of(const arch::SharedService& service)
{
    LaneMask lanes = 0;
    for (const arch::BankPhase& phase : service.phases)
        lanes |= phase.lanes;
    return lanes;
}

std::string wavefronts(std::uint32_t count)
{
    return count == 1 ? tr("one wavefront") : trf("{} wavefronts", count);
}

struct Wordings {
    std::string full;
    std::string brief;
};

// As banks of CC 3.x that serve two words in one wavefront.
bool words_share_a_bank(const arch::SharedService& service)
{
    return std::ranges::any_of(service.phases, [](const arch::BankPhase& phase) {
        const auto same = [](const arch::BankWord& a, const arch::BankWord& b) {
            return a.bank == b.bank;
        };
        return std::adjacent_find(phase.words.begin(), phase.words.end(), same) != phase.words.end();
    });
}

Wordings explain_ideal(const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation)
{
    const bool load = is_load(operation);
    const unsigned lanes = lane_count(lanes_of(service));
    if (lanes == 1)
        return { tr("Only one lane takes part: one wavefront."), tr("Only one lane takes part.") };
    const std::size_t parts = service.phases.size();
    if (parts > 1 && operation == arch::SharedOperation::load_matrix)
        return { trf("{} matrices, one phase each: none with a bank conflict.", parts),
            trf("{} phases, none with a conflict.", parts) };
    if (parts > 1)
        return { trf("{} bits per lane: the request has {} phases, none with a bank conflict.", bytes * 8, parts),
            trf("{} phases, none with a conflict.", parts) };
    if (service.phases.front().words.size() == 1 && !load)
        return { trf("All {} lanes access the same word: no bank conflict.", lanes), tr("Same word for all: no conflict.") };
    if (service.phases.front().words.size() == 1)
        return { trf("All {} lanes read the same word: broadcast.", lanes), tr("Same word for all: broadcast.") };
    if (shares_words(service) && !load)
        return { trf("Lanes that access the same word do not conflict: {}.", wavefronts(service.wavefronts)),
            tr("Same word: no conflict.") };
    if (shares_words(service))
        return { trf("Lanes that read the same word share one access (multicast): {}.", wavefronts(service.wavefronts)),
            tr("Lanes share words (multicast).") };
    if (words_share_a_bank(service))
        return { trf("Two words in a bank are in one aligned segment of 64 words, so it serves both: {}.",
                     wavefronts(service.wavefronts)),
            tr("Each bank serves its words together.") };
    return { trf("Every lane accesses its own bank: {}.", wavefronts(service.wavefronts)), tr("Every lane has its own bank.") };
}

Wordings explain_conflict(const arch::SharedService& service, arch::SharedOperation operation)
{
    const arch::WorstBank worst = arch::worst_bank(service);
    const std::string part = service.phases.size() > 1 ? trf(" of phase {}", worst.phase + 1) : "";
    const std::string where = worst.banks == 1 ? trf("bank {}", worst.bank) : trf("each of {} banks", worst.banks);
    if (operation == arch::SharedOperation::async_copy)
        return { trf("{} copied words in {}{}: serialized accesses.", worst.words, where, part),
            trf("{} words in {}: excess {}.", worst.words, where, service.excess()) };
    return { trf("{} different words in {}{}: serialized accesses.", worst.words, where, part),
        trf("{} words in {}: excess {}.", worst.words, where, service.excess()) };
}

Wordings explain(const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation)
{
    if (lanes_of(service) == 0)
        return { tr("No lane takes part in this request."), tr("No lane takes part.") };
    return service.wavefronts > service.ideal ? explain_conflict(service, operation) : explain_ideal(service, bytes, operation);
}

} // namespace

bool shares_words(const arch::SharedService& service)
{
    for (const arch::BankPhase& phase : service.phases)
        for (const arch::BankWord& word : phase.words)
            if (lane_count(word.lanes) > 1)
                return true;
    return false;
}

std::string explain_banks(const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation)
{
    return explain(service, bytes, operation).full;
}

std::string explain_banks_briefly(const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation)
{
    return explain(service, bytes, operation).brief;
}

std::string explain_banks_tersely(const arch::SharedService& service)
{
    return service.wavefronts > service.ideal ? trf("excess {}", service.excess()) : std::string { tr("no conflict") };
}

} // namespace warpstage::views
