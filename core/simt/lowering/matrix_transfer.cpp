// wmma.load and wmma.store (PTX ISA, 9.7.14.4.3 and 9.7.14.4.4), and the dispatch of wmma.
#include "core/simt/matrix/matrix_transfer.h"

#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/matrix_words.h"

#include <memory>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

struct TransferWords {
    MatrixRole role = MatrixRole::sum;
    bool by_rows = true;
    MatrixShape shape;
    ptx::StateSpace space = ptx::StateSpace::generic;
    NumberFormat format = NumberFormat::f32;
};

// "a.sync.aligned.row.m16n16k16.global.f16" of load, "d..." of store.
bool read_transfer(WordReader& reader, bool loads, TransferWords& words)
{
    if (loads && reader.accept("a"))
        words.role = MatrixRole::a;
    else if (loads && reader.accept("b"))
        words.role = MatrixRole::b;
    else if (!reader.accept(loads ? "c" : "d"))
        return false;
    if (!reader.accept("sync") || !reader.accept("aligned") || !reader.take_order(words.by_rows)
        || !reader.take_shape(words.shape))
        return false;
    if (reader.accept("global"))
        words.space = ptx::StateSpace::global;
    else if (reader.accept("shared") || reader.accept("shared::cta"))
        words.space = ptx::StateSpace::shared;
    if (!reader.take_format(words.format) || !reader.at_end())
        return false;
    if (words.role == MatrixRole::sum)
        return has_sum(words.shape, words.format);
    return has_shape(MatrixFamily::wmma, words.shape, words.format)
        && (!has_fixed_order(words.format) || words.by_rows == (words.role == MatrixRole::a));
}

std::string_view name_of_matrix(MatrixRole role, bool loads)
{
    if (role == MatrixRole::sum)
        return loads ? "c" : "d";
    return role == MatrixRole::a ? "a" : "b";
}

// "wmma.load.a... {r..}, [p], stride" and "wmma.store.d... [p], {r..}, stride"; without a stride the lines are side by side.
Supported lower_transfer(
    Lowering& lowering, const ptx::Instruction& instruction, const TransferWords& words, bool loads, Operation& operation)
{
    const std::vector<ptx::Operand>& operands = instruction.operands;
    if (operands.size() != 2 && operands.size() != 3)
        return Supported::no;
    const auto* address = std::get_if<ptx::AddressOperand>(&operands[loads ? 1 : 0]);
    const std::optional<Row> base = address == nullptr ? std::nullopt : address_base(lowering, *address, words.space);
    if (!base || (base->lane_bytes != 8 && words.space != ptx::StateSpace::shared))
        return Supported::no;

    auto transfer = std::make_unique<MatrixTransfer>();
    transfer->kind = loads ? AccessKind::load : AccessKind::store;
    transfer->space = words.space;
    transfer->by_rows = words.by_rows;
    transfer->address = base->offset;
    transfer->address_bytes = base->lane_bytes;
    transfer->displacement = address->offset;
    transfer->operators = &matrix_operators(lowering.set);
    transfer->fragment = { words.format, wmma_fragment_layout(words.shape, words.role, words.format), {} };
    const FragmentLayout& layout = transfer->fragment.layout;
    const ptx::Operand side_by_side =
        ptx::ImmediateOperand { ptx::ImmediateOperand::Kind::integer, words.by_rows ? layout.columns : layout.rows };
    const auto stride = source(lowering, operands.size() == 3 ? operands[2] : side_by_side, 4, ptx::Type::u32);
    if (!stride)
        return Supported::no;
    transfer->stride = *stride;
    if (take_registers(lowering, instruction, loads ? 0 : 1, name_of_matrix(words.role, loads), loads, transfer->fragment)
        == Supported::no)
        return Supported::no;
    transfer->accesses = accesses_of(*transfer, words.role);
    find_parts(*transfer);

    operation.full = &transfer_matrix;
    operation.masked = &transfer_matrix;
    MemoryForm form;
    form.space = words.space;
    form.kind = transfer->kind;
    use_memory_form<MatrixTransfer>(*lowering.body, std::move(transfer), lowering.body->forms.transfer, operation, form);
    meet_whole_warp(lowering);
    return Supported::yes;
}

} // namespace

Supported lower_wmma(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    WordReader reader(instruction);
    if (reader.accept("mma"))
        return lower_wmma_product(lowering, instruction, reader, operation);
    const bool loads = reader.accept("load");
    TransferWords words;
    if ((!loads && !reader.accept("store")) || !read_transfer(reader, loads, words))
        return Supported::no;
    return lower_transfer(lowering, instruction, words, loads, operation);
}

} // namespace warpstage::simt
