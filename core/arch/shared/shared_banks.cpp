#include "core/arch/shared/shared_banks.h"

#include "core/arch/row_counts.h"
#include "core/arch/shared/broadcast_steps.h"
#include "core/arch/shared/shared_phases.h"
#include "core/base/verify.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace warpstage::arch {

namespace {

constexpr std::uint32_t kMaxBanks = 32;
// The maximum number of words of one phase: 32 lanes of 8 bytes that span three words each (an unaligned merged load).
constexpr std::size_t kMaxWordsOfPhase = std::size_t { 32 } * 3;

struct Geometry {
    explicit Geometry(const Traits& traits)
        : bank_mask(traits.shared_banks - 1)
        , word_shift(static_cast<unsigned>(std::countr_zero(traits.bank_bytes)))
        , row_shift(traits.shared_rule == SharedRule::wide_banks && traits.bank_bytes == 4 ? 6 : 0)
    {
        VERIFY(std::has_single_bit(traits.shared_banks) && traits.shared_banks <= kMaxBanks);
        VERIFY(std::has_single_bit(traits.bank_bytes));
    }

    [[nodiscard]] std::uint32_t bank_of(std::uint64_t word) const { return static_cast<std::uint32_t>(word) & bank_mask; }
    [[nodiscard]] std::uint64_t first_word(std::uint64_t address) const { return address >> word_shift; }
    [[nodiscard]] std::uint64_t last_word(std::uint64_t address, std::uint32_t bytes) const
    {
        return (address + bytes - 1) >> word_shift;
    }

    // What a bank serves in one wavefront: a word, or on CC 3.x in 4-byte mode the two words of its 64 bits in one row of the
    // banks.
    [[nodiscard]] std::uint64_t row_of(std::uint64_t word) const { return word >> row_shift; }

    std::uint32_t bank_mask;
    unsigned word_shift;
    unsigned row_shift;
};

// The distinct words (or rows) of one phase, chained by bank. On the stack, so that counting allocates nothing.
class DistinctWords {
public:
    // With `shared`, lanes with the same word share the access.
    void add(std::uint32_t bank, std::uint64_t word, bool shared)
    {
        const std::uint32_t bit = 1U << bank;
        if ((m_occupied & bit) == 0) {
            m_occupied |= bit;
            m_wavefronts[bank] = 1;
            m_head[bank] = append(word, kNone);
            m_most = std::max<std::uint32_t>(m_most, 1);
            return;
        }
        for (std::uint8_t at = m_head[bank]; shared && at != kNone; at = m_next[at]) {
            if (m_words[at] == word)
                return;
        }
        m_head[bank] = append(word, m_head[bank]);
        m_most = std::max<std::uint32_t>(m_most, ++m_wavefronts[bank]);
    }

    // The largest number of distinct words in one bank.
    [[nodiscard]] std::uint32_t wavefronts() const { return m_most; }

private:
    static constexpr std::uint8_t kNone = 0xff;
    static_assert(kMaxWordsOfPhase < kNone);

    std::uint8_t append(std::uint64_t word, std::uint8_t next)
    {
        m_words[m_count] = word;
        m_next[m_count] = next;
        return m_count++;
    }

    // Deliberately uninitialized: `m_occupied` marks the banks with an entry, and clearing the others would take longer than the
    // counting.
    std::array<std::uint64_t, kMaxWordsOfPhase> m_words;
    std::array<std::uint8_t, kMaxWordsOfPhase> m_next;
    std::array<std::uint8_t, kMaxBanks> m_head;
    std::array<std::uint8_t, kMaxBanks> m_wavefronts;
    std::uint32_t m_occupied = 0;
    std::uint32_t m_most = 0;
    std::uint8_t m_count = 0;
};

std::uint32_t count_wavefronts(const Geometry& geometry, const SharedRequest& request, LaneMask lanes)
{
    DistinctWords words;
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t address = request.addresses[lane];
        const std::uint64_t last = geometry.last_word(address, request.bytes);
        for (std::uint64_t word = geometry.first_word(address); word <= last; ++word)
            words.add(geometry.bank_of(word), geometry.row_of(word), request.operation != SharedOperation::async_copy);
    });
    return words.wavefronts();
}

// A bank serves its words in the order of their lowest lane: the order of the hardware is not documented, and this one is the
// easiest to follow in a figure.
BankPhase serve_phase(const Geometry& geometry, const SharedRequest& request, LaneMask lanes)
{
    BankPhase phase;
    phase.lanes = lanes;
    const bool shared = request.operation != SharedOperation::async_copy;
    std::array<std::uint32_t, kMaxBanks> wavefronts {};
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t address = request.addresses[lane];
        const std::uint64_t last = geometry.last_word(address, request.bytes);
        for (std::uint64_t word = geometry.first_word(address); word <= last; ++word) {
            const auto known =
                std::find_if(phase.words.begin(), phase.words.end(), [&](const BankWord& w) { return w.word == word; });
            if (shared && known != phase.words.end()) {
                known->lanes |= LaneMask { 1 } << lane;
                continue;
            }
            const std::uint32_t bank = geometry.bank_of(word);
            const auto row = std::find_if(phase.words.begin(), phase.words.end(),
                [&](const BankWord& w) { return w.bank == bank && geometry.row_of(w.word) == geometry.row_of(word); });
            const std::uint32_t wavefront = shared && row != phase.words.end() ? row->wavefront : wavefronts[bank]++;
            phase.words.push_back({ .bank = bank, .word = word, .lanes = LaneMask { 1 } << lane, .wavefront = wavefront });
        }
    });
    phase.wavefronts = *std::max_element(wavefronts.begin(), wavefronts.end());
    return phase;
}

BankPhase serve_steps(const Traits& traits, const SharedRequest& request, const SharedPhase& served)
{
    BankPhase phase;
    phase.lanes = served.lanes;
    phase.part = served.part;
    phase.wavefronts = for_each_step(traits, request, served, [&](const BankWord& word) { phase.words.push_back(word); });
    return phase;
}

void verify(const SharedRequest& request)
{
    VERIFY(std::has_single_bit(request.bytes) && request.bytes <= 16);
}

} // namespace

SharedService serve_shared(const Traits& traits, const SharedRequest& request)
{
    verify(request);
    const Geometry geometry(traits);
    SharedService service;
    for (const SharedPhase& served : phases_of(traits, request)) {
        BankPhase phase = traits.shared_rule == SharedRule::broadcast_word ? serve_steps(traits, request, served)
                                                                           : serve_phase(geometry, request, served.lanes);
        std::sort(phase.words.begin(), phase.words.end(), [](const BankWord& a, const BankWord& b) {
            return std::tie(a.bank, a.wavefront, a.word) < std::tie(b.bank, b.wavefront, b.word);
        });
        service.wavefronts += phase.wavefronts;
        service.phases.push_back(std::move(phase));
    }
    service.ideal = static_cast<std::uint32_t>(service.phases.size());
    return service;
}

SharedCount count_shared(const Traits& traits, const SharedRequest& request)
{
    verify(request);
    if (request.lanes != 0) {
        BankCount banks;
        const LaneRow row = lane_row(request.addresses, request.lanes);
        if (count_shared_row(traits, request.operation, request.bytes, false, row, banks, nullptr))
            return { banks.wavefronts, banks.phases };
    }
    const Geometry geometry(traits);
    SharedCount count;
    const SharedPhases phases = phases_of(traits, request);
    for (const SharedPhase& served : phases) {
        count.wavefronts += traits.shared_rule == SharedRule::broadcast_word
            ? for_each_step(traits, request, served, [](const BankWord&) {})
            : count_wavefronts(geometry, request, served.lanes);
        ++count.ideal;
    }
    return count;
}

WorstBank worst_bank(const SharedService& service)
{
    WorstBank worst;
    for (std::size_t phase = 0; phase < service.phases.size(); ++phase) {
        std::map<std::uint32_t, std::uint32_t> words; // by bank
        for (const BankWord& word : service.phases[phase].words)
            ++words[word.bank];
        for (const auto& [bank, count] : words) {
            if (count > worst.words)
                worst = { count, bank, 1, phase };
            else if (count == worst.words && phase == worst.phase)
                ++worst.banks;
        }
    }
    return worst;
}

} // namespace warpstage::arch
