#include "app/draw/color.h"
#include "app/draw/text_metrics.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/sheets/follow_code.h"
#include "app/views/timings/bars_figure.h"
#include "app/views/timings/curves_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/gallery/subjects.h"
#include "tests/app/views/made_up_rounding.h"
#include "tests/app/views/made_up_waves.h"
#include "tests/app/views/made_up_why.h"
#include "tests/app/views/sm_runs.h"
#include "tests/app/views/view_of.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <ranges>
#include <set>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

auto figures()
{
    return all_views() | std::views::filter([](const View& view) { return view.figure.prepare != nullptr; });
}

CaptionInput plotted_caption()
{
    CaptionInput caption;
    caption.kernel = "Reduction";
    caption.source = "measured on NVIDIA H200";
    return caption;
}

// A subject with rich content for each kind, with all options that it requires.
Subject subject_of(const View& kind)
{
    const bool tile = kind.id == "matrix";
    Subject subject;
    switch (kind.figure.need) {
    case Need::nothing:
        subject.instruction = "mma.m16n8k16.f32.f16.f16.f32";
        subject.layout.layout = "Sw<3,4,3> o 0 o (64,64):(64,1)";
        subject.architecture = "9.0";
        subject.follow_code = std::make_shared<const FollowCode>(
            FollowCode { "https://example.edu/cuda/?follow=state", 2, { true, false, false, true } });
        return subject;
    case Need::recording:
        subject = testing::recorded_subject(tile ? "transpose" : "reduction", tile ? "padded" : "reduce2");
        break;
    case Need::resident_blocks:
        subject = testing::recorded_subject("transpose", "padded", "GTX280");
        break;
    case Need::two_recordings:
        subject = testing::recorded_subject("reduction", "reduce2");
        subject.other = testing::recorded_subject("reduction", "reduce3").recording;
        break;
    case Need::modeled_sm:
        subject = testing::recorded_subject("reduction", "reduce2");
        subject.other = testing::recorded_subject("reduction", "reduce3").recording;
        subject.other_variant = "reduce3";
        subject.sm =
            SmSubject { "H200", 0, testing::made_up_run(*subject.recording, 2), testing::made_up_run(*subject.other, 1) };
        break;
    case Need::explained_time:
        subject = testing::recorded_subject("transpose", "tiled");
        subject.why = testing::made_up_why();
        break;
    case Need::heat_map: {
        subject = testing::recorded_subject("transpose", "tiled");
        analysis::HeatMap map;
        map.kernel = "twice";
        map.grid = { .x = 2 };
        map.block = { .x = 64 };
        map.warps = 2;
        map.blocks_seen = 2;
        map.cells = { { 10, 320, 0, 0 }, { 20, 640, 1, 0 }, { 30, 700, 2, 1 }, { 40, 1000, 3, 2 } };
        map.contrast = analysis::BlockContrast { { 1, 40, 40 }, { 0, 20, 10 }, 7 };
        subject.heat = std::make_shared<const analysis::HeatMap>(std::move(map));
        break;
    }
    case Need::waves: {
        subject = testing::recorded_subject("transpose", "tiled");
        subject.waves = std::make_shared<const timing::Waves>(testing::two_waves());
        break;
    }
    case Need::rounding: {
        subject = testing::recorded_subject("transpose", "tiled");
        subject.rounding = std::make_shared<const analysis::RoundingErrors>(testing::drifting_sum());
        break;
    }
    case Need::measurement:
        return kind.id == "transfers" ? testing::transferring_subject() : testing::measured_subject();
    case Need::bench: {
        BarsInput input;
        input.rows = { { "interleaved", 1.0e11, 1.1e11, 1.2e11, 21, Origin::measured, {} },
            { "sequential", 2.0e11, 2.1e11, 2.2e11, 21, Origin::measured, {} } };
        subject.plotted = Exhibit { plotted_caption(), [input](Size size, const Style& style) {
                                       return bars_figure(input, size, style);
                                   } };
        return subject;
    }
    case Need::sweep: {
        CurvesInput input;
        input.x_name = "offset";
        input.y_name = "sectors / minimum";
        input.curves = { { "CC 1.0", Origin::computed, { { 0, 1 }, { 1, 8 }, { 16, 1 } } },
            { "CC 9.0", Origin::computed, { { 0, 1 }, { 1, 1.25 }, { 16, 1 } } } };
        subject.plotted = Exhibit { plotted_caption(), [input](Size size, const Style& style) {
                                       return curves_figure(input, size, style);
                                   } };
        return subject;
    }
    }
    subject.tile = TileShape { 32, 32, 1 };
    subject.registers = 16;
    return subject;
}

TEST(Kinds, HaveUniqueNamesAndASummary)
{
    std::set<std::string_view> names;
    for (const View& kind : figures()) {
        EXPECT_TRUE(names.insert(kind.id).second) << kind.id;
        EXPECT_FALSE(kind.figure.summary.empty()) << kind.id;
        EXPECT_EQ(*find_figure(kind.id), &kind);
    }
}

TEST(Kinds, WithoutAResultThereIsNothingToPlot)
{
    EXPECT_APPROVED(view_of("bars").figure.prepare({}).error().message);
}

TEST(Kinds, AWrongNameSuggestsTheNearest)
{
    EXPECT_APPROVED(find_figure("bank").error().message);
    EXPECT_EQ(
        find_figure("kaleidoscope").error().message.find("Unknown figure `kaleidoscope`. Use banks, sectors, partitions, matrix"),
        0U);
}

TEST(Kinds, EveryPageContainsItsFigureAndItsCaption)
{
    for (const View& kind : figures()) {
        const auto exhibit = kind.figure.prepare(subject_of(kind));
        ASSERT_TRUE(exhibit) << kind.id << ": " << exhibit.error().message;
        for (const Theme theme : { Theme::light, Theme::dark }) {
            const Style style = make_style(theme, 1.0F);
            for (const Size size : { kind.figure.size, Size { kSmallestPageWidth, kSmallestPageHeight }, Size { 1600, 900 } }) {
                const auto page = compose_page(*exhibit, size, style);
                EXPECT_EQ(page.size.width, size.width);
                EXPECT_EQ(draw::testing::outside_items(page), std::vector<std::string> {}) << kind.id << " " << size.width;
                EXPECT_EQ(draw::testing::colliding_texts(page), std::vector<std::string> {}) << kind.id << " " << size.width;
                EXPECT_TRUE(draw::testing::says(page, exhibit->caption.kernel)) << kind.id;
                const auto* ground = std::get_if<Box>(&page.items.front());
                ASSERT_NE(ground, nullptr);
                EXPECT_EQ(ground->fill, style.panel);
            }
        }
    }
}

// For print: every text on the page itself, not on a shape.
TEST(Kinds, TextsAreLegibleInBothThemes)
{
    for (const View& kind : figures()) {
        const auto exhibit = kind.figure.prepare(subject_of(kind));
        ASSERT_TRUE(exhibit);
        for (const Theme theme : { Theme::light, Theme::dark }) {
            const Style style = make_style(theme, 1.0F);
            const auto page = compose_page(*exhibit, kind.figure.size, style);
            for (std::size_t i = 0; i < page.items.size(); ++i) {
                const auto* text = std::get_if<Text>(&page.items[i]);
                if (text == nullptr)
                    continue;
                Color ground = style.panel;
                for (std::size_t below = 1; below < i; ++below) {
                    const auto* box = std::get_if<Box>(&page.items[below]);
                    if (box != nullptr && box->fill && box->fill->a == 255
                        && draw::testing::inside(drawn_rect(*text), box->rect, 4.0F))
                        ground = *box->fill;
                }
                EXPECT_GE(contrast_ratio(text->color, ground), 4.5) << kind.id << ": " << text->text;
            }
        }
    }
}

TEST(Kinds, BanksNameTheShownRequest)
{
    const auto subject = testing::recorded_subject("reduction", "reduce2");
    const auto exhibit = view_of("banks").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    const CaptionInput& caption = exhibit->caption;
    EXPECT_EQ(caption.kernel, "reduce2");
    EXPECT_EQ(caption.line, testing::line_of(subject, "sdata[index] +="));
    EXPECT_EQ(caption.code, "sdata[index] += sdata[index + s];");
    EXPECT_EQ(caption.what,
        (std::vector<std::string> {
            "ld.shared.u32", "access 2 of 5", "block 0", "warp 0, request 7 of 12", "CC 9.0", "n = 1024" }));
    EXPECT_EQ(caption.numbers,
        (std::vector<std::string> {
            "8 wavefronts", "ideal 1", "excess 7", "whole block, 12 requests: 47 wavefronts, ideal 12" }));
    EXPECT_APPROVED(caption.source);
}

// 16 banks for half-warps: in a later iteration the 16 threads that still add access one bank.
TEST(Kinds, BanksFollowTheRequestedArchitecture)
{
    const auto exhibit = view_of("banks").figure.prepare(testing::recorded_subject("reduction", "reduce2", "GTX280"));
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.what[4], "GeForce GTX 280 (CC 1.3)");
    EXPECT_EQ(exhibit->caption.numbers[0], "16 wavefronts");
    EXPECT_EQ(exhibit->caption.numbers[1], "ideal 1");
}

TEST(Kinds, SectorsShowUnusedBytes)
{
    auto subject = testing::recorded_subject("reduction", "reduce2");
    subject.line = testing::line_of(subject, "sums[blockIdx.x] ="); // one thread writes the block's sum
    const auto now = view_of("sectors").figure.prepare(subject);
    ASSERT_TRUE(now) << now.error().message;
    EXPECT_EQ(now->caption.numbers, (std::vector<std::string> { "1 sector", "ideal 1", "4 of 32 bytes used" }));
    subject = testing::recorded_subject("reduction", "reduce2", "1.3");
    subject.line = testing::line_of(subject, "sdata[tid] =");
    const auto then = view_of("sectors").figure.prepare(subject);
    ASSERT_TRUE(then) << then.error().message;
    EXPECT_EQ(
        then->caption.numbers, (std::vector<std::string> { "2 transactions", "4 sectors", "ideal 4", "128 of 128 bytes used" }));
}

TEST(Kinds, RetirementChoosesTheMostActiveBranch)
{
    auto subject = testing::recorded_subject("reduction", "reduce2");
    const auto exhibit = view_of("retirement").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.line, testing::line_of(subject, "if (index <"));
    EXPECT_EQ(exhibit->caption.code, "if (index < blockDim.x)");
    EXPECT_EQ(exhibit->caption.numbers,
        (std::vector<std::string> { "8 warps", "8 iterations", "divergent branches: 5", "retired warps: 7" }));
    subject.line = 1;
    EXPECT_APPROVED(view_of("retirement").figure.prepare(subject).error().message);
}

TEST(Kinds, WarpsCountTheBlock)
{
    const auto exhibit = view_of("warps").figure.prepare(testing::recorded_subject("reduction", "reduce2"));
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(
        exhibit->caption.numbers, (std::vector<std::string> { "blockDim 256 x 1 x 1", "8 warps", "0 lanes without a thread" }));
}

// Above its tile, not in the sentence about both.
Text name_of(const DrawList& picture, const std::string& name)
{
    for (const Text& text : draw::testing::texts_of(picture))
        if (text.text == name)
            return text;
    ADD_FAILURE() << "no tile is named " << name;
    return {};
}

TEST(Kinds, TheTileIsShownWithAndWithoutPadding)
{
    auto subject = testing::recorded_subject("transpose", "padded");
    subject.tile = TileShape { 32, 32, 1 };
    const auto exhibit = view_of("matrix").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.numbers[0], "tile[32][33]: 1 wavefront, recorded");
    EXPECT_APPROVED(exhibit->caption.numbers[1]) << "the access on which padding has an effect";
    const DrawList picture = exhibit->draw({ 800, 400 }, make_style(Theme::light, 1.0F));
    EXPECT_TRUE(draw::testing::says(picture, "tile[32][32]"));
    EXPECT_LT(name_of(picture, "tile[32][32]").anchor.x, name_of(picture, "tile[32][33]").anchor.x);
    auto unpadded = testing::recorded_subject("transpose", "tiled");
    unpadded.tile = TileShape { 32, 32, 0 };
    const auto conflict = view_of("matrix").figure.prepare(unpadded);
    ASSERT_TRUE(conflict) << conflict.error().message;
    EXPECT_EQ(conflict->caption.numbers,
        (std::vector<std::string> {
            "tile[32][32]: 32 wavefronts, recorded", "tile[32][33]: 1 wavefront, computed for the same elements" }));
}

TEST(Kinds, AMatrixRequiresItsTile)
{
    auto subject = testing::recorded_subject("transpose", "padded");
    EXPECT_APPROVED(view_of("matrix").figure.prepare(subject).error().message);
    subject.tile = TileShape { 4, 4, 0 };
    EXPECT_NE(
        view_of("matrix").figure.prepare(subject).error().message.find("is outside a tile of 4 rows and 4 columns of 4 bytes"),
        std::string::npos);
}

TEST(Kinds, TheTreeShowsTheRequestedIteration)
{
    auto subject = testing::recorded_subject("reduction", "reduce3");
    subject.iteration = 2;
    const auto exhibit = view_of("tree").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.numbers, (std::vector<std::string> { "256 threads", "64 additions" }));
    subject.iteration = 99;
    EXPECT_EQ(view_of("tree").figure.prepare(subject).error().message,
        "Unknown iteration 99: kernel `reduce3` executes iterations 1 to 8 in block 0.");
    EXPECT_APPROVED(view_of("tree").figure.prepare(testing::recorded_subject("nbody", "shared")).error().message);
}

TEST(Kinds, ABranchTakesBothPaths)
{
    const auto exhibit = view_of("branch").figure.prepare(testing::recorded_subject("reduction", "reduce1"));
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.numbers.size(), 2U);
    EXPECT_EQ(exhibit->caption.numbers[0].find("16 lanes: "), 0U) << exhibit->caption.numbers[0];
    const DrawList picture = exhibit->draw({ 800, 400 }, make_style(Theme::light, 1.0F));
    EXPECT_TRUE(draw::testing::says(picture, "reconverged"));
}

TEST(Kinds, OccupancyRequiresTheRegisters)
{
    auto subject = testing::recorded_subject("reduction", "reduce3");
    EXPECT_APPROVED(view_of("occupancy").figure.prepare(subject).error().message);
    subject.registers = 16;
    const auto exhibit = view_of("occupancy").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.numbers[0], "64 of 64 warps");
    EXPECT_APPROVED(exhibit->caption.numbers[1]);
}

TEST(Kinds, ComparisonsNameBothVariants)
{
    auto subject = testing::recorded_subject("reduction", "reduce2");
    EXPECT_APPROVED(view_of("compare").figure.prepare(subject).error().message);
    subject.other = testing::recorded_subject("reduction", "reduce3").recording;
    const auto exhibit = view_of("compare").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.kernel, "reduce2 and reduce3");
    EXPECT_TRUE(draw::testing::says(exhibit->draw({ 800, 400 }, make_style(Theme::light, 1.0F)), "L1 Wavefronts Shared"));
}

TEST(Kinds, LanesSummarizeTheBlock)
{
    auto subject = testing::recorded_subject("reduction", "reduce1");
    subject.warp = 5;
    const auto exhibit = view_of("lanes").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_EQ(exhibit->caption.what, (std::vector<std::string> { "block 0", "warp 5 of 8", "CC 9.0", "n = 1024" }));
    EXPECT_APPROVED(exhibit->caption.numbers);
    const Style style = make_style(Theme::light, 1.0F);
    EXPECT_TRUE(draw::testing::says(exhibit->draw({ 700, 300 }, style), "warp 5 · block 0"));
}

TEST(Kinds, TimesNameTheVirtualMachineOrTheGpuOfTheEstimate)
{
    const auto exhibit = view_of("timings").figure.prepare(testing::measured_subject());
    ASSERT_TRUE(exhibit);
    EXPECT_APPROVED(exhibit->caption.source);
    EXPECT_EQ(exhibit->caption.numbers[0], "step: median 2.00\u2009ms of 3 runs");
    EXPECT_EQ(exhibit->caption.numbers[1], "1.00\u2009ms to 4.00\u2009ms");
    auto without = testing::measured_subject();
    without.measurement->no_estimate = "a block does not fit";
    EXPECT_APPROVED(view_of("timings").figure.prepare(without)->caption.source);
    auto estimated = testing::measured_subject();
    estimated.measurement->estimated_for = "GeForce GTX 280";
    const auto estimate = view_of("timings").figure.prepare(estimated);
    EXPECT_APPROVED(estimate->caption.source);
    EXPECT_EQ(estimate->caption.numbers[0], "step: 2.00\u2009ms");
    EXPECT_TRUE(draw::testing::says(estimate->draw({ 640, 360 }, make_style(Theme::light, 1.0F)), "estimated for GTX 280"));
    auto on_gpu = testing::measured_subject();
    on_gpu.measurement->engine.kind = engine::EngineKind::gpu;
    on_gpu.measurement->engine.name = "NVIDIA H200";
    on_gpu.measurement->engine.detail = "CC 9.0";
    EXPECT_EQ(view_of("timings").figure.prepare(on_gpu)->caption.source, "measured on NVIDIA H200 (CC 9.0)");
}

} // namespace
} // namespace warpstage::views
