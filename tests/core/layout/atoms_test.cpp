#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/layout/atoms.h"
#include "core/layout/expression.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace warpstage::layout {
namespace {

struct Recorded {
    std::map<std::string, std::string> layouts; // "shape", "threads", "A", ...
    std::vector<std::string> names;
    bool mma = false;
};

// "mma (16,8,16) 32:1 A ... B ... C ... [E ...]" and "copy 32:1 S ... D ... R ...", each followed by a line of names.
std::vector<Recorded> recorded_atoms()
{
    const auto text =
        read_whole_file(std::filesystem::path(WARPSTAGE_FIXTURES) / "layout" / "atoms.txt", std::uint64_t { 16 } << 20);
    EXPECT_TRUE(text);
    std::vector<Recorded> result;
    for (const std::string_view line : text::split(*text, '\n')) {
        if (line.empty())
            continue;
        const auto words = text::split(text::trim(line), ' ');
        if (line.starts_with(' ')) {
            for (const std::string_view word : words)
                result.back().names.emplace_back(word);
            continue;
        }
        Recorded atom;
        atom.mma = words[0] == "mma";
        std::size_t at = 1;
        if (atom.mma)
            atom.layouts["shape"] = words[at++];
        atom.layouts["threads"] = words[at++];
        for (; at + 1 < words.size(); at += 2)
            atom.layouts[std::string { words[at] }] = words[at + 1];
        result.push_back(std::move(atom));
    }
    return result;
}

// The same element for each thread and value.
void expect_same(const Layout& found, std::string recorded, const std::string& atom, const char* part)
{
    // CuTe's layout of A of SM80_16x8x128_S32U1U1S32 has a stride with one pair of parentheses too many.
    if (recorded == "((4,8),(32,2)):((512,1),((16,8)))")
        recorded = "((4,8),(32,2)):((512,1),(16,8))";
    if (text_of(found) == recorded)
        return;
    const auto expected = evaluate_layout(recorded);
    ASSERT_TRUE(expected) << atom << " " << part << ": " << expected.error().message;
    const Layout& other = expected->layout;
    ASSERT_EQ(size(found), size(other)) << atom << " " << part << " " << text_of(found) << " is not " << recorded;
    ASSERT_EQ(size(found.mode(0)), size(other.mode(0))) << atom << " " << part << " " << text_of(found) << " is not " << recorded;
    for (std::int64_t i = 0; i < size(found); ++i)
        ASSERT_EQ(found(i), other(i)) << atom << " " << part << " " << text_of(found) << " is not " << recorded;
}

TEST(Atoms, ThreadValueLayoutsAreThoseOfCuTe)
{
    std::size_t mma = 0;
    std::size_t copy = 0;
    for (const Recorded& recorded : recorded_atoms()) {
        for (const std::string& name : recorded.names) {
            const auto part = [&](const char* key) {
                return recorded.layouts.at(key);
            };
            if (recorded.mma) {
                const auto atom = mma_atom(name);
                ASSERT_TRUE(atom) << atom.error().message;
                EXPECT_EQ(fmt::format("({},{},{})", atom->m, atom->n, atom->k), part("shape")) << name;
                expect_same(atom->threads, part("threads"), name, "threads");
                expect_same(atom->a, part("A"), name, "A");
                expect_same(atom->b, part("B"), name, "B");
                expect_same(atom->c, part("C"), name, "C");
                EXPECT_EQ(atom->e.has_value(), recorded.layouts.contains("E")) << name;
                if (atom->e)
                    expect_same(*atom->e, part("E"), name, "E");
                ++mma;
            } else {
                const auto atom = copy_atom(name);
                ASSERT_TRUE(atom) << atom.error().message;
                expect_same(atom->threads, part("threads"), name, "threads");
                expect_same(atom->source, part("S"), name, "source");
                expect_same(atom->destination, part("D"), name, "destination");
                expect_same(atom->reference, part("R"), name, "reference");
                ++copy;
            }
        }
    }
    EXPECT_GE(mma, 2200U);
    EXPECT_EQ(copy, 19U);
}

TEST(Atoms, NamesOfThePtxIsaGiveTheSameLayouts)
{
    const auto atom = mma_atom("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
    ASSERT_TRUE(atom);
    EXPECT_EQ(atom->name, "SM80_16x8x16_F32F16F16F32_TN");
    EXPECT_EQ(text_of(atom->a), "((4,8),(2,2,2)):((32,1),(16,8,128))");
    EXPECT_EQ(mma_atom("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16")->name, "SM90_64x128x16_F32BF16BF16_SS");
    EXPECT_EQ(mma_atom("mma.m8n8k128.s32.b1.b1.s32.xor.popc")->name, "SM80_8x8x128_S32U1U1S32_TN_XORPOPC");
    EXPECT_EQ(copy_atom("ldmatrix.trans.x4")->name, "SM75_U16x8_LDSM_T");
}

std::string refusal_of_mma(std::string_view name)
{
    const auto atom = mma_atom(name);
    return atom ? "(no refusal)" : atom.error().message;
}

std::string refusal_of_copy(std::string_view name)
{
    const auto atom = copy_atom(name);
    return atom ? "(no refusal)" : atom.error().message;
}

TEST(Atoms, UnknownNamesAreRefusedWithNearOnes)
{
    EXPECT_APPROVED(refusal_of_mma("SM80_16x8x16_F32F16F16F32_NT"));
    EXPECT_APPROVED(refusal_of_mma("SM90_64x12x16_F32F16F16_SS"));
    EXPECT_APPROVED(refusal_of_mma("mma.m16n8k32.f32.f16.f16.f32"));
    EXPECT_APPROVED(refusal_of_mma(""));
    EXPECT_APPROVED(refusal_of_copy("ldmatrix.x3"));
    EXPECT_APPROVED(refusal_of_copy("LDSM"));
}

TEST(Atoms, EveryListedNameIsKnown)
{
    for (std::string name : mma_atom_names()) {
        if (const auto width = name.find("xNx"); width != std::string::npos)
            name.replace(width + 1, 1, "64");
        EXPECT_TRUE(mma_atom(name)) << name;
    }
    for (const std::string& name : copy_atom_names())
        EXPECT_TRUE(copy_atom(name)) << name;
}

} // namespace
} // namespace warpstage::layout
