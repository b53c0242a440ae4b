#include "core/analysis/block/flag_history.h"

#include "core/analysis/block/poll_loops.h"
#include "core/ptx/memory_order.h"
#include "core/simt/checks/code/shared_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warpstage::analysis {

namespace {

using ptx::StateSpace;
using simt::Access;
using simt::AccessKind;

using FlagUse = FlagHistory::Use;
using FlagKey = std::pair<StateSpace, std::uint64_t>; // space and address

bool is_flag_space(const Access& access)
{
    return access.form == simt::AccessForm::registers && access.lanes != 0
        && (access.space == StateSpace::global || access.space == StateSpace::shared);
}

const ptx::AddressOperand* named_address(const ptx::Instruction& instruction)
{
    for (const ptx::Operand& operand : instruction.operands) {
        const auto* address = std::get_if<ptx::AddressOperand>(&operand);
        if (address != nullptr && std::holds_alternative<std::string>(address->base))
            return address;
    }
    return nullptr;
}

class FlagBuilder {
public:
    FlagBuilder(const trace::Trace& trace, const ptx::Listing& listing, const ptx::Module& module,
        const simt::SharedArrays& arrays, std::span<const NamedMemory> buffers)
        : m_trace(trace)
        , m_listing(listing)
        , m_module(module)
        , m_arrays(arrays)
        , m_loops(listing)
        , m_memory(buffers.begin(), buffers.end())
        , m_open(trace.warps)
    {
        if (m_loops.empty())
            return;
        find_polled();
        find_written();
        for (std::uint32_t step = 0; step < trace.steps.size() && !m_words.empty(); ++step)
            add_step(step);
        for (std::optional<Open>& open : m_open)
            close(open, false);
        std::ranges::stable_sort(m_history.uses, {}, &FlagUse::end);
        find_writers();
    }

    [[nodiscard]] FlagHistory take() { return std::move(m_history); }

private:
    struct Open {
        PollLoop loop;
        FlagUse use;
    };

    // Calls function(step, access) for what may act on a flag.
    template <typename Function> void for_each_access(Function&& function) const
    {
        for (std::uint32_t step = 0; step < m_trace.steps.size(); ++step) {
            for (const Access& access : m_trace.accesses_of(step)) {
                if (is_flag_space(access))
                    function(step, access);
            }
        }
    }

    [[nodiscard]] const PollLoop* loop_at(std::uint32_t step) const { return m_loops.at(m_trace.steps[step].pc); }

    void add_words(const Access& access, bool of_grid)
    {
        for_each_lane(access.lanes, [&](unsigned lane) {
            FlagHistory::Flag& flag = m_words[{ access.space, access.addresses[lane] }];
            flag.bytes = access.bytes;
            if (of_grid)
                m_of_grid.insert({ access.space, access.addresses[lane] });
        });
    }

    void find_polled()
    {
        std::set<std::string> known;
        for_each_access([&](std::uint32_t step, const Access& access) {
            if (const PollLoop* loop = loop_at(step))
                add_words(access, loop->of_grid);
            const ptx::Instruction* instruction = m_listing.find(m_trace.steps[step].pc);
            const ptx::AddressOperand* address =
                instruction == nullptr || access.space != StateSpace::global ? nullptr : named_address(*instruction);
            if (address == nullptr)
                return;
            const auto variable =
                std::ranges::find(m_module.variables, std::get<std::string>(address->base), &ptx::Variable::name);
            if (variable != m_module.variables.end() && known.insert(variable->name).second)
                m_memory.push_back({ variable->name,
                    access.addresses[lowest_lane(access.lanes)] - static_cast<std::uint64_t>(address->offset), variable->size });
        });
    }

    // Release stores, for which threads of other blocks may wait, and strong ones beside words that the block polls.
    void find_written()
    {
        std::set<std::string> arrays;
        for (const auto& [key, flag] : m_words)
            arrays.insert(array_of(key).name);
        arrays.erase("");
        for_each_access([&](std::uint32_t step, const Access& access) {
            const ptx::Instruction* instruction = m_listing.find(m_trace.steps[step].pc);
            if (instruction == nullptr || access.kind == AccessKind::load || !ptx::is_strong(*instruction))
                return;
            const FlagKey first { access.space, access.addresses[lowest_lane(access.lanes)] };
            if (ptx::is_release(*instruction) || arrays.contains(array_of(first).name))
                add_words(access, false);
        });
        std::set<FlagKey> inside; // a word that is part of a wider one
        for (auto word = m_words.begin(); word != m_words.end(); ++word) {
            const auto next = std::next(word);
            if (next != m_words.end() && next->first.first == word->first.first
                && next->first.second < word->first.second + word->second.bytes)
                inside.insert(next->first);
        }
        for (const FlagKey& key : inside)
            m_words.erase(key);
        for (auto& [key, flag] : m_words) {
            flag.space = key.first;
            flag.address = key.second;
            flag.name = name_of(key, flag.bytes);
            m_index.emplace(key, m_history.flags.size());
            m_history.flags.push_back(flag);
        }
    }

    // The buffer, variable or array that contains the word; without a name: none is known.
    [[nodiscard]] NamedMemory array_of(const FlagKey& key) const
    {
        const auto& [space, address] = key;
        if (space == StateSpace::shared) {
            const simt::SharedArray* array = m_arrays.covering(address);
            return array == nullptr ? NamedMemory {} : NamedMemory { array->name, array->offset, array->bytes };
        }
        for (const NamedMemory& memory : m_memory) {
            if (address >= memory.address && address - memory.address < memory.bytes)
                return memory;
        }
        return {};
    }

    [[nodiscard]] std::string name_of(const FlagKey& key, std::uint32_t bytes) const
    {
        const NamedMemory array = array_of(key);
        if (array.name.empty())
            return m_of_grid.contains(key) ? "grid barrier" : fmt::format("0x{:x}", key.second);
        if (array.bytes == bytes)
            return array.name;
        const std::uint64_t offset = key.second - array.address;
        return offset % bytes == 0 ? fmt::format("{}[{}]", array.name, offset / bytes)
                                   : fmt::format("{} + {}", array.name, offset);
    }

    // The flags that an access touches, with the lane of the first one.
    [[nodiscard]] std::pair<std::vector<std::size_t>, unsigned> flags_of(const Access& access) const
    {
        std::pair<std::vector<std::size_t>, unsigned> found { {}, 0 };
        for_each_lane(access.lanes, [&](unsigned lane) {
            auto word = m_index.upper_bound({ access.space, access.addresses[lane] + access.bytes - 1 });
            if (word == m_index.begin())
                return;
            --word;
            const FlagHistory::Flag& flag = m_history.flags[word->second];
            if (flag.space != access.space || flag.address + flag.bytes <= access.addresses[lane]
                || std::ranges::find(found.first, word->second) != found.first.end())
                return;
            if (found.first.empty())
                found.second = lane;
            found.first.push_back(word->second);
        });
        return found;
    }

    void add_step(std::uint32_t step)
    {
        const trace::StepRecord& record = m_trace.steps[step];
        std::optional<Open>& open = m_open[record.warp];
        if (open && !open->loop.contains(record.pc))
            close(open, true);
        for (const Access& access : m_trace.accesses_of(step)) {
            if (!is_flag_space(access))
                continue;
            const PollLoop* loop = loop_at(step);
            if (loop == nullptr && access.kind == AccessKind::load)
                continue;
            auto [flags, lane] = flags_of(access);
            if (flags.empty())
                continue;
            if (loop != nullptr)
                add_poll(step, *loop, access, std::move(flags), access.values[lane]);
            else
                push({ false, record.warp, step, step, true, 0, access.values[lane], std::move(flags), {} });
        }
    }

    void add_poll(
        std::uint32_t step, const PollLoop& loop, const Access& access, std::vector<std::size_t> flags, std::uint64_t value)
    {
        std::optional<Open>& open = m_open[m_trace.steps[step].warp];
        const bool goes_on = open && open->loop.first == loop.first && std::ranges::all_of(flags, [&](std::size_t flag) {
            return std::ranges::find(open->use.flags, flag) != open->use.flags.end();
        });
        if (!goes_on) {
            close(open, true);
            open = Open { loop, { true, m_trace.steps[step].warp, step, step, true, 0, value, std::move(flags), {} } };
        }
        open->use.end = step;
        open->use.value = value;
        ++open->use.polls;
        const ptx::Instruction* instruction = m_listing.find(m_trace.steps[step].pc);
        const bool takes = instruction != nullptr && instruction->has_modifier("cas");
        if (takes && (access.lanes & ~access.unchanged) != 0)
            close(open, true);
    }

    void close(std::optional<Open>& open, bool passed)
    {
        if (!open)
            return;
        open->use.passed = passed;
        push(std::move(open->use));
        open.reset();
    }

    void push(FlagUse use)
    {
        for (const std::size_t flag : use.flags)
            ++m_history.flags[flag].uses;
        m_history.uses.push_back(std::move(use));
    }

    // The last write of the block while a warp polled; a store must have written the value that the warp has read.
    void find_writers()
    {
        std::vector<FlagUse>& uses = m_history.uses;
        for (std::size_t wait = 0; wait < uses.size(); ++wait) {
            if (!uses[wait].waits || !uses[wait].passed)
                continue;
            for (std::size_t before = wait; before-- > 0 && uses[before].end > uses[wait].begin;) {
                const FlagUse& write = uses[before];
                if (write.waits || std::ranges::find(write.flags, uses[wait].flags.front()) == write.flags.end())
                    continue;
                const ptx::Instruction* instruction = m_listing.find(m_trace.steps[write.end].pc);
                const bool stores = instruction != nullptr && instruction->opcode == ptx::Opcode::st;
                if (!stores || write.value == uses[wait].value)
                    uses[wait].writer = before;
                break;
            }
        }
    }

    const trace::Trace& m_trace;
    const ptx::Listing& m_listing;
    const ptx::Module& m_module;
    const simt::SharedArrays& m_arrays;
    PollLoops m_loops;
    std::vector<NamedMemory> m_memory;
    std::map<FlagKey, FlagHistory::Flag> m_words;
    std::set<FlagKey> m_of_grid;
    std::map<FlagKey, std::size_t> m_index; // into the flags of the history
    std::vector<std::optional<Open>> m_open; // by warp: a wait that goes on
    FlagHistory m_history;
};

} // namespace

FlagHistory flag_history(const trace::Trace& trace, const ptx::Listing& listing, const ptx::Module& module,
    const simt::SharedArrays& arrays, std::span<const NamedMemory> buffers)
{
    return FlagBuilder(trace, listing, module, arrays, buffers).take();
}

} // namespace warpstage::analysis
