// Clusters of blocks: barrier.cluster, mapa and getctarank (PTX ISA, 9.7.13.4, 9.7.9.23 and 9.7.9.24).
#include "core/simt/cluster/cluster.h"

#include "core/simt/lowering/lowering.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::simt {

namespace {

constexpr std::array<std::string_view, 5> kClusterBarrierWords { "cluster", "aligned", "release", "acquire", "relaxed" };

// The bytes of an address: u32 with .shared::cluster, else u64.
std::uint32_t cluster_address_bytes(const ptx::Instruction& instruction)
{
    const bool in_shared = instruction.has_modifier("shared::cluster");
    const bool known = instruction.modifiers.size() == (in_shared ? 1 : 0) && instruction.types.size() == 1;
    const std::uint32_t bytes = known ? ptx::size_of(instruction.types[0]) : 0;
    return bytes == 4 || bytes == 8 ? bytes : 0;
}

} // namespace

Supported lower_cluster_barrier(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    std::size_t actions = 0;
    for (const std::string_view word : instruction.modifiers) {
        if (word == "arrive" || word == "wait") {
            operation.site = static_cast<std::uint32_t>(word == "wait" ? ClusterAction::wait : ClusterAction::arrive);
            ++actions;
        } else if (std::ranges::find(kClusterBarrierWords, word) == kClusterBarrierWords.end()) {
            return Supported::no;
        }
    }
    operation.kind = OperationKind::cluster_barrier;
    lowering.body->uses.cluster_barrier = true;
    return actions == 1 && instruction.operands.empty() ? Supported::yes : Supported::no;
}

// "mapa.u64 %rd1, %rd2, %r1": the address of the same variable in the block with this rank.
Supported lower_cluster_address(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::uint32_t bytes = cluster_address_bytes(instruction);
    if (bytes == 0 || instruction.operands.size() != 3)
        return Supported::no;
    const auto a = source(lowering, instruction.operands[1], bytes, ptx::Type::b64);
    const auto b = source(lowering, instruction.operands[2], 4, ptx::Type::u32);
    const auto d = destination(lowering, instruction.operands[0], bytes);
    if (!a || !b || !d)
        return Supported::no;
    operation.a = *a;
    operation.b = *b;
    operation.d = *d;
    operation.element_bytes = static_cast<std::uint8_t>(bytes);
    operation.full = &map_to_rank;
    operation.masked = &map_to_rank;
    return Supported::yes;
}

// "getctarank.u64 %r1, %rd1".
Supported lower_cluster_rank(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::uint32_t bytes = cluster_address_bytes(instruction);
    if (bytes == 0 || instruction.operands.size() != 2)
        return Supported::no;
    const auto a = source(lowering, instruction.operands[1], bytes, ptx::Type::b64);
    const auto d = destination(lowering, instruction.operands[0], 4);
    if (!a || !d)
        return Supported::no;
    operation.a = *a;
    operation.d = *d;
    operation.element_bytes = static_cast<std::uint8_t>(bytes);
    operation.full = &rank_of_address;
    operation.masked = &rank_of_address;
    return Supported::yes;
}

} // namespace warpstage::simt
