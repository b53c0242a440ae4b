#include "core/analysis/layout/layout_study.h"
#include "core/arch/architecture.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

const arch::Traits& rules()
{
    return *arch::parse_architecture("9.0")->traits;
}

std::string refusal_of(const LayoutQuestion& question)
{
    const auto answer = answer_of(rules(), question);
    return answer ? "(no refusal)" : answer.error().message;
}

std::string refusal_of(LayoutField field, const std::string& text)
{
    const auto checked = check_field(field, text);
    return checked ? "(no refusal)" : checked.error().message;
}

template <typename Shown> const Shown& shown_of(const Result<LayoutAnswer>& answer)
{
    return std::get<Shown>(std::get<LayoutStudy>(*answer).shown);
}

TEST(LayoutStudy, AnswersForEachKindOfAccess)
{
    const auto conflict = answer_of(rules(), {});
    ASSERT_TRUE(conflict);
    EXPECT_EQ(shown_of<LayoutConflicts>(conflict).degree(), 8);
    const auto cured = answer_of(rules(), { "(64,64):(64,1)", "3,3,3", "f16", "ldmatrix.x4" });
    ASSERT_TRUE(cured);
    EXPECT_EQ(shown_of<LayoutConflicts>(cured).degree(), 1);
    const auto copy = answer_of(rules(), { "(8,64):(64,1)", "3,3,3", "f16", "tma.128B" });
    ASSERT_TRUE(copy);
    EXPECT_TRUE(shown_of<layout::TmaComparison>(copy).equal);
    const auto fragments = answer_of(rules(), { "SM80_16x8x16_F32F16F16F32_TN" });
    ASSERT_TRUE(fragments);
    EXPECT_TRUE(std::get<layout::Fragments>(*fragments).product);
}

TEST(LayoutStudy, DecodesWhatItComposes)
{
    const auto composed = answer_of(rules(), { "(64,16):(64,1)", "3,3,3", "f16", "wgmma.k" });
    ASSERT_TRUE(composed);
    const auto& operand = shown_of<OperandDescriptor>(composed);
    EXPECT_EQ(operand.bits, 0x4000004000010000U);
    const auto decoded = answer_of(rules(), { "0x4000004000010000", "none", "f16", "wgmma.k" });
    ASSERT_TRUE(decoded);
    EXPECT_EQ(shown_of<OperandDescriptor>(decoded).fields, operand.fields);
    EXPECT_EQ(shown_of<OperandDescriptor>(decoded).depth, 16);
}

TEST(LayoutStudy, EverySuggestionIsPermitted)
{
    for (const LayoutField field : kLayoutFields)
        for (const std::string& text : suggestions_for(field))
            EXPECT_EQ(refusal_of(field, text), "(no refusal)") << text;
}

TEST(LayoutStudy, OtherTextsAreRefused)
{
    EXPECT_APPROVED(refusal_of(LayoutField::layout, "(8,64"));
    EXPECT_APPROVED(refusal_of(LayoutField::layout, "0xg"));
    EXPECT_APPROVED(refusal_of(LayoutField::layout, "mma.m16n8k15"));
    EXPECT_APPROVED(refusal_of(LayoutField::swizzle, "3"));
    EXPECT_APPROVED(refusal_of(LayoutField::type, "f17"));
    EXPECT_APPROVED(refusal_of(LayoutField::access, "tma.256B"));
    EXPECT_APPROVED(refusal_of(LayoutField::access, "wgmma.m"));
    EXPECT_APPROVED(refusal_of({ "Sw<3,3,3> o (64,64):(64,1)", "3,3,3", "f16", "ldmatrix.x4" }));
}

TEST(LayoutStudy, NamesTheCommandWithTheSameAnswer)
{
    EXPECT_EQ(command_of({ "(64,64):(64,1)", "3,3,3", "f16", "ldmatrix.x4" }),
        "warpstage layout '(64,64):(64,1)' --swizzle 3,3,3 --type f16 --access ldmatrix.x4");
    EXPECT_EQ(
        command_of({ "(8,64):(64,1)", "none", "f16", "tma.128B" }), "warpstage layout '(8,64):(64,1)' --type f16 --tma 128B");
    EXPECT_EQ(command_of({ "ldmatrix.x4" }), "warpstage layout --instruction ldmatrix.x4");
}

} // namespace
} // namespace warpstage::analysis
