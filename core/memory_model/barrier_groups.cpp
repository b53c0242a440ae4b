#include "core/memory_model/barrier_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpstage::memory_model {

namespace {

// Barrier operations of one CTA that can meet.
using Key = std::tuple<std::size_t, std::size_t, std::int64_t, std::size_t, std::optional<std::int64_t>>;
using Groups = std::map<Key, std::vector<std::size_t>>; // indices of operations

Groups groups_of(const LitmusTest& test, const std::vector<BarrierOperation>& operations)
{
    Groups groups;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const BarrierOperation& it = operations[i];
        const LitmusThread& thread = test.threads[it.thread];
        groups[{ thread.gpu, thread.cta, it.instance, it.visit, it.id }].push_back(i);
    }
    return groups;
}

std::size_t needed(const std::vector<BarrierOperation>& operations, const std::vector<std::size_t>& group)
{
    const auto& threads = operations[group.front()].threads;
    return threads ? static_cast<std::size_t>(std::max<std::int64_t>(*threads, 0)) : group.size();
}

// Whether another thread of the CTA has a barrier statement of this kind that its path does not reach.
bool has_absent_thread(
    const LitmusTest& test, const std::vector<BarrierOperation>& operations, const std::vector<std::size_t>& group)
{
    const BarrierOperation& first = operations[group.front()];
    const LitmusThread& own = test.threads[first.thread];
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        const LitmusThread& thread = test.threads[t];
        const bool present = std::ranges::any_of(group, [&](std::size_t i) { return operations[i].thread == t; });
        if (present || thread.gpu != own.gpu || thread.cta != own.cta || first.visit != 0)
            continue;
        const bool reached_other = std::ranges::any_of(operations, [&](const BarrierOperation& it) {
            return it.thread == t && it.instance == first.instance; // with another number of the barrier
        });
        const bool expected = std::ranges::any_of(thread.instructions, [&](const Instruction& instruction) {
            const auto* barrier = std::get_if<Barrier>(&instruction);
            if (barrier == nullptr || barrier->instance != first.instance || barrier->id.has_value() != first.id.has_value())
                return false;
            return !barrier->id || barrier->id->reg || barrier->id->constant == *first.id;
        });
        if (expected && !reached_other)
            return true;
    }
    return false;
}

// Whether all threads get past their barriers.
bool all_pass(const LitmusTest& test, const std::vector<BarrierOperation>& operations, const Groups& groups)
{
    std::vector<std::size_t> passed(test.threads.size()); // per thread: barrier operations behind it
    const auto reached = [&](std::size_t i) {
        return operations[i].position <= passed[operations[i].thread];
    };
    const auto completes = [&](const std::vector<std::size_t>& group) {
        return static_cast<std::size_t>(std::ranges::count_if(group, reached)) >= needed(operations, group)
            && (operations[group.front()].threads || !has_absent_thread(test, operations, group));
    };
    std::size_t behind = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (const auto& [key, group] : groups)
            for (const std::size_t i : group) {
                const BarrierOperation& it = operations[i];
                if (it.position == passed[it.thread] && (it.arrives || completes(group))) {
                    ++passed[it.thread];
                    ++behind;
                    moved = true;
                }
            }
    }
    return behind == operations.size();
}

// The operations that complete the barrier come before all of the group: what arrives later waits for the next completion.
void add_pairs(Relation& relation, const std::vector<BarrierOperation>& operations, const std::vector<std::size_t>& group,
    const std::vector<char>& completes)
{
    for (std::size_t i = 0; i < group.size(); ++i)
        for (const std::size_t to : group)
            if (completes[i] != 0 && group[i] != to && !operations[to].arrives)
                relation.add(operations[group[i]].event, operations[to].event);
}

} // namespace

std::vector<Relation> barrier_choices(const LitmusTest& test, const std::vector<BarrierOperation>& operations)
{
    const Groups groups = groups_of(test, operations);
    if (!all_pass(test, operations, groups))
        return {};
    std::vector<Relation> choices { Relation {} };
    for (const auto& [key, group] : groups) {
        std::vector<Relation> extended;
        std::vector<char> completes(group.size()); // 1: the operation is one of those that complete the barrier
        std::fill_n(completes.begin(), std::min(needed(operations, group), group.size()), char { 1 });
        do {
            for (Relation relation : choices) {
                add_pairs(relation, operations, group, completes);
                extended.push_back(relation);
            }
        } while (std::prev_permutation(completes.begin(), completes.end()));
        choices = std::move(extended);
    }
    return choices;
}

} // namespace warpstage::memory_model
