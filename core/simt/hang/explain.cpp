#include "core/simt/hang/explain.h"

#include "core/simt/async/mbarrier.h"
#include "core/simt/checks/code/checked_kernel.h"
#include "core/simt/checks/request.h"
#include "core/simt/faults/fault.h"
#include "core/simt/faults/object_name.h"
#include "core/simt/hang/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

namespace warpstage::simt {

namespace {

// At a barrier, or in a loop in which nothing changes until others have gone on.
bool waits_now(const Warp& warp)
{
    return warp.status == WarpStatus::waiting
        || (warp.status == WarpStatus::ready && (warp.spin.waits() || warp.spin.failed_test() != kNever));
}

enum class Situation : std::uint8_t { deadlock, running };

class Explanation {
public:
    Explanation(Block& block, Situation situation)
        : m_block(block)
        , m_situation(situation)
        , m_program(block.program())
        , m_arrays(checked_kernel(m_program).shared_arrays)
        , m_reach(m_program)
        , m_providers(phase_providers(m_program, m_arrays))
    {
        for (Block* member : block.cluster().blocks()) {
            for (std::uint32_t warp = 0; warp < member->warp_count(); ++warp)
                add_waits(*member, warp);
        }
        constexpr std::size_t kMaxObjects = 64; // of thousands, the first ones show what is wrong
        for (std::size_t object = 0; object < std::min(kMaxObjects, m_hang.objects.size()); ++object)
            add_missing(object);
        find_cycle();
    }

    [[nodiscard]] Hang take() { return std::move(m_hang); }

private:
    using Key = std::pair<const void*, std::uint64_t>; // of an object: a word, or a block and the number of its barrier

    [[nodiscard]] Block* owner_of(const std::byte* word) const
    {
        const auto blocks = m_block.cluster().blocks();
        const auto found = std::ranges::find_if(blocks, [word](Block* block) {
            return word >= block->state().shared && word < block->state().shared + block->state().shared_bytes;
        });
        return found == blocks.end() ? nullptr : *found;
    }

    static void join(Hang::Warps& who, std::uint32_t warp, LaneMask lanes)
    {
        if (std::ranges::find(who.warps, warp) == who.warps.end())
            who.warps.insert(std::ranges::upper_bound(who.warps, warp), warp);
        who.threads += lane_count(lanes);
    }

    Hang::Wait& add_wait(Block& block, std::uint32_t warp, LaneMask lanes, std::uint32_t pc, std::size_t object)
    {
        const auto same = std::ranges::find_if(m_hang.waits,
            [&](const Hang::Wait& wait) { return wait.object == object && wait.pc == pc && wait.who.block == block.index(); });
        const std::size_t index = static_cast<std::size_t>(same - m_hang.waits.begin());
        if (same == m_hang.waits.end())
            m_hang.waits.push_back({ { block.index(), {}, 0 }, pc, line_text(block, pc), object, std::nullopt });
        join(m_hang.waits[index].who, warp, lanes);
        m_waits_of[{ &block, warp }].push_back(index);
        return m_hang.waits[index];
    }

    void add_waits(Block& block, std::uint32_t index)
    {
        Warp& warp = block.warps()[index];
        if (warp.status == WarpStatus::finished)
            return;
        const Path& top = warp.divergence.top();
        if (m_situation == Situation::running && !waits_now(warp))
            return add_running(block, index, top.pc);
        if (warp.status == WarpStatus::waiting) {
            const bool of_cluster = warp.barrier == kClusterBarrier;
            const std::size_t object = of_cluster ? cluster_barrier() : block_barrier(block, warp.barrier);
            add_wait(block, index, warp.divergence.living(), top.pc - (of_cluster ? 0 : 1), object);
            return;
        }
        const std::vector<bool> reached = m_reach.of(warp);
        bool any = false;
        for (const PhaseWait& wait : block.cluster().mbarriers().waits()) {
            Block* const owner = owner_of(wait.word);
            if (wait.party.block != block.linear() || wait.party.warp != index || !reached[wait.party.pc] || owner == nullptr)
                continue;
            const PhaseObject* log = block.cluster().mbarriers().find(wait.word);
            const PhaseObject::Passed* passed = log == nullptr ? nullptr : log->find_passed(wait.party);
            Hang::Wait& added = add_wait(block, index, wait.party.lanes, wait.party.pc, phase(*owner, wait.word));
            added.passed = passed == nullptr ? std::nullopt : std::optional { passed->phase };
            any = true;
        }
        if (!any)
            add_memory_wait(block, index, top);
    }

    void add_running(Block& block, std::uint32_t index, std::uint32_t pc)
    {
        const std::string line = line_text(block, pc);
        auto same = std::ranges::find_if(m_hang.running,
            [&](const Hang::Running& running) { return running.line == line && running.who.block == block.index(); });
        if (same == m_hang.running.end()) {
            m_hang.running.push_back({ { block.index(), {}, 0 }, line });
            same = m_hang.running.end() - 1;
        }
        join(same->who, index, block.warps()[index].divergence.living());
    }

    [[nodiscard]] std::pair<std::size_t, bool> object_of(const Key& key)
    {
        const auto [known, is_new] = m_objects.try_emplace(key, m_hang.objects.size());
        if (is_new)
            m_hang.objects.emplace_back();
        return { known->second, is_new };
    }

    std::size_t block_barrier(Block& block, std::uint32_t number)
    {
        const auto [index, is_new] = object_of({ &block, number });
        if (!is_new)
            return index;
        const BarrierPhase& barrier = block.barriers()[number];
        Hang::Object& object = m_hang.objects[index];
        object.kind = Hang::Kind::block_barrier;
        object.name = number == 0 && barrier.threads == 0 ? "__syncthreads()" : fmt::format("barrier {}", number);
        object.block = block.index();
        object.expected = barrier.threads;
        if (barrier.threads == 0) {
            for (const Warp& warp : block.warps())
                object.expected += warp.status == WarpStatus::finished ? 0 : lane_count(warp.divergence.living());
        }
        object.arrived = std::min(object.expected, barrier.arrived * block.shape().warp_width);
        return index;
    }

    std::size_t cluster_barrier()
    {
        const auto [index, is_new] = object_of({ &m_block.cluster(), 0 });
        if (!is_new)
            return index;
        Hang::Object& object = m_hang.objects[index];
        object.kind = Hang::Kind::cluster_barrier;
        object.name = "the barrier of the cluster";
        object.block = m_block.index();
        for (const Block* block : m_block.cluster().blocks()) {
            for (const Warp& warp : block->warps()) {
                const bool ended = warp.status == WarpStatus::finished;
                object.expected += ended ? 0 : lane_count(warp.divergence.living());
                object.arrived += ended ? 0 : lane_count(warp.arrived_at_cluster);
            }
        }
        return index;
    }

    [[nodiscard]] std::string name_of_word(Block& owner, const std::byte* word) const
    {
        const std::string name = name_of_object(m_arrays, owner.cluster().mbarriers(), owner.shared(), word);
        return owner.linear() == m_block.linear() ? name : fmt::format("{} of block {}", name, text_of(owner.index()));
    }

    std::size_t phase(Block& owner, const std::byte* word)
    {
        const auto [index, is_new] = object_of({ word, 0 });
        if (!is_new)
            return index;
        std::uint64_t content = 0;
        std::memcpy(&content, word, sizeof(content));
        const Mbarrier barrier = Mbarrier::of(content);
        Hang::Object& object = m_hang.objects[index];
        object.name = name_of_word(owner, word);
        object.block = owner.index();
        object.parity = barrier.phase & 1U;
        object.expected = barrier.expected;
        object.arrived = barrier.expected - barrier.pending;
        object.bytes = barrier.transactions;
        const PhaseObject* log = owner.cluster().mbarriers().find(word);
        if (log == nullptr)
            return index;
        object.phase = log->phases;
        for (const PhaseEvent& event : log->current)
            add_arrival(object, event);
        return index;
    }

    void add_arrival(Hang::Object& object, const PhaseEvent& event)
    {
        const Dim3 block = m_block.shape().grid.index_of(event.party.block);
        auto same = std::ranges::find_if(object.arrivals,
            [&](const Hang::Arrived& arrived) { return arrived.pc == event.party.pc && arrived.who.block == block; });
        if (same == object.arrivals.end()) {
            object.arrivals.push_back({ { block, {}, 0 }, event.party.pc, line_text(m_block, event.party.pc) });
            same = object.arrivals.end() - 1;
        }
        join(same->who, event.party.warp, event.party.lanes);
        same->arrivals += event.arrivals;
        same->expected_bytes += event.expected_bytes;
        same->completed_bytes += event.completed_bytes;
    }

    // A loop that reads a word until another thread changes it.
    void add_memory_wait(Block& block, std::uint32_t index, const Path& path)
    {
        const std::optional<std::uint32_t> end = m_reach.loop_end(path.pc);
        const ProgramBody& body = block.body();
        block.select(block.warps()[index]);
        set_active(block.state(), path.lanes);
        std::uint32_t pc = path.pc;
        Access access;
        const auto reads = [&](std::uint32_t at) {
            const Operation& operation = body.operations[at];
            if (!operation.accesses_memory || operation.kind == OperationKind::wait)
                return false;
            const MemoryForm& form = body.memory_forms[operation.site];
            return form.kind != AccessKind::store && std::holds_alternative<std::monostate>(form.special)
                && find_addresses(block.state(), operation, form, access)
                && (access.space == ptx::StateSpace::global || access.space == ptx::StateSpace::shared);
        };
        bool found = false;
        for (std::uint32_t at = end ? body.operations[*end].site : path.pc; end && at <= *end && !found; ++at) {
            found = reads(at);
            pc = found ? at : pc;
        }
        const unsigned lane = lowest_lane(path.lanes);
        const std::uint64_t address = found ? access.addresses[lane] : 0;
        const auto [object_index, is_new] =
            object_of({ found ? static_cast<const void*>(&body.operations[pc]) : &block.warps()[index], address });
        if (is_new) {
            Hang::Object& object = m_hang.objects[object_index];
            object.kind = Hang::Kind::memory;
            object.block = block.index();
            object.name = found ? name_of_memory(access, address) : "memory";
            object.value = found ? value_at(block, access, address) : 0;
        }
        add_wait(block, index, path.lanes, pc, object_index);
    }

    [[nodiscard]] std::string name_of_memory(const Access& access, std::uint64_t address) const
    {
        const std::string bytes = counted(access.bytes, "byte");
        if (access.space == ptx::StateSpace::shared) {
            const SharedArray* array = m_arrays.covering(address);
            return array == nullptr ? fmt::format("the {} at offset {} of shared memory", bytes, address)
                                    : fmt::format("the {} at offset {} of `{}`", bytes, address - array->offset, array->name);
        }
        const DeviceMemory::Region* region = m_block.state().memory->nearest(address);
        return region == nullptr ? fmt::format("the {} at address 0x{:x}", bytes, address)
                                 : fmt::format("the {} at offset {} of buffer `{}`", bytes, address - region->base, region->name);
    }

    static std::uint64_t value_at(Block& block, const Access& access, std::uint64_t address)
    {
        const std::size_t bytes = std::min<std::size_t>(access.bytes, sizeof(std::uint64_t));
        const DeviceMemory::Region* region =
            access.space == ptx::StateSpace::global ? block.state().memory->nearest(address) : nullptr;
        const std::byte* from = nullptr;
        if (access.space == ptx::StateSpace::shared && address + bytes <= block.state().shared_bytes)
            from = block.state().shared + address;
        else if (region != nullptr && address >= region->base && address + bytes <= region->base + region->size)
            from = region->data + (address - region->base);
        std::uint64_t value = 0;
        if (from != nullptr)
            std::memcpy(&value, from, bytes);
        return value;
    }

    // The instruction at which the warp could still arrive.
    [[nodiscard]] std::optional<Provider> arrival_of(
        const std::vector<bool>& reached, const Hang::Object& object, const Block& block, const std::byte* word) const
    {
        Block* const owner = owner_of(word);
        std::optional<Provider> first;
        for (const Provider& provider : m_providers) {
            const bool elsewhere = owner != &block && !provider.in_cluster;
            const std::uint64_t offset = owner == nullptr ? 0 : static_cast<std::uint64_t>(word - owner->state().shared);
            const bool other_array = provider.array != nullptr
                && (offset < provider.array->offset || offset >= provider.array->offset + provider.array->bytes);
            if (!reached[provider.pc] || elsewhere || other_array || object.kind != Hang::Kind::phase)
                continue;
            first = first ? first : provider;
            first->copies = first->copies || provider.copies;
        }
        return first;
    }

    void add_missing(std::size_t index)
    {
        const auto key = std::ranges::find_if(m_objects, [&](const auto& entry) { return entry.second == index; })->first;
        if (m_hang.objects[index].kind == Hang::Kind::memory)
            return;
        Hang::Warps exited { m_hang.objects[index].block, {}, 0 };
        for (Block* block : m_block.cluster().blocks()) {
            for (std::uint32_t warp = 0; warp < block->warp_count(); ++warp) {
                if (block->warps()[warp].status != WarpStatus::finished) {
                    add_missing_warp(index, key, *block, warp);
                } else if (m_hang.objects[index].kind == Hang::Kind::phase && took_part(key, *block, warp)) {
                    exited.block = block->index();
                    join(exited, warp, block->warps()[warp].lanes);
                }
            }
        }
        Hang::Object& object = m_hang.objects[index];
        if (!exited.warps.empty() && (object.missing.empty() || object.arrived < object.expected))
            object.missing.push_back({ std::move(exited), {}, std::nullopt, false });
    }

    // The warp has arrived in the last complete phase and not in this one; in the first phase, any warp of the cluster may have
    // been meant.
    [[nodiscard]] static bool took_part(const Key& key, Block& block, std::uint32_t warp)
    {
        const PhaseObject* log = block.cluster().mbarriers().find(static_cast<const std::byte*>(key.first));
        const PhaseParty party { block.linear(), warp, 0, 0 };
        const auto is_party = [&](const PhaseEvent& event) {
            return event.party.same_warp(party);
        };
        if (log == nullptr || std::ranges::any_of(log->current, is_party))
            return false;
        return log->phases == 0 || std::ranges::any_of(log->previous, is_party);
    }

    void add_missing_warp(std::size_t index, const Key& key, Block& block, std::uint32_t warp_index)
    {
        const Warp& warp = block.warps()[warp_index];
        const Hang::Object& object = m_hang.objects[index];
        std::string line;
        bool copies = false;
        switch (object.kind) {
        case Hang::Kind::memory:
            return;
        case Hang::Kind::cluster_barrier:
            if ((warp.divergence.living() & ~warp.arrived_at_cluster) == 0)
                return;
            break;
        case Hang::Kind::block_barrier:
            if (key.first != &block || (warp.status == WarpStatus::waiting && warp.barrier == key.second))
                return;
            if (key.second != 0 && !reaches_barrier(m_reach.of(warp), key.second))
                return;
            break;
        case Hang::Kind::phase: {
            if (has_arrived(object, block, warp_index))
                return;
            const auto provider = arrival_of(m_reach.of(warp), object, block, static_cast<const std::byte*>(key.first));
            if (!provider)
                return;
            line = line_text(block, provider->pc);
            copies = provider->copies;
            break;
        }
        }
        const auto add = [&](std::optional<std::size_t> wait) {
            auto& missing = m_hang.objects[index].missing;
            auto same = std::ranges::find_if(missing, [&](const Hang::Missing& other) {
                return other.wait == wait && (wait || (other.runs && other.line == line && other.who.block == block.index()));
            });
            if (same == missing.end()) {
                missing.push_back({ { block.index(), {}, 0 }, line, wait, copies, !wait });
                same = missing.end() - 1;
            }
            join(same->who, warp_index, warp.divergence.living());
        };
        const std::vector<std::size_t>& waits = m_waits_of[{ &block, warp_index }];
        if (waits.empty())
            add(std::nullopt);
        for (const std::size_t wait : waits)
            add(wait);
    }

    // The warp has arrived in this phase with all of its lanes that wait.
    [[nodiscard]] bool has_arrived(const Hang::Object& object, const Block& block, std::uint32_t warp) const
    {
        return std::ranges::any_of(object.arrivals, [&](const Hang::Arrived& arrived) {
            return arrived.arrivals != 0 && arrived.who.block == block.index()
                && std::ranges::find(arrived.who.warps, warp) != arrived.who.warps.end();
        });
    }

    [[nodiscard]] bool reaches_barrier(const std::vector<bool>& reached, std::uint64_t number) const
    {
        for (std::uint32_t pc = 0; pc < reached.size(); ++pc) {
            const Operation& operation = m_program.body().operations[pc];
            if (reached[pc] && operation.kind == OperationKind::barrier
                && (operation.a != kNoRow || operation.displacement == static_cast<std::int64_t>(number)))
                return true;
        }
        return false;
    }

    // The shortest one.
    void find_cycle()
    {
        for (std::size_t first = 0; first < m_hang.waits.size(); ++first) {
            std::vector<std::optional<std::size_t>> before(m_hang.waits.size());
            std::deque<std::size_t> next { first };
            bool closed = false;
            while (!next.empty() && !closed) {
                const std::size_t wait = next.front();
                next.pop_front();
                for (const Hang::Missing& missing : m_hang.objects[m_hang.waits[wait].object].missing) {
                    if (!missing.wait || before[*missing.wait])
                        continue;
                    before[*missing.wait] = wait;
                    next.push_back(*missing.wait);
                    closed = closed || *missing.wait == first;
                }
            }
            if (!closed)
                continue;
            std::vector<std::size_t> cycle { first };
            for (std::size_t wait = *before[first]; wait != first; wait = *before[wait])
                cycle.insert(cycle.begin() + 1, wait);
            if (m_hang.cycle.empty() || cycle.size() < m_hang.cycle.size())
                m_hang.cycle = std::move(cycle);
        }
    }

    Block& m_block;
    Situation m_situation;
    const Program& m_program;
    const SharedArrays& m_arrays;
    Reach m_reach;
    std::vector<Provider> m_providers;
    std::map<Key, std::size_t> m_objects;
    std::map<std::pair<const Block*, std::uint32_t>, std::vector<std::size_t>> m_waits_of;
    Hang m_hang;
};

} // namespace

Hang explain_hang(Block& block, const GridState& grid)
{
    Hang hang = Explanation(block, Situation::deadlock).take();
    hang.blocks_begun = grid.begun;
    hang.blocks_not_begun = grid.not_begun;
    find_mistake(hang, block);
    return hang;
}

Hang explain_waits(Block& block)
{
    return Explanation(block, Situation::running).take();
}

bool any_waits(Block& block)
{
    return std::ranges::any_of(block.warps(), waits_now);
}

} // namespace warpstage::simt
