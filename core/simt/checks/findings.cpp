#include "core/simt/checks/findings.h"

#include "core/base/verify.h"
#include "core/simt/checks/hazard.h"
#include "core/simt/run/block.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

namespace {

std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> line_at(const Block& block, std::uint32_t pc)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(pc);
    if (instruction.location.line == 0)
        return { 0, instruction.text_line, 0 };
    return { instruction.location.file, instruction.location.line, instruction.location.inlined_at };
}

std::size_t place_of(Race::Relation relation)
{
    return static_cast<std::size_t>(relation);
}

} // namespace

Findings::Group* Findings::group_of(const Race& race, const RacyMemory& memory)
{
    const auto [low, high] = std::minmax(race.earlier.pc, race.later.pc);
    const std::tuple instructions { low, high, memory.id, memory.kind };
    if (const auto known = m_of_instructions.find(instructions); known != m_of_instructions.end())
        return &m_groups[known->second];
    Key key { memory.kind, memory.id, { line_at(*m_block, low), line_at(*m_block, high) } };
    std::ranges::sort(key.lines);
    const auto [known, is_new] = m_of_lines.try_emplace(key, m_groups.size());
    if (is_new) {
        if (m_groups.size() == kMaxGroups) {
            m_of_lines.erase(known);
            return nullptr;
        }
        m_groups.emplace_back().memory = memory;
    }
    m_of_instructions.emplace(instructions, known->second);
    return &m_groups[known->second];
}

void Findings::add(const Block& block, const Race& race, const RacyMemory& memory)
{
    m_block = m_block == nullptr ? &block : m_block;
    Group* const group = group_of(race, memory);
    if (group == nullptr)
        return;
    ++group->count;
    group->has_unequal = group->has_unequal || !race.equal_values;
    group->has_plain = group->has_plain || !race.narrow_scope;
    group->has_race = group->has_race || !race.only_volatile;
    m_any_error = m_any_error || !(race.equal_values || race.only_volatile);
    std::optional<Race>& first = group->first[place_of(race.relation)];
    if (first && !(first->equal_values && !race.equal_values) && !(first->only_volatile && !race.only_volatile))
        return;
    first = race;
    if (!updates(block, race.earlier.pc) || !updates(block, race.later.pc))
        return;
    if (race.earlier.kind == AccessKind::store && race.later.kind == AccessKind::store)
        group->has_update = true;
    const Race::Party& reader = race.earlier.kind == AccessKind::load ? race.earlier : race.later;
    if (reader.kind == AccessKind::load)
        m_watches.push_back({ static_cast<std::size_t>(group - m_groups.data()), reader, race.address, race.bytes });
}

void Findings::add(Trap trap, std::uint64_t count, std::string_view hazard, std::string_view cause)
{
    // A program whose values are not those of a GPU still ends, or its instruction budget does.
    m_any_error = m_any_error || trap.kind != TrapKind::uninitialized_read;
    const auto [known, is_new] = m_of_places.try_emplace({ trap.kind, trap.pc }, m_others.size());
    if (is_new) {
        // Instructions of one line, for example of an unrolled loop, are one place.
        const auto same = std::ranges::find_if(m_others, [&](const Finding& other) {
            const ptx::SourceLocation& place = other.trap.location;
            return other.trap.kind == trap.kind && place.line != 0 && place.line == trap.location.line
                && place.file == trap.location.file && place.inlined_at == trap.location.inlined_at;
        });
        known->second = static_cast<std::size_t>(same - m_others.begin());
        if (same == m_others.end()) {
            m_others.push_back({ std::move(trap), Severity::error, hazard, cause, count });
            return;
        }
    }
    m_others[known->second].count += count;
}

bool Findings::count_again(TrapKind kind, std::uint32_t pc)
{
    const auto known = m_of_places.find({ kind, pc });
    if (known == m_of_places.end())
        return false;
    ++m_others[known->second].count;
    return true;
}

void Findings::follow(const Step& step, const Access& access, std::uint64_t block)
{
    ++m_later_accesses;
    if (m_watches.empty() || access.kind == AccessKind::load)
        return;
    std::erase_if(m_watches, [&](const Watch& watch) {
        const bool writes = watch.reader.block == block && watch.reader.warp == step.warp
            && has_lane(access.lanes, watch.reader.lane) && access.addresses[watch.reader.lane] <= watch.address
            && watch.address < access.addresses[watch.reader.lane] + access.bytes;
        m_groups[watch.group].has_update = m_groups[watch.group].has_update || writes;
        return writes;
    });
}

Finding Findings::finding_of(const Group& group, std::optional<Race::Relation> widest) const
{
    std::size_t relation = kRelations - 1;
    while (!group.first[relation])
        --relation;
    RaceText text;
    text.race = *group.first[relation];
    text.memory = group.memory;
    text.widest = widest.value_or(text.race.relation);
    text.updates = group.has_update;
    text.equal_values = !group.has_unequal;
    text.only_volatile = !group.has_race;
    return race_finding(*m_block, text, group.count);
}

std::vector<Finding> Findings::take()
{
    // Of each variable, the widest relation of all pairs decides which barrier is missing.
    std::map<std::pair<RacyMemory::Kind, std::uint64_t>, Race::Relation> widest;
    for (const Group& group : m_groups) {
        for (std::size_t relation = 0; relation < kRelations; ++relation) {
            if (!group.first[relation] || !group.has_unequal)
                continue;
            Race::Relation& of_variable = widest.try_emplace({ group.memory.kind, group.memory.id }).first->second;
            of_variable = std::max(of_variable, static_cast<Race::Relation>(relation));
        }
    }
    std::vector<Finding> all = std::move(m_others);
    for (const Group& group : m_groups) {
        const auto found = widest.find({ group.memory.kind, group.memory.id });
        all.push_back(finding_of(group, found == widest.end() ? std::nullopt : std::optional { found->second }));
    }
    std::ranges::stable_sort(all, {}, &Finding::severity);
    return all;
}

} // namespace warpstage::simt
