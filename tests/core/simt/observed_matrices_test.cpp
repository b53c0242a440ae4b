// What an observer of matrices sees: which lane holds which element, in which register, and its value.
#include "core/simt/matrix/matrix_observer.h"
#include "launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace warpstage::simt {
namespace {

struct SeenMatrices {
    std::uint32_t warp = 0;
    std::vector<ObservedMatrix> matrices;
};

class Seen : public MatrixObserver {
public:
    void on_step(const Step&) override { }
    void on_access(const Step&, const Access&) override { }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }
    void on_matrices(const Step& step, std::vector<ObservedMatrix> matrices) override
    {
        all.push_back({ step.warp, std::move(matrices) });
    }

    std::vector<SeenMatrices> all;
};

std::vector<SeenMatrices> seen_in(
    const std::string& declarations, const std::string& body, std::uint32_t threads = 32, Checks checks = kNoChecks)
{
    const std::string text = R"(.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .b32 %lane, %group, %in, %at, %n, %x<8>, %r<16>;
    .reg .b16 %h<8>;
    .reg .f32 %f<16>;
    .reg .b64 %d<4>;
    .reg .pred %p<4>;
)" + declarations
        + R"(
    mov.u32 %lane, %tid.x;
    shr.u32 %group, %lane, 2;
    and.b32 %in, %lane, 3;
)" + body
        + "\n    ret;\n}\n";
    Seen seen;
    RunOptions options;
    options.observer = &seen;
    options.checks = checks;
    const Launched launched = launch(parse_text(text), "k", { .block = { threads } }, 32, {}, options);
    EXPECT_EQ(launched.outcome.trap ? launched.outcome.trap->message : "", "");
    return seen.all;
}

// Of one element.
struct Expected {
    int lane = 0;
    unsigned reg = 0;
    unsigned bit = 0;
    double value = 0.0;
};
using Expect = std::function<Expected(unsigned row, unsigned column)>;

double value_of(const ObservedMatrix& matrix, const MatrixNumber& number)
{
    return matrix.format ? number_of(number.bits, *matrix.format) : static_cast<double>(number.bits);
}

void expect_matrix(const ObservedMatrix& matrix, const std::string& name, unsigned rows, unsigned columns, const Expect& expect)
{
    ASSERT_EQ(matrix.name, name);
    ASSERT_EQ(matrix.rows, rows) << name;
    ASSERT_EQ(matrix.columns, columns) << name;
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const MatrixNumber& number = matrix.at(row, column);
            const Expected it = expect(row, column);
            const auto text = [](int lane, unsigned reg, unsigned bit, double value) {
                return fmt::format("lane {} register {} bit {}: {}", lane, reg, bit, value);
            };
            ASSERT_EQ(
                text(number.lane, number.reg, number.bit, value_of(matrix, number)), text(it.lane, it.reg, it.bit, it.value))
                << name << "(" << row << "," << column << ")";
        }
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type": A and the sums.
Expected in_a(unsigned row, unsigned k, double value)
{
    return { static_cast<int>(row % 8 * 4 + k % 8 / 2), row / 8 + k / 8 * 2, k % 2 * 16, value };
}

Expected in_sums(unsigned row, unsigned column, double value)
{
    return { static_cast<int>(row % 8 * 4 + column / 2), row / 8 * 2 + column % 2, 0, value };
}

// Element (i,j) is 8 i + j.
constexpr const char* kSquare = R"(
    mad.lo.u32 %r0, %lane, 131074, 65536;
    movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0;
)";

Expected in_square(unsigned row, unsigned column, double value)
{
    return { static_cast<int>(row * 4 + column / 2), 0, column % 2 * 16, value };
}

TEST(ObservedMatrices, OfMovmatrix)
{
    const auto seen = seen_in("", kSquare);
    ASSERT_EQ(seen.size(), 1U);
    ASSERT_EQ(seen[0].matrices.size(), 2U);
    expect_matrix(seen[0].matrices[0], "Before", 8, 8, [](unsigned i, unsigned j) { return in_square(i, j, 8 * i + j); });
    expect_matrix(seen[0].matrices[1], "After", 8, 8, [](unsigned i, unsigned j) { return in_square(i, j, 8 * j + i); });
}

TEST(ObservedMatrices, AreSeenInRunsWithChecks)
{
    const auto seen = seen_in("", kSquare, 32, kAllChecks);
    ASSERT_EQ(seen.size(), 1U);
    expect_matrix(seen[0].matrices[1], "After", 8, 8, [](unsigned i, unsigned j) { return in_square(i, j, 8 * j + i); });
}

TEST(ObservedMatrices, OfStmatrixWithTheirAddresses)
{
    const auto seen = seen_in(".shared .align 16 .b8 tile[256];", std::string { kSquare } + R"(
    mov.u32 %at, tile;
    mad.lo.u32 %at, %lane, 16, %at;
    stmatrix.sync.aligned.m8n8.x2.shared.b16 [%at], {%r0, %r1};
)");
    ASSERT_EQ(seen.size(), 2U);
    ASSERT_EQ(seen[1].matrices.size(), 2U);
    for (unsigned m = 0; m < 2; ++m) {
        const ObservedMatrix& matrix = seen[1].matrices[m];
        expect_matrix(matrix, fmt::format("Matrix {}", m), 8, 8, [&](unsigned i, unsigned j) {
            Expected it = in_square(i, j, m == 0 ? 8 * i + j : 8 * j + i);
            it.reg = m;
            return it;
        });
        for (unsigned i = 0; i < 8; ++i)
            for (unsigned j = 0; j < 8; ++j)
                EXPECT_EQ(matrix.at(i, j).address, 128 * m + 16 * i + 2 * j);
    }
}

// Metadata 0100 for each four numbers along k: the first two of them are stored. A(i,s) is i + s, B(k,n) is k + n.
TEST(ObservedMatrices, OfSparseMma)
{
    const auto seen = seen_in("", R"(
    mad.lo.u32 %x0, %in, 2, %group;
    add.u32 %x1, %x0, 1;
    add.u32 %x2, %x0, 8;
    add.u32 %x3, %x0, 9;
    cvt.rn.f16.u32 %h0, %x0;
    cvt.rn.f16.u32 %h1, %x1;
    cvt.rn.f16.u32 %h2, %x2;
    cvt.rn.f16.u32 %h3, %x3;
    mov.b32 %r0, {%h0, %h1};
    mov.b32 %r1, {%h2, %h3};
    mov.f32 %f0, 0f00000000; mov.f32 %f1, 0f00000000; mov.f32 %f2, 0f00000000; mov.f32 %f3, 0f00000000;
    mov.b32 %r4, 0x44444444;
    mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r0, %r1}, {%f0, %f1, %f2, %f3}, %r4, 0x0;
)");
    ASSERT_EQ(seen.size(), 1U);
    ASSERT_EQ(seen[0].matrices.size(), 4U);
    expect_matrix(seen[0].matrices[0], "A", 16, 8, [](unsigned i, unsigned s) { return in_a(i, s, i + s); });
    expect_matrix(seen[0].matrices[1], "B", 16, 8, [](unsigned k, unsigned n) {
        return Expected { static_cast<int>(n * 4 + k % 8 / 2), k / 8, k % 2 * 16, static_cast<double>(k + n) };
    });
    expect_matrix(seen[0].matrices[2], "C", 16, 8, [](unsigned i, unsigned n) { return in_sums(i, n, 0); });
    expect_matrix(seen[0].matrices[3], "D", 16, 8, [](unsigned i, unsigned n) {
        double sum = 0;
        for (unsigned s = 0; s < 8; ++s)
            sum += static_cast<double>(i + s) * (4 * (s / 2) + s % 2 + n);
        return in_sums(i, n, sum);
    });
}

// A(i,k) is (16 i + k) mod 13, B(k,j) is (16 k + j) mod 11.
TEST(ObservedMatrices, OfWmma)
{
    const auto seen = seen_in(".shared .align 128 .b8 tile[1024];\n.reg .b32 %a<8>, %b<8>;", R"(
    mov.u32 %n, %lane;
FILL:
    rem.u32 %x0, %n, 13;
    rem.u32 %x1, %n, 11;
    cvt.rn.f16.u32 %h0, %x0;
    cvt.rn.f16.u32 %h1, %x1;
    mov.u32 %at, tile;
    mad.lo.u32 %at, %n, 2, %at;
    st.shared.b16 [%at], %h0;
    st.shared.b16 [%at+512], %h1;
    add.u32 %n, %n, 32;
    setp.lt.u32 %p0, %n, 256;
    @%p0 bra FILL;
    bar.sync 0;
    mov.u32 %at, tile;
    wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [%at], 16;
    add.u32 %at, %at, 512;
    wmma.load.b.sync.aligned.row.m16n16k16.shared.f16 {%b0, %b1, %b2, %b3, %b4, %b5, %b6, %b7}, [%at], 16;
    mov.f32 %f0, 0f00000000; mov.f32 %f1, 0f00000000; mov.f32 %f2, 0f00000000; mov.f32 %f3, 0f00000000;
    mov.f32 %f4, 0f00000000; mov.f32 %f5, 0f00000000; mov.f32 %f6, 0f00000000; mov.f32 %f7, 0f00000000;
    wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, {%b0, %b1, %b2, %b3, %b4, %b5, %b6, %b7}, {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7};
)");
    ASSERT_EQ(seen.size(), 3U);
    const auto a = [](unsigned i, unsigned k) {
        return in_a(i, k, (16 * i + k) % 13);
    };
    ASSERT_EQ(seen[0].matrices.size(), 1U);
    expect_matrix(seen[0].matrices[0], "A", 16, 16, a);
    EXPECT_EQ(seen[0].matrices[0].at(3, 5).address, 2 * (16 * 3 + 5));
    ASSERT_EQ(seen[1].matrices.size(), 1U);
    EXPECT_EQ(seen[1].matrices[0].name, "B");
    EXPECT_EQ(seen[1].matrices[0].at(3, 5).address, 512 + 2 * (16 * 3 + 5));
    ASSERT_EQ(seen[2].matrices.size(), 4U);
    expect_matrix(seen[2].matrices[0], "A", 16, 16, a);
    for (unsigned k = 0; k < 16; ++k)
        for (unsigned j = 0; j < 16; ++j)
            EXPECT_EQ(value_of(seen[2].matrices[1], seen[2].matrices[1].at(k, j)), (16 * k + j) % 11);
    expect_matrix(seen[2].matrices[3], "D", 16, 16, [](unsigned i, unsigned j) {
        double sum = 0;
        for (unsigned k = 0; k < 16; ++k)
            sum += static_cast<double>((16 * i + k) % 13) * ((16 * k + j) % 11);
        Expected it = in_sums(i, j % 8, sum);
        it.reg += j / 8 * 4;
        return it;
    });
}

// Without swizzle: core matrices of 128 bytes, the next one along k after 128, the next 8 rows after 256 bytes. A(i,k) is
// (i + 3 k) mod 8, B(k,n) is (2 n + k) mod 8.
TEST(ObservedMatrices, OfWgmmaAreTheRowsOfTheWarp)
{
    const auto seen = seen_in(".shared .align 1024 .b8 tile[4096];", R"(
    mov.u32 %n, %lane;
FILL:
    shr.u32 %x0, %n, 7;
    bfe.u32 %x1, %n, 3, 3;
    mad.lo.u32 %x1, %x0, 8, %x1;
    and.b32 %x2, %n, 7;
    bfe.u32 %x3, %n, 6, 1;
    mad.lo.u32 %x2, %x3, 8, %x2;
    mad.lo.u32 %x4, %x2, 3, %x1;
    and.b32 %x4, %x4, 7;
    cvt.rn.f16.u32 %h0, %x4;
    mov.u32 %at, tile;
    mad.lo.u32 %at, %n, 2, %at;
    st.shared.b16 [%at], %h0;
    add.u32 %n, %n, 128;
    setp.lt.u32 %p0, %n, 1024;
    @%p0 bra FILL;
    bfe.u32 %x1, %lane, 3, 3;
    and.b32 %x2, %lane, 7;
    bfe.u32 %x3, %lane, 6, 1;
    mad.lo.u32 %x2, %x3, 8, %x2;
    mad.lo.u32 %x4, %x1, 2, %x2;
    and.b32 %x4, %x4, 7;
    cvt.rn.f16.u32 %h0, %x4;
    mov.u32 %at, tile;
    mad.lo.u32 %at, %lane, 2, %at;
    st.shared.b16 [%at+2048], %h0;
    fence.proxy.async;
    bar.sync 0;
    mov.u32 %at, tile;
    shr.u32 %at, %at, 4;
    cvt.u64.u32 %d0, %at;
    or.b64 %d0, %d0, 0x1000080000;
    add.u64 %d1, %d0, 128;
    mov.f32 %f0, 0f00000000; mov.f32 %f1, 0f00000000; mov.f32 %f2, 0f00000000; mov.f32 %f3, 0f00000000;
    setp.ne.u32 %p1, %lane, 1000;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
)",
        128);
    ASSERT_EQ(seen.size(), 4U);
    const auto a = [](unsigned i, unsigned k) {
        return (i + 3 * k) % 8;
    };
    const auto b = [](unsigned k, unsigned n) {
        return (2 * n + k) % 8;
    };
    for (const SeenMatrices& it : seen) {
        const unsigned first = 16 * it.warp;
        ASSERT_GE(it.matrices.size(), 3U);
        expect_matrix(it.matrices[0], "A", 16, 16, [&](unsigned i, unsigned k) {
            return Expected { -1, 0, 0, double(a(first + i, k)) };
        });
        EXPECT_EQ(it.matrices[0].at(9, 11).address, (first + 8) / 8 * 256 + 128 + 16 + 2 * 3)
            << "row 1 and column 3 of its core matrix";
        expect_matrix(it.matrices[1], "B", 16, 8, [&](unsigned k, unsigned n) { return Expected { -1, 0, 0, double(b(k, n)) }; });
        expect_matrix(it.matrices.back(), "D", 16, 8, [&](unsigned i, unsigned n) {
            double sum = 0;
            for (unsigned k = 0; k < 16; ++k)
                sum += static_cast<double>(a(first + i, k)) * b(k, n);
            return in_sums(i, n, sum);
        });
    }
}

} // namespace
} // namespace warpstage::simt
