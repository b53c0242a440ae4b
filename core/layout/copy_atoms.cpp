#include "core/base/text.h"
#include "core/layout/atoms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::layout {

namespace {

enum class CopyKind { load_matrix, store_matrix, transpose_matrix, exchange, copy };

struct CopyRow {
    std::string_view name;
    std::string_view ptx; // empty: not a single instruction
    CopyKind kind;
    int matrices = 0; // or the distance of exchanged lanes
    bool transposed = false;
};

constexpr std::array kCopyRows {
    CopyRow { "SM75_U32x1_LDSM_N", "ldmatrix.x1", CopyKind::load_matrix, 1 },
    CopyRow { "SM75_U32x2_LDSM_N", "ldmatrix.x2", CopyKind::load_matrix, 2 },
    CopyRow { "SM75_U32x4_LDSM_N", "ldmatrix.x4", CopyKind::load_matrix, 4 },
    CopyRow { "SM75_U16x2_LDSM_T", "ldmatrix.trans.x1", CopyKind::load_matrix, 1, true },
    CopyRow { "SM75_U16x4_LDSM_T", "ldmatrix.trans.x2", CopyKind::load_matrix, 2, true },
    CopyRow { "SM75_U16x8_LDSM_T", "ldmatrix.trans.x4", CopyKind::load_matrix, 4, true },
    CopyRow { "SM90_U32x1_STSM_N", "stmatrix.x1", CopyKind::store_matrix, 1 },
    CopyRow { "SM90_U32x2_STSM_N", "stmatrix.x2", CopyKind::store_matrix, 2 },
    CopyRow { "SM90_U32x4_STSM_N", "stmatrix.x4", CopyKind::store_matrix, 4 },
    CopyRow { "SM90_U16x2_STSM_T", "stmatrix.trans.x1", CopyKind::store_matrix, 1, true },
    CopyRow { "SM90_U16x4_STSM_T", "stmatrix.trans.x2", CopyKind::store_matrix, 2, true },
    CopyRow { "SM90_U16x8_STSM_T", "stmatrix.trans.x4", CopyKind::store_matrix, 4, true },
    CopyRow { "SM75_U32x1_MOVM_T", "movmatrix.trans", CopyKind::transpose_matrix, 1, true },
    CopyRow { "SM50_Shuffle_U32_2x2Trans_XOR1", "", CopyKind::exchange, 1 },
    CopyRow { "SM50_Shuffle_U32_2x2Trans_XOR4", "", CopyKind::exchange, 4 },
    CopyRow { "SM80_CP_ASYNC_CACHEALWAYS", "cp.async.ca", CopyKind::copy },
    CopyRow { "SM80_CP_ASYNC_CACHEGLOBAL", "cp.async.cg", CopyKind::copy },
    CopyRow { "SM80_CP_ASYNC_CACHEALWAYS_ZFILL", "", CopyKind::copy },
    CopyRow { "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", "", CopyKind::copy },
};

Layout layout_of(std::vector<IntTuple> shape, std::vector<IntTuple> stride)
{
    return { std::move(shape), std::move(stride) };
}

IntTuple tuple(std::vector<IntTuple> modes)
{
    return modes;
}

// The rows of 128 bits whose addresses the lanes provide: 8 for each matrix. Other lanes repeat them.
Layout row_addresses(int matrices)
{
    const int rows = 8 * matrices;
    if (rows == 32)
        return layout_of({ 32, 128 }, { 128, 1 });
    return layout_of({ tuple({ rows, 32 / rows }), 128 }, { tuple({ 128, 0 }), 1 });
}

// What ends up in the registers: one of 32 bits for each matrix. Transposed: two elements of 16 bits of a column.
Layout registers(int matrices, bool transposed)
{
    if (!transposed)
        return matrices == 1 ? layout_of({ 32, 32 }, { 32, 1 })
                             : layout_of({ 32, tuple({ 32, matrices }) }, { 32, tuple({ 1, 1024 }) });
    const IntTuple lanes = tuple({ 4, 8 });
    const IntTuple lane_bits = tuple({ 256, 16 });
    return matrices == 1 ? layout_of({ lanes, tuple({ 16, 2 }) }, { lane_bits, tuple({ 1, 128 }) })
                         : layout_of({ lanes, tuple({ 16, 2, matrices }) }, { lane_bits, tuple({ 1, 128, 1024 }) });
}

CopyAtom atom_of(const CopyRow& row)
{
    CopyAtom atom;
    atom.name = row.name;
    atom.threads = { 32, 1 };
    switch (row.kind) {
    case CopyKind::load_matrix:
        atom.source = row_addresses(row.matrices);
        atom.destination = registers(row.matrices, row.transposed);
        atom.reference = atom.destination;
        break;
    case CopyKind::store_matrix:
        atom.source = registers(row.matrices, row.transposed);
        atom.destination = row_addresses(row.matrices);
        atom.reference = atom.source;
        break;
    case CopyKind::transpose_matrix: // CuTe counts the data of the registers, not of the matrix
        atom.source = registers(1, false);
        atom.destination = atom.source;
        atom.reference = atom.source;
        break;
    case CopyKind::exchange: { // 2 x 2 elements of 32 bits of the lanes t and t ^ distance are transposed
        atom.source = layout_of({ 32, 64 }, { 64, 1 });
        atom.destination = row.matrices == 1
            ? layout_of({ tuple({ 2, 16 }), tuple({ 32, 2 }) }, { tuple({ 32, 128 }), tuple({ 1, 64 }) })
            : layout_of({ tuple({ 4, 2, 4 }), tuple({ 32, 2 }) }, { tuple({ 64, 32, 512 }), tuple({ 1, 256 }) });
        atom.reference = atom.source;
        break;
    }
    case CopyKind::copy: // of 16 bytes
        atom.threads = { 1, 0 };
        atom.source = make_layout(IntTuple { std::vector<IntTuple> { 1, 128 } });
        atom.destination = atom.source;
        atom.reference = atom.source;
        break;
    }
    return atom;
}

} // namespace

Result<CopyAtom> copy_atom(std::string_view name)
{
    const auto found = std::ranges::find_if(
        kCopyRows, [&](const CopyRow& row) { return row.name == name || (!row.ptx.empty() && row.ptx == name); });
    if (found != kCopyRows.end())
        return atom_of(*found);
    const auto nearest = text::nearest(name, copy_atom_names());
    return Error { fmt::format("Unknown copy instruction `{}`.{}", name,
        nearest.empty() ? " Use for example `ldmatrix.x4`, `ldmatrix.trans.x2`, `stmatrix.x4` or CuTe's `SM75_U32x4_LDSM_N`."
                        : fmt::format(" Did you mean `{}`?", nearest)) };
}

std::vector<std::string> copy_atom_names()
{
    std::vector<std::string> names;
    for (const CopyRow& row : kCopyRows) {
        names.emplace_back(row.name);
        if (!row.ptx.empty())
            names.emplace_back(row.ptx);
    }
    return names;
}

} // namespace warpstage::layout
