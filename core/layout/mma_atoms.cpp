#include "core/base/number.h"
#include "core/base/text.h"
#include "core/layout/atoms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace warpstage::layout {

namespace {

using std::string_view;

constexpr std::int64_t kWarp = 32;
constexpr std::int64_t kWarpgroup = 128;
constexpr std::int64_t kAnyWidth = 0; // n of wgmma
constexpr int kRegisterBits = 32;

enum class MmaKind { dot_product, quad_pair, warp, warpgroup, sparse_warpgroup };

// Atoms with the same shape. `types`: of d, a, b, and c unless that is d. Each type is combined with each suffix.
struct MmaRow {
    string_view architecture;
    MmaKind kind;
    std::int64_t m, n, k;
    int a_bits;
    string_view types;
    string_view suffixes;
};

constexpr string_view kInt8 = "S32S8S8S32 S32S8U8S32 S32U8S8S32 S32U8U8S32";
constexpr string_view kInt4 = "S32S4S4S32 S32S4U4S32 S32U4S4S32 S32U4U4S32";
constexpr string_view kFp8 =
    "F32E4M3E4M3F32 F32E4M3E5M2F32 F32E5M2E5M2F32 F32E5M2E4M3F32 F16E4M3E4M3F16 F16E4M3E5M2F16 F16E5M2E5M2F16 F16E5M2E4M3F16";
constexpr string_view kHalf = "F16F16F16F16 F32F16F16F32 F32BF16BF16F32";
constexpr string_view kDouble = "F64F64F64F64 C64C64C64C64";
constexpr string_view kGroupHalf = "F16F16F16 F32F16F16 F32BF16BF16";
constexpr string_view kGroupFp8 =
    "F32E4M3E4M3 F32E4M3E5M2 F32E5M2E5M2 F32E5M2E4M3 F16E4M3E4M3 F16E4M3E5M2 F16E5M2E5M2 F16E5M2E4M3";
constexpr string_view kGroupInt8 = "S32S8S8 S32S8U8 S32U8S8 S32U8U8";
constexpr string_view kInteger = "TN TN_SATURATE";
constexpr string_view kGroup = "SS RS";
constexpr string_view kGroupNarrow = "SS_TN RS_TN";
constexpr string_view kGroupInteger = "SS_TN SS_TN_SATURATE RS_TN RS_TN_SATURATE";
constexpr string_view kBits = "TN_XORPOPC TN_ANDPOPC";

constexpr std::array kMmaRows {
    MmaRow { "SM70", MmaKind::quad_pair, 8, 8, 4, 16, "F16F16F16F16 F32F16F16F32", "TN NT NN TT" },
    MmaRow { "SM75", MmaKind::warp, 16, 8, 8, 16, "F16F16F16F16 F32F16F16F32", "TN" },
    MmaRow { "SM75", MmaKind::warp, 8, 8, 16, 8, "S32S8S8S32", "TN" },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 8, 16, kHalf, "TN" },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 16, 16, kHalf, "TN" },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 4, 32, "F32TF32TF32F32", "TN" },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 8, 32, "F32TF32TF32F32", "TN" },
    MmaRow { "SM80", MmaKind::warp, 8, 8, 4, 64, "F64F64F64F64 C64C64C64C64 GC64C64C64GC64", "TN" },
    MmaRow { "SM80", MmaKind::warp, 8, 8, 16, 8, kInt8, kInteger },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 16, 8, kInt8, kInteger },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 32, 8, kInt8, kInteger },
    MmaRow { "SM80", MmaKind::warp, 8, 8, 32, 4, kInt4, kInteger },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 32, 4, kInt4, kInteger },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 64, 4, kInt4, kInteger },
    MmaRow { "SM80", MmaKind::warp, 8, 8, 128, 1, "S32U1U1S32", kBits },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 128, 1, "S32U1U1S32", kBits },
    MmaRow { "SM80", MmaKind::warp, 16, 8, 256, 1, "S32U1U1S32", kBits },
    MmaRow { "SM89", MmaKind::warp, 16, 8, 32, 8, kFp8, "TN" },
    MmaRow { "SM90", MmaKind::warp, 16, 8, 4, 64, kDouble, "TN" },
    MmaRow { "SM90", MmaKind::warp, 16, 8, 8, 64, kDouble, "TN" },
    MmaRow { "SM90", MmaKind::warp, 16, 8, 16, 64, kDouble, "TN" },
    MmaRow { "SM90", MmaKind::warpgroup, 64, kAnyWidth, 16, 16, kGroupHalf, kGroup },
    MmaRow { "SM90", MmaKind::warpgroup, 64, kAnyWidth, 8, 32, "F32TF32TF32", kGroupNarrow },
    MmaRow { "SM90", MmaKind::warpgroup, 64, kAnyWidth, 32, 8, kGroupInt8, kGroupInteger },
    MmaRow { "SM90", MmaKind::warpgroup, 64, kAnyWidth, 32, 8, kGroupFp8, kGroupNarrow },
    MmaRow { "SM90_SPARSE", MmaKind::sparse_warpgroup, 64, kAnyWidth, 32, 16, kGroupHalf, kGroup },
    MmaRow { "SM90_SPARSE", MmaKind::sparse_warpgroup, 64, kAnyWidth, 16, 32, "F32TF32TF32", kGroupNarrow },
    MmaRow { "SM90_SPARSE", MmaKind::sparse_warpgroup, 64, kAnyWidth, 64, 8, kGroupInt8, kGroupInteger },
    MmaRow { "SM90_SPARSE", MmaKind::sparse_warpgroup, 64, kAnyWidth, 64, 8, kGroupFp8, kGroupNarrow },
};

// A mode of several sizes; those of size 1 are left out, and a single one is not a tuple.
Layout modes_of(std::initializer_list<Layout> modes)
{
    std::vector<Layout> kept;
    for (const Layout& mode : modes) {
        if (mode.shape.value() > 1)
            kept.push_back(mode);
    }
    if (kept.empty())
        return { 1, 0 };
    return kept.size() == 1 ? kept.front() : make_layout(kept);
}

// Elements that share a 32-bit register; wider elements have registers of their own.
std::int64_t packed(int bits)
{
    return bits < kRegisterBits ? kRegisterBits / bits : 1;
}

// A of a warp: groups of four lanes have one row, and each lane `p` elements of it side by side; then 8 rows below, then 4 p
// columns further. B has the same with the columns as rows, and C with p = 2 for every type. `warps`: each has 16 rows.
Layout fragment(std::int64_t rows, std::int64_t columns, std::int64_t p, std::int64_t warps)
{
    const std::int64_t own_rows = rows / warps;
    const Layout lanes = modes_of({ { 4, p * rows }, { 8, 1 }, { warps, 16 } });
    return make_layout({ lanes, modes_of({ { p, rows }, { own_rows / 8, 8 }, { columns / (4 * p), 4 * p * rows } }) });
}

Layout in_shared_memory(std::int64_t rows, std::int64_t columns)
{
    return make_layout({ Layout { kWarpgroup, 0 }, make_layout(IntTuple { std::vector<IntTuple> { rows, columns } }) });
}

// mma.m8n8k4: eight lanes multiply one of four matrices. PTX ISA, 9.7.14.5.1.
void set_quad_pair(MmaAtom& atom, string_view suffix)
{
    const Layout by_rows = make_layout({ Layout { 8, 1 }, Layout { 4, 8 } });
    const Layout by_columns = make_layout({ modes_of({ { 4, 8 }, { 2, 4 } }), Layout { 4, 1 } });
    atom.threads = modes_of({ { 4, 1 }, { 2, 16 } });
    atom.a = suffix[0] == 'T' ? by_rows : by_columns;
    atom.b = suffix[1] == 'N' ? by_rows : by_columns;
    atom.c = atom.c_bits == 16
        ? make_layout({ Layout { 8, 1 }, Layout { 8, 8 } })
        : make_layout({ modes_of({ { 2, 1 }, { 2, 16 }, { 2, 4 } }), modes_of({ { 2, 8 }, { 2, 2 }, { 2, 32 } }) });
}

// PTX ISA, 9.7.16.5.2 "Sparse matrix storage"; two bits of metadata for an element of 16 or 8 bits, four for one of 32.
Layout metadata(std::int64_t k)
{
    if (k == 64)
        return make_layout({ modes_of({ { 2, 8 }, { 2, 2048 }, { 8, 1 }, { 4, 16 } }), Layout { 32, 64 } });
    return make_layout({ make_layout({ Layout { 2, 32 * k }, Layout { 2, 0 }, Layout { 8, 1 }, Layout { 4, 16 } }),
        modes_of({ { k / 2, 64 }, { 2, 8 } }) });
}

void set_warpgroup(MmaAtom& atom, bool a_in_shared, bool sparse)
{
    const std::int64_t stored_a = sparse ? 2 : 1; // a register of a sparse A stands for twice as many elements
    atom.threads = Layout { kWarpgroup, 1 };
    atom.a_in_shared = a_in_shared;
    atom.b_in_shared = true;
    atom.a = a_in_shared ? in_shared_memory(atom.m, atom.k) : fragment(atom.m, atom.k, stored_a * packed(atom.a_bits), 4);
    atom.b = in_shared_memory(atom.n, atom.k);
    atom.c = fragment(atom.m, atom.n, 2, 4);
    if (sparse)
        atom.e = metadata(atom.k);
}

// "F32" of "F32F16F16F32", and so on.
std::vector<string_view> types_in(string_view types)
{
    constexpr std::array<string_view, 16> kTypes { "GC64", "BF16", "TF32", "E4M3", "E5M2", "F16", "F32", "F64", "C64", "S32",
        "S8", "U8", "S4", "U4", "U1", "S16" };
    std::vector<string_view> found;
    while (!types.empty()) {
        const auto known = std::ranges::find_if(kTypes, [&](string_view type) { return types.starts_with(type); });
        if (known == kTypes.end())
            return {};
        found.push_back(*known);
        types.remove_prefix(known->size());
    }
    return found;
}

// Of the element in a register or in memory.
int bits_of(string_view type)
{
    if (type == "GC64")
        return 192; // three real numbers
    if (type == "C64")
        return 128;
    if (type == "E4M3" || type == "E5M2")
        return 8;
    const auto digits = type.find_first_of("0123456789");
    return number_in<int>(type.substr(digits)).value_or(0);
}

bool is_width(const MmaRow& row, std::int64_t n)
{
    if (row.n != kAnyWidth)
        return row.n == n;
    const bool integers = row.types == kGroupInt8;
    return n >= 8 && n <= 256 && n % (integers && n > 32 ? 16 : 8) == 0;
}

MmaAtom atom_of(const MmaRow& row, std::int64_t n, string_view types, string_view suffix)
{
    MmaAtom atom;
    atom.name = fmt::format("{}_{}x{}x{}_{}_{}", row.architecture, row.m, n, row.k, types, suffix);
    atom.m = row.m;
    atom.n = n;
    atom.k = row.k;
    const auto each = types_in(types);
    atom.c_bits = bits_of(each[0]);
    atom.a_bits = bits_of(each[1]);
    atom.b_bits = bits_of(each[2]);
    if (row.kind == MmaKind::quad_pair) {
        set_quad_pair(atom, suffix);
    } else if (row.kind == MmaKind::warp) {
        atom.threads = Layout { kWarp, 1 };
        atom.a = fragment(row.m, row.k, packed(row.a_bits), 1);
        atom.b = fragment(n, row.k, packed(row.a_bits), 1);
        atom.c = fragment(row.m, n, 2, 1);
    } else {
        set_warpgroup(atom, suffix.starts_with("SS"), row.kind == MmaKind::sparse_warpgroup);
    }
    return atom;
}

// An integer dot product of one thread: dp4a, dp2a.
MmaAtom dot_product(string_view name, std::int64_t k)
{
    const Layout values = make_layout(IntTuple { std::vector<IntTuple> { 1, k } });
    const Layout one = make_layout(IntTuple { std::vector<IntTuple> { 1, 1 } });
    MmaAtom atom;
    atom.name = name;
    atom.m = 1;
    atom.n = 1;
    atom.k = k;
    atom.threads = { 1, 0 };
    atom.a = values;
    atom.b = values;
    atom.c = one;
    atom.a_bits = atom.b_bits = static_cast<int>(kRegisterBits / k);
    atom.c_bits = kRegisterBits;
    return atom;
}

template <typename Visit> void for_each_word(string_view words, Visit visit)
{
    for (const string_view word : text::split(words, ' '))
        visit(word);
}

// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" -> shape and types as in CuTe's name. Nothing if it is no such name.
struct PtxName {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::string types;
    bool sparse = false;
};

std::optional<PtxName> ptx_name(string_view name)
{
    if (!name.starts_with("mma.") && !name.starts_with("wgmma."))
        return std::nullopt;
    PtxName result;
    for (const string_view part : text::split(name, '.')) {
        std::string upper { part };
        std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        const auto n = part.find('n');
        const auto k = part.find('k');
        if (part.starts_with('m') && n != string_view::npos && k != string_view::npos && k > n) {
            result.m = number_in<std::int64_t>(part.substr(1, n - 1)).value_or(0);
            result.n = number_in<std::int64_t>(part.substr(n + 1, k - n - 1)).value_or(0);
            result.k = number_in<std::int64_t>(part.substr(k + 1)).value_or(0);
        } else if (part.starts_with("sp")) {
            result.sparse = true;
        } else if (part == "b1") {
            result.types += "U1";
        } else if (types_in(upper).size() == 1) {
            result.types += upper;
        }
    }
    return result;
}

} // namespace

Result<MmaAtom> mma_atom(string_view name)
{
    if (name == "SM61_DP4A" || name == "SM61_DP2A")
        return dot_product(name, name == "SM61_DP4A" ? 4 : 2);
    const auto ptx = ptx_name(name);
    // The numbers between the underscores of a name: 64x128x16. Searched from the right, as `SM90_SPARSE` has one, too.
    std::int64_t n = ptx ? ptx->n : 0;
    if (!ptx) {
        for (const string_view part : text::split(name, '_')) {
            const auto sizes = text::split(part, 'x');
            if (sizes.size() == 3)
                n = number_in<std::int64_t>(sizes[1]).value_or(0);
        }
    }
    std::vector<std::string> near;
    std::optional<MmaAtom> found;
    for (const MmaRow& row : kMmaRows) {
        const std::int64_t width = row.n == kAnyWidth ? n : row.n;
        for_each_word(row.types, [&](string_view types) {
            for_each_word(row.suffixes, [&](string_view suffix) {
                if (found)
                    return;
                const bool same = ptx
                    ? row.m == ptx->m && row.k == ptx->k && types == ptx->types
                        && ptx->sparse == (row.kind == MmaKind::sparse_warpgroup)
                    : name == fmt::format("{}_{}x{}x{}_{}_{}", row.architecture, row.m, width, row.k, types, suffix);
                if (same && is_width(row, n))
                    found = atom_of(row, n, types, suffix);
            });
        });
    }
    if (found)
        return *found;
    const auto nearest = ptx ? std::string {} : text::nearest(name, mma_atom_names());
    return Error { fmt::format("Unknown matrix instruction `{}`.{}", name,
        nearest.empty() ? " Use a name of CuTe, such as `SM80_16x8x16_F32F16F16F32_TN`, or of the PTX ISA, such as "
                          "`mma.m16n8k16.f32.f16.f16.f32`."
                        : fmt::format(" Did you mean `{}`?", nearest)) };
}

std::vector<std::string> mma_atom_names()
{
    std::vector<std::string> names { "SM61_DP4A", "SM61_DP2A" };
    for (const MmaRow& row : kMmaRows) {
        const auto n = row.n == kAnyWidth ? std::string { "N" } : std::to_string(row.n);
        for_each_word(row.types, [&](string_view types) {
            for_each_word(row.suffixes, [&](string_view suffix) {
                names.push_back(fmt::format("{}_{}x{}x{}_{}_{}", row.architecture, row.m, n, row.k, types, suffix));
            });
        });
    }
    return names;
}

} // namespace warpstage::layout
