#include "core/simt/faults/fault.h"
#include "core/simt/hang/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

using Mistake = Hang::Mistake;
using Advice = std::optional<std::string>; // nothing: the mistake does not fit the wait

bool any_waits(const Hang::Object& object)
{
    return std::ranges::any_of(object.missing, [](const Hang::Missing& missing) { return missing.wait.has_value(); });
}

bool any_exited(const Hang::Object& object)
{
    return std::ranges::any_of(object.missing, [](const Hang::Missing& missing) { return !missing.wait; });
}

bool in_cycle(const Hang& hang, std::size_t wait)
{
    return std::ranges::find(hang.cycle, wait) != hang.cycle.end();
}

class Suspicion {
public:
    Suspicion(const Hang& hang, const Block& block, std::size_t wait)
        : m_hang(hang)
        , m_block(block)
        , m_index(wait)
        , m_wait(hang.waits[wait])
        , m_object(hang.objects[m_wait.object])
        , m_is_phase(m_object.kind == Hang::Kind::phase)
    {
    }

    [[nodiscard]] Advice of(Mistake mistake) const
    {
        switch (mistake) {
        case Mistake::none:
            return std::nullopt;
        case Mistake::too_many_blocks:
            return too_many_blocks();
        case Mistake::expect_tx_missing:
            return expect_tx_missing();
        case Mistake::bytes_missing:
            return bytes_missing();
        case Mistake::copies_do_not_count:
            return copies_do_not_count();
        case Mistake::count_of_threads:
            return count_of_threads();
        case Mistake::parity:
            return parity();
        case Mistake::barrier_in_one_role:
            return barrier_in_one_role();
        case Mistake::exited:
            return exited();
        case Mistake::too_few_threads:
            return too_few_threads();
        case Mistake::waits_for_itself:
            return waits_for_itself();
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] Advice too_many_blocks() const
    {
        if (m_hang.blocks_not_begun == 0)
            return std::nullopt;
        return fmt::format(
            "{} of the grid wait, and the other {} begin only when one of them ends: launch at most as many blocks "
            "as fit on the device at once, with cudaLaunchCooperativeKernel, which refuses more",
            counted(m_hang.blocks_begun, "block"), m_hang.blocks_not_begun);
    }

    [[nodiscard]] Advice expect_tx_missing() const
    {
        if (!m_is_phase || m_object.bytes >= 0)
            return std::nullopt;
        return fmt::format("copies have completed {} that no expect_tx announces in this phase: call mbarrier.arrive.expect_tx "
                           "with the bytes of the copy before the copy, and arrive only there",
            counted(static_cast<std::uint64_t>(-m_object.bytes), "byte"));
    }

    [[nodiscard]] Advice bytes_missing() const
    {
        const bool copied =
            std::ranges::any_of(m_object.arrivals, [](const Hang::Arrived& arrived) { return arrived.completed_bytes != 0; });
        if (!m_is_phase || m_object.bytes <= 0 || m_object.arrived != m_object.expected || (any_waits(m_object) && !copied))
            return std::nullopt;
        return fmt::format(
            "all arrivals are there, but {} less are copied than expect_tx announces: pass the bytes of the copies",
            counted(static_cast<std::uint64_t>(m_object.bytes), "byte"));
    }

    [[nodiscard]] Advice copies_do_not_count() const
    {
        if (!m_is_phase || m_object.arrived >= m_object.expected)
            return std::nullopt;
        std::uint32_t threads = 0;
        for (const Hang::Arrived& arrived : m_object.arrivals) {
            const bool hands_over = arrived.arrivals == 0 && arrived.expected_bytes == 0 && arrived.completed_bytes == 0;
            threads += hands_over ? arrived.who.threads : 0;
        }
        if (threads == 0 || m_object.arrived + threads < m_object.expected)
            return std::nullopt;
        return fmt::format(
            "{} executed cp.async.mbarrier.arrive, which counts as an arrival only with .noinc", counted(threads, "thread"));
    }

    [[nodiscard]] Advice count_of_threads() const
    {
        if (!m_is_phase || m_object.arrived == 0 || m_object.arrived >= m_object.expected)
            return std::nullopt;
        std::set<std::uint32_t> warps;
        for (const Hang::Arrived& arrived : m_object.arrivals) {
            if (arrived.who.threads != arrived.who.warps.size() || arrived.arrivals != arrived.who.threads)
                return std::nullopt;
            warps.insert(arrived.who.warps.begin(), arrived.who.warps.end());
        }
        const auto threads = static_cast<std::uint32_t>(warps.size()) * m_block.shape().warp_width;
        if (m_object.expected != threads)
            return std::nullopt;
        return fmt::format("one thread of each of {} arrives, but the object counts {} threads: initialize it with {}",
            counted(warps.size(), "warp"), threads, warps.size());
    }

    [[nodiscard]] Advice parity() const
    {
        if (!m_is_phase || m_object.arrived != 0 || m_object.bytes != 0)
            return std::nullopt;
        const auto complete = static_cast<std::int64_t>(m_object.phase) - 1;
        if (m_object.phase > 0 && (!m_wait.passed || *m_wait.passed < complete))
            return fmt::format("phase {} is complete, and {} {} not waited for it: the parity is off by one, wait with parity {}",
                complete, warps_text(m_wait.who, m_wait.who.block), m_wait.who.warps.size() == 1 ? "has" : "have",
                1 - m_object.parity);
        // The threads that would fill the stage wait until it has been emptied.
        if (m_object.phase > 0 || m_wait.passed || !in_cycle(m_hang, m_index) || m_hang.cycle.size() < 2 || !fills_others())
            return std::nullopt;
        return fmt::format("nothing can be released before something is copied: the first wait for an empty stage must pass at "
                           "once, so the parity is off by one, wait with parity {}",
            1 - m_object.parity);
    }

    [[nodiscard]] bool fills_others() const
    {
        return std::ranges::any_of(m_hang.objects, [&](const Hang::Object& other) {
            return &other != &m_object && std::ranges::any_of(other.missing, [&](const Hang::Missing& missing) {
                return missing.copies && missing.wait == m_index;
            });
        });
    }

    [[nodiscard]] Advice barrier_in_one_role() const
    {
        if (m_object.kind != Hang::Kind::block_barrier || m_object.name != "__syncthreads()" || !any_waits(m_object))
            return std::nullopt;
        if (!in_cycle(m_hang, m_index))
            return std::nullopt;
        return "__syncthreads() waits for all threads of the block, also for those of the other role, which do not call it here: "
               "use a barrier for the threads of the role (bar.sync with a number and a count)";
    }

    [[nodiscard]] Advice exited() const
    {
        if (!m_is_phase || any_waits(m_object) || !any_exited(m_object))
            return std::nullopt;
        for (const Hang::Missing& missing : m_object.missing) {
            if (missing.who.block != m_wait.who.block)
                return fmt::format(
                    "block {} has exited without arriving: all blocks of a cluster must stay until the others need "
                    "them no more",
                    text_of(missing.who.block));
        }
        const Hang::Missing& missing = m_object.missing.front();
        return fmt::format("{} {} exited without arriving in this phase: each thread that the object counts must arrive",
            warps_text(missing.who, m_wait.who.block), missing.who.warps.size() == 1 ? "has" : "have");
    }

    [[nodiscard]] Advice too_few_threads() const
    {
        if (m_object.kind != Hang::Kind::block_barrier || m_object.name == "__syncthreads()")
            return std::nullopt;
        std::uint32_t threads = m_object.arrived;
        for (const Hang::Missing& missing : m_object.missing)
            threads += missing.who.threads;
        if (threads >= m_object.expected)
            return std::nullopt;
        return fmt::format("{} expects {}, but only {} can come to it: pass the number of threads that take part", m_object.name,
            counted(m_object.expected, "thread"), threads);
    }

    [[nodiscard]] Advice waits_for_itself() const
    {
        if (!m_is_phase || m_hang.cycle.size() != 1 || m_hang.cycle.front() != m_index)
            return std::nullopt;
        const auto own = std::ranges::find(m_object.missing, std::optional { m_index }, &Hang::Missing::wait);
        return fmt::format("the waiting threads would arrive themselves, at {}: arrive before the wait", own->line);
    }

    const Hang& m_hang;
    const Block& m_block;
    std::size_t m_index;
    const Hang::Wait& m_wait;
    const Hang::Object& m_object;
    bool m_is_phase;
};

} // namespace

void find_mistake(Hang& hang, const Block& block)
{
    // What proves most comes first.
    static constexpr std::array kOrder { Mistake::too_many_blocks, Mistake::expect_tx_missing, Mistake::bytes_missing,
        Mistake::copies_do_not_count, Mistake::count_of_threads, Mistake::parity, Mistake::barrier_in_one_role, Mistake::exited,
        Mistake::waits_for_itself, Mistake::too_few_threads };
    std::vector<std::size_t> order = hang.cycle;
    for (std::size_t wait = 0; wait < hang.waits.size(); ++wait) {
        if (!in_cycle(hang, wait))
            order.push_back(wait);
    }
    for (const Mistake mistake : kOrder) {
        for (const std::size_t wait : order) {
            const Advice advice = Suspicion(hang, block, wait).of(mistake);
            if (!advice)
                continue;
            hang.main = wait;
            hang.mistake = mistake;
            hang.advice = *advice;
            return;
        }
    }
    hang.main = order.empty() ? 0 : order.front();
}

} // namespace warpstage::simt
