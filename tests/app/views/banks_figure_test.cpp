#include "app/views/banks/bank_explanation.h"
#include "app/views/banks/banks_figure.h"
#include "core/arch/traits.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace warpstage::views {
namespace {

BanksInput banks_of(std::uint32_t bytes, const std::function<std::uint64_t(unsigned)>& address_of)
{
    std::array<std::uint64_t, kMaxLanes> addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = address_of(lane);
    BanksInput input;
    input.service = arch::serve_shared(arch::traits_of({ 9, 0 }), { arch::SharedOperation::load, bytes, ~0U, addresses });
    input.bytes = bytes;
    return input;
}

std::string sentence(std::uint32_t bytes, const std::function<std::uint64_t(unsigned)>& address_of)
{
    return explain_banks(*banks_of(bytes, address_of).service, bytes);
}

TEST(BankExplanation, DescribesTheRequest)
{
    EXPECT_APPROVED(sentence(4, [](unsigned lane) { return 128 * lane + 16; }));
    EXPECT_APPROVED(sentence(4, [](unsigned lane) { return 32 * lane; }));
    EXPECT_APPROVED(sentence(4, [](unsigned lane) { return 4 * lane; }));
    EXPECT_APPROVED(sentence(4, [](unsigned) { return 64; }));
    EXPECT_APPROVED(sentence(4, [](unsigned lane) { return 4 * (lane / 2); }));
    EXPECT_APPROVED(sentence(8, [](unsigned lane) { return 8 * lane; }));
    EXPECT_APPROVED(sentence(8, [](unsigned lane) { return 16 * lane; }));
    EXPECT_APPROVED(explain_banks({}, 4));
}

TEST(BanksFigure, IdealIsGreenWithATick)
{
    const DrawList picture = banks_figure(banks_of(4, [](unsigned lane) { return 4 * lane; }), { 520, 300 }, dark());
    EXPECT_EQ(draw::testing::text_with(picture, "1 wavefront, ideal").color, dark().green);
    EXPECT_EQ(draw::testing::count_color(picture, dark().green), 1U) << "the tick";
    EXPECT_EQ(draw::testing::count_color(picture, dark().vermilion), 0U);
}

std::size_t words_of(const DrawList& picture, Color color)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->fill == color && box->rect.y > 60.0F;
    }));
}

// The pieces of wires of one color; a solid wire is one piece.
std::size_t strokes_of(const DrawList& picture, Color color)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* polyline = std::get_if<Polyline>(&item);
        return polyline != nullptr && polyline->color.with_alpha(255) == color;
    }));
}

TEST(BanksFigure, WavefrontsDifferWithoutColor)
{
    const DrawList picture = banks_figure(banks_of(4, [](unsigned lane) { return 32 * lane; }), { 1280, 720 }, dark());
    const auto strokes = [&](std::uint32_t wavefront) {
        return strokes_of(picture, wavefront_color(wavefront, dark()));
    };
    EXPECT_GT(strokes(4), strokes(0)) << "wavefronts 1 and 5 have one hue, so the second one is not solid";
    EXPECT_GT(strokes(2), strokes(0));
    EXPECT_TRUE(draw::testing::says(picture, "wavefront 1"));
    EXPECT_TRUE(draw::testing::says(picture, "wavefront 8"));
    for (const Dash dash : { Dash::solid, Dash::dashed, Dash::dotted, Dash::dash_dot })
        EXPECT_NE(wavefront_dash(static_cast<std::uint32_t>(dash) + 4), dash) << "they have the same hue";
}

// More than eight cannot be distinguished, so they look alike and their number is large.
TEST(BanksFigure, ManyWavefrontsHaveOneColorAndALargeCount)
{
    for (const Theme theme : { Theme::dark, Theme::light }) {
        const Style style = make_style(theme, 1.0F);
        const DrawList picture = banks_figure(banks_of(4, [](unsigned lane) { return 128 * lane; }), { 1280, 720 }, style);
        EXPECT_EQ(strokes_of(picture, shape_color(style, style.vermilion)), 32U) << "a solid line for each lane";
        for (const Color other : { style.orange, style.purple, style.yellow })
            EXPECT_EQ(strokes_of(picture, shape_color(style, other)), 0U);
        const auto texts = draw::testing::texts_of(picture);
        const auto count = std::ranges::find_if(texts, [](const Text& text) { return text.text == "32" && text.size > 40.0F; });
        EXPECT_NE(count, texts.end()) << "the count in large type";
        EXPECT_FALSE(draw::testing::says(picture, "then repeated"));
    }
}

TEST(BanksFigure, SharedWordsHaveADot)
{
    const auto dots = [](const DrawList& picture) {
        return std::count_if(
            picture.items.begin(), picture.items.end(), [](const Item& item) { return std::holds_alternative<Circle>(item); });
    };
    const Size slide { 1280, 720 };
    EXPECT_EQ(dots(banks_figure(banks_of(4, [](unsigned lane) { return 4 * lane; }), slide, dark())), 0);
    const DrawList pairs = banks_figure(banks_of(4, [](unsigned lane) { return 4 * (lane / 2); }), slide, dark());
    EXPECT_EQ(dots(pairs), 16 + 1) << "and one in the key";
    EXPECT_TRUE(draw::testing::says(pairs, "one word for several lanes (multicast)"));
}

TEST(BanksFigure, HalfWarpsOfSixteenBanksAreSideBySide)
{
    BanksInput input = banks_of(4, [](unsigned lane) { return 8 * lane; });
    arch::SharedService service;
    for (const unsigned half : { 0U, 1U }) {
        arch::BankPhase phase { 0xFFFFU << 16 * half, 2, {} };
        for (unsigned lane = 16 * half; lane < 16 * half + 16; ++lane)
            phase.words.push_back({ 2 * lane % 16, 2 * lane, 1U << lane, lane / 8 % 2 });
        service.phases.push_back(phase);
    }
    service.wavefronts = 4;
    service.ideal = 2;
    input.service = service;
    input.banks = 16;
    input.lanes_together = 16;
    input.architecture = "CC 1.3";
    const DrawList picture = banks_figure(input, { 1280, 720 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "lanes 0–15"));
    EXPECT_TRUE(draw::testing::says(picture, "lanes 16–31"));
    EXPECT_TRUE(draw::testing::says(picture, "4 wavefronts instead of 2"));
    EXPECT_EQ(draw::testing::count_color(picture, dark().vermilion), 2U * 8U);
    draw::testing::expect_tidy("half-warps", [&](Size size, const Style& style) { return banks_figure(input, size, style); });
}

TEST(BanksFigure, IsTidy)
{
    const std::vector<std::pair<std::string, std::function<std::uint64_t(unsigned)>>> patterns = { { "free",
                                                                                                       [](unsigned lane) {
                                                                                                           return 4 * lane;
                                                                                                       } },
        { "2-way",
            [](unsigned lane) {
                return 8 * lane;
            } },
        { "16-way",
            [](unsigned lane) {
                return 64 * lane;
            } },
        { "32-way",
            [](unsigned lane) {
                return 128 * lane;
            } },
        { "broadcast",
            [](unsigned) {
                return 64;
            } },
        { "mixed", [](unsigned lane) {
             return 4 * (lane * lane % 97);
         } } };
    for (const auto& [name, address_of] : patterns)
        for (const std::uint32_t bytes : { 4U, 8U, 16U }) {
            BanksInput input = banks_of(bytes, [&](unsigned lane) { return address_of(lane) / bytes * bytes; });
            input.subtitle = "line 13 · " + draw::testing::long_name();
            draw::testing::expect_tidy(name, [&](Size size, const Style& style) { return banks_figure(input, size, style); });
        }
}

TEST(BanksFigure, ExcessIsVermilionAndWavefrontsHaveTheirColors)
{
    const DrawList picture = banks_figure(banks_of(4, [](unsigned lane) { return 32 * lane; }), { 520, 300 }, dark());
    EXPECT_EQ(draw::testing::text_with(picture, "8 wavefronts instead of 1").color, dark().vermilion);
    EXPECT_EQ(draw::testing::count_color(picture, dark().vermilion), 4U) << "the four banks that hold more than one word";
    // 8 wavefronts in 4 banks: each of the four colors has 2 wavefronts x 4 words.
    for (std::uint32_t wavefront = 0; wavefront < kMaxDistinctWavefronts; ++wavefront)
        EXPECT_EQ(words_of(picture, wavefront_color(wavefront, dark())), 4U) << wavefront;
    for (const std::uint32_t wavefront : { 8U, 63U })
        EXPECT_EQ(wavefront_color(wavefront, dark()), wavefront_color(wavefront % kMaxDistinctWavefronts, dark()));
}

// As far apart as the nearest two of the hues, so that wavefronts 1 and 5 are not confused.
TEST(BanksFigure, NoTwoOfEightWavefrontsLookAlike)
{
    for (const Theme theme : { Theme::dark, Theme::light, Theme::high_contrast }) {
        const Style style = make_style(theme, 1.0F);
        for (std::uint32_t a = 0; a < kMaxDistinctWavefronts; ++a)
            for (std::uint32_t b = 0; b < a; ++b) {
                const Color one = wavefront_color(a, style);
                const Color other = wavefront_color(b, style);
                const int distance = std::abs(one.r - other.r) + std::abs(one.g - other.g) + std::abs(one.b - other.b);
                EXPECT_GE(distance, 50) << a << " and " << b << " in theme " << static_cast<int>(theme);
            }
    }
}

std::size_t wires(const DrawList& picture)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* polyline = std::get_if<Polyline>(&item);
        return polyline != nullptr && polyline->points.size() > 3;
    }));
}

TEST(BanksFigure, BroadcastWiresJoinInOneWord)
{
    const DrawList picture = banks_figure(banks_of(4, [](unsigned) { return 64; }), { 520, 300 }, dark());
    EXPECT_EQ(wires(picture), 32U);
    std::vector<Point> ends;
    for (const Item& item : picture.items)
        if (const auto* polyline = std::get_if<Polyline>(&item); polyline != nullptr && polyline->points.size() > 3)
            ends.push_back(polyline->points.back());
    for (const Point end : ends) {
        EXPECT_FLOAT_EQ(end.x, ends.front().x);
        EXPECT_FLOAT_EQ(end.y, ends.front().y);
    }
}

TEST(BanksFigure, PiecesOfABulkCopyAreNoLanes)
{
    BanksInput input = banks_of(16, [](unsigned lane) { return 16 * lane; });
    EXPECT_TRUE(draw::testing::says(banks_figure(input, { 900, 400 }, make_style(Theme::dark, 1.0F)), "lanes 0–7"));
    input.pieces = true;
    const auto picture = banks_figure(input, { 900, 400 }, make_style(Theme::dark, 1.0F));
    EXPECT_TRUE(draw::testing::says(picture, "pieces 0–7"));
    EXPECT_TRUE(draw::testing::says(picture, "Pieces of 16 bytes in 4 phases, none with a bank conflict."));
    EXPECT_FALSE(draw::testing::says(picture, "lane"));
}

TEST(BanksFigure, PhasesOfWideAccessesAreSideBySide)
{
    const DrawList wide = banks_figure(banks_of(16, [](unsigned lane) { return 16 * lane; }), { 1000, 400 }, dark());
    EXPECT_EQ(wires(wide), 4U * 32U);
    EXPECT_TRUE(draw::testing::says(wide, "lanes 24–31: 1 wavefront"));
    const DrawList narrow = banks_figure(banks_of(16, [](unsigned lane) { return 16 * lane; }), { 370, 300 }, dark());
    EXPECT_EQ(wires(narrow), 2U * 32U) << "two of four fit";
    EXPECT_TRUE(draw::testing::says(narrow, "2 more phases"));
    EXPECT_FALSE(draw::testing::says(wide, "more part"));
    EXPECT_TRUE(draw::testing::colliding_texts(wide).empty());
    EXPECT_TRUE(draw::testing::colliding_texts(narrow).empty());
}

} // namespace
} // namespace warpstage::views
