// The sentences about races: the two accesses, the word, and what is missing between them.
#include "core/base/verify.h"
#include "core/simt/checks/hazard.h"
#include "core/simt/checks/shadow.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

using Relation = Race::Relation;

const char* name_of_cell(std::uint32_t bytes)
{
    return bytes == kShadowWordBytes ? "word" : "byte";
}

bool is_mixed(const Race& race)
{
    return (race.earlier.kind == AccessKind::atomic) != (race.later.kind == AccessKind::atomic);
}

std::string_view hazard_of(const RaceText& text)
{
    if (text.updates)
        return "RMW";
    if (text.race.later.kind == AccessKind::load)
        return "RAW";
    return text.race.earlier.kind == AccessKind::load ? "WAR" : "WAW";
}

// What the program lacks, and its sentence, which ends the message.
struct Cause {
    std::string_view name;
    std::string text;
};

const char* barrier_for(Relation relation)
{
    switch (relation) {
    case Relation::one_instruction:
    case Relation::between_lanes:
        return "__syncwarp()";
    case Relation::between_warps:
        return "__syncthreads()";
    case Relation::between_blocks:
        return "a grid barrier or another kernel launch";
    }
    VERIFY_NOT_REACHED();
}

bool is_bulk_copy(const Block& block, const Race::Party& party)
{
    return block.program().listing().instruction(party.pc).has_modifier("bulk");
}

// Of a race with a copy by the asynchronous proxy inside a block.
std::optional<Cause> cause_of_copy(const Block& block, const RaceText& text)
{
    if (text.memory.kind != RacyMemory::Kind::shared || text.equal_values)
        return std::nullopt;
    const Race& race = text.race;
    if (is_bulk_copy(block, race.later) && race.later.kind != AccessKind::load)
        return Cause { "missing wait",
            "; the copy may overwrite the memory before the other thread has used it: before the copy is issued, its thread must "
            "wait until the other threads have arrived, at an mbarrier object or __syncthreads()" };
    if (is_bulk_copy(block, race.later))
        return Cause { "missing barrier",
            "; before the copy is issued, the writing threads must execute fence.proxy.async, and a barrier such as "
            "__syncthreads() must follow" };
    if (is_bulk_copy(block, race.earlier) && race.earlier.kind != AccessKind::load)
        return Cause { "missing wait",
            "; the accessing thread must wait for the phase of the mbarrier object that the copy completes" };
    return std::nullopt;
}

Cause cause_of(const Block& block, const RaceText& text)
{
    if (std::optional<Cause> cause = cause_of_copy(block, text))
        return std::move(*cause);
    const bool in_cluster = text.memory.kind == RacyMemory::Kind::cluster;
    if (text.equal_values)
        return { "equal values", "; all of these writes store the same value" };
    if (text.only_volatile && text.race.lacks_fence)
        return { "volatile access",
            "; volatile is no fence: call __threadfence() before the flag or lock is written and after it is read" };
    if (text.only_volatile)
        return { "volatile access",
            fmt::format("; volatile neither orders threads nor makes an update atomic: use atomic operations, or one lock with "
                        "__threadfence() after it is taken and before it is given back, or separate the accesses with {}",
                in_cluster ? "cluster.sync()" : barrier_for(text.widest)) };
    if (text.race.narrow_scope)
        return { "wrong scope",
            "; both are strong, but the scope of at least one does not include the other thread's block: use the scope of the "
            "device, for example atomicAdd instead of atomicAdd_block, or cuda::thread_scope_device" };
    if (text.updates && text.widest == Relation::between_blocks)
        return { "missing atomic",
            ", and the order of blocks is undefined: both read, change and write it without an atomic operation" };
    if (text.updates)
        return { "missing atomic", "; each of them reads, changes and writes it without an atomic operation" };
    if (text.race.lacks_fence)
        return { "missing fence",
            "; a flag orders them only with fences: __threadfence() before the flag is written and after it is read, or a "
            "release "
            "and an acquire operation" };
    if (is_mixed(text.race))
        return { "mixed atomic and plain access",
            fmt::format("; one access is atomic, the other one is not, and nothing orders them: make both atomic, or separate "
                        "them with {}",
                in_cluster ? "cluster.sync()" : barrier_for(text.widest)) };
    if (in_cluster)
        return { "missing barrier", " without a barrier of the cluster (cluster.sync()) between them" };
    switch (text.widest) {
    case Relation::one_instruction:
        return { "missing atomic", "" };
    case Relation::between_lanes:
        return { "warp-synchronous code",
            " without __syncwarp() between them, and since Volta the lanes of a warp are not guaranteed to run in lock step" };
    case Relation::between_warps:
        return { "missing barrier", " without __syncthreads() between them" };
    case Relation::between_blocks:
        return { "missing barrier",
            ", and the order of blocks is undefined: another kernel launch or a grid barrier must separate them" };
    }
    VERIFY_NOT_REACHED();
}

std::string where_text(const Block& block, const RaceText& text)
{
    const char* cell = name_of_cell(text.race.bytes);
    const RacyMemory& memory = text.memory;
    switch (memory.kind) {
    case RacyMemory::Kind::shared:
        return memory.name.empty()
            ? fmt::format("the {} at offset {}", cell, text.race.address)
            : fmt::format("the {} at offset {} of `{}`", cell, text.race.address - memory.base, memory.name);
    case RacyMemory::Kind::cluster:
        return fmt::format(
            "the {} at offset {} of block {}", cell, text.race.address, text_of(block.shape().grid.index_of(memory.owner)));
    case RacyMemory::Kind::global:
        return fmt::format("the {} at offset {} of buffer `{}` ({})", cell, text.race.address - memory.base, memory.name,
            counted(memory.bytes, "byte"));
    }
    VERIFY_NOT_REACHED();
}

const char* memory_text(RacyMemory::Kind kind)
{
    switch (kind) {
    case RacyMemory::Kind::shared:
        return "__shared__ memory";
    case RacyMemory::Kind::cluster:
        return "the __shared__ memory of a cluster";
    case RacyMemory::Kind::global:
        return "__global__ memory";
    }
    VERIFY_NOT_REACHED();
}

} // namespace

const char* name_of(AccessKind kind)
{
    switch (kind) {
    case AccessKind::load:
        return "read";
    case AccessKind::store:
        return "write";
    case AccessKind::atomic:
        return "atomic access";
    }
    VERIFY_NOT_REACHED();
}

TrapParty party_of(const Block& block, const Race::Party& party)
{
    TrapParty result;
    result.block = block.shape().grid.index_of(party.block);
    result.thread = block.thread_of(party.warp, party.lane);
    result.warp = party.warp;
    result.lane = party.lane;
    result.pc = party.pc;
    result.location = block.program().listing().instruction(party.pc).location;
    result.location.line = block.program().listing().line_of(party.pc);
    return result;
}

bool updates(const Block& block, std::uint32_t pc)
{
    constexpr std::uint32_t kNear = 16;
    const ptx::Listing& listing = block.program().listing();
    const auto operand_of = [](const ptx::Instruction& instruction) {
        const std::size_t begin = instruction.text.find('[');
        return begin == std::string::npos ? std::string {} : instruction.text.substr(begin, instruction.text.find(']') - begin);
    };
    const ptx::Instruction& here = listing.instruction(pc);
    const bool loads = here.opcode == ptx::Opcode::ld;
    if (!loads && here.opcode != ptx::Opcode::st)
        return false;
    for (std::uint32_t distance = 1; distance <= kNear; ++distance) {
        if (!loads && distance > pc)
            return false;
        const ptx::Instruction* other = listing.find(loads ? pc + distance : pc - distance);
        if (other == nullptr || other->opcode == ptx::Opcode::bar || other->opcode == ptx::Opcode::bra)
            return false;
        if (other->opcode == (loads ? ptx::Opcode::st : ptx::Opcode::ld) && operand_of(*other) == operand_of(here))
            return true;
    }
    return false;
}

Finding race_finding(const Block& block, const RaceText& text, std::uint64_t count)
{
    const Race& race = text.race;
    const TrapParty later = party_of(block, race.later);
    Trap trap;
    trap.kind = TrapKind::race;
    trap.block = later.block;
    trap.thread = later.thread;
    trap.warp = later.warp;
    trap.lane = later.lane;
    trap.pc = later.pc;
    trap.location = later.location;
    trap.address = race.address;
    trap.second = party_of(block, race.earlier);
    const Cause cause = cause_of(block, text);
    const bool in_one_block = race.earlier.block == race.later.block;
    const std::string where = where_text(block, text);
    const auto thread_text = [&](const TrapParty& party) {
        return in_one_block ? fmt::format("thread {}", text_of(party.thread))
                            : fmt::format("thread {} of block {}", text_of(party.thread), text_of(party.block));
    };
    if (race.relation == Relation::one_instruction && text.widest == Relation::one_instruction && !text.equal_values)
        trap.message = fmt::format("Race on {}: writes by {} and {} at {} store different values to {} in one instruction",
            memory_text(text.memory.kind), thread_text(*trap.second), thread_text(later), line_text(block, race.later.pc), where);
    else
        trap.message = fmt::format("{} {}: {} by {} at {} and {} by {} at {} access {}{}",
            text.only_volatile ? "Unordered volatile accesses to" : "Race on", memory_text(text.memory.kind),
            name_of(race.earlier.kind), thread_text(*trap.second), line_text(block, race.earlier.pc), name_of(race.later.kind),
            thread_text(later), line_text(block, race.later.pc), where, cause.text);
    if (in_one_block && race.relation <= Relation::between_lanes)
        trap.message += fmt::format("; warp {} of block {}", race.later.warp, text_of(trap.block));
    else if (in_one_block)
        trap.message += fmt::format("; block {}", text_of(trap.block));
    Finding finding;
    finding.severity = text.equal_values ? Severity::info : (text.only_volatile ? Severity::warning : Severity::error);
    finding.hazard = hazard_of(text);
    finding.cause = cause.name;
    finding.count = count;
    finding.trap = std::move(trap);
    return finding;
}

} // namespace warpstage::simt
