#include "core/session/link/link.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <random>

namespace warpstage::session {
namespace {

Link full_link()
{
    Link link;
    link.lesson = "nbody";
    link.variant = "shared-tiles";
    link.parameters = { { "n", "2^12" }, { "index", "tid ^ (lane>>3) & 7 # \xc3\xa9=%" } };
    link.architecture = "GeForce GTX 280";
    link.warp_width = 16;
    link.cue = 3;
    link.answer = true;
    link.paused = true;
    link.edited = true;
    link.selection = { 7, 2, 31, 40, 5, 1234 };
    return link;
}

TEST(Link, AnAddressFromTheManualIsRead)
{
    const auto link = parse_link("lesson=transpose&variant=tiled&arch=GTX280&cue=4");
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(link->lesson, "transpose");
    EXPECT_EQ(link->variant, "tiled");
    EXPECT_EQ(link->architecture, "GTX280");
    EXPECT_EQ(link->cue, 3);
    EXPECT_FALSE(link->answer);
    EXPECT_FALSE(link->selection.step);
    EXPECT_EQ(to_text(*link), "lesson=transpose&variant=tiled&arch=GTX280&cue=4");
}

TEST(Link, ParametersMayBeWrittenWithOrWithoutEscapes)
{
    using Parameters = std::vector<std::pair<std::string, std::string>>;
    const Parameters expected { { "n", "1024" }, { "index", "tid*2" } };
    EXPECT_EQ(parse_link("lesson=nbody&set=n=1024&set=index=tid*2")->parameters, expected);
    EXPECT_EQ(parse_link("set=n%3D1024&lesson=nbody&set=index%3dtid%2A2")->parameters, expected);
}

TEST(Link, EveryMemberSurvivesARoundTrip)
{
    const auto again = parse_link(to_text(full_link()));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, full_link());
    EXPECT_EQ(*parse_link(""), Link {});

    const PublishedLink published { "a1b2c3d4", 18446744073709551615U, {}, full_link() };
    const auto read = parse_published_link(to_text(published));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, published);
    EXPECT_LT(to_text(published).size(), 400U);
}

TEST(Link, ALayoutIsReadableInTheAddress)
{
    const auto link = parse_link("layout=(64,64):(64,1)&swizzle=3,3,3&type=e4m3&layout-access=tma.128B");
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(link->layout, (analysis::LayoutQuestion { "(64,64):(64,1)", "3,3,3", "e4m3", "tma.128B" }));
    EXPECT_EQ(to_text(*link), "layout=(64,64):(64,1)&swizzle=3,3,3&type=e4m3&layout-access=tma.128B");
    EXPECT_EQ(parse_link("layout=Sw%3C3,3,3%3E%20o%20(8,64)")->layout->layout, "Sw<3,3,3> o (8,64)");
    EXPECT_EQ(parse_link("swizzle=3,3,3")->layout->layout, analysis::LayoutQuestion {}.layout)
        << "the others are the initial ones";
    EXPECT_FALSE(parse_link("lesson=banks")->layout);
}

TEST(Link, APublishedStateNamesTheFileWithTheEditedKernels)
{
    PublishedLink published { "a1b2c3d4", 2, KernelsFile { 0x0f3a5c77d1e20b46, 31744 }, full_link() };
    const std::string text = to_text(published);
    EXPECT_NE(text.find("&kernels=0f3a5c77d1e20b46-31744&"), std::string::npos) << text;
    EXPECT_EQ(file_name(*published.kernels), "kernels-0f3a5c77d1e20b46");
    const auto read = parse_published_link(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, published);
    EXPECT_FALSE(parse_link("lesson=nbody&kernels=0f3a5c77d1e20b46-31744")) << "only beside a published state";
    for (const char* kernels : { "", "0f3a5c77d1e20b46", "0f3a5c77d1e20b46-", "0f3a5c77d1e20b4-31744", "../0f3a5c77d1e2-31744",
             "0f3a5c77d1e20b46-9999999999999999999999", "0f3a5c77d1e20b46-1x", "0f3a5c77d1e20b46-1&kernels=edited" })
        EXPECT_FALSE(parse_published_link(std::string { "warpstage=1&presenter=a&serial=1&lesson=b&kernels=" } + kernels))
            << kernels;
}

TEST(Link, InvalidLinksAreRefusedWithThePlace)
{
    const auto refusal = [](std::string_view text) {
        const auto link = parse_link(text);
        return link ? std::string {} : link.error().message;
    };
    const auto invalid = [](std::string_view pair) {
        return "The link contains `" + std::string(pair) + "`, which is not valid.";
    };
    for (const char* pair : { "lesson", "lesson=", "variant=", "set=n", "set=n=", "set==3", "set=<i>=3", "cue=0", "cue=-1",
             "cue=4x", "cue=", "cue=99999999999999999999", "warp=4294967296", "step=1.5", "lane=0x1", "arch=", "width=x",
             "question=open", "simulation=1", "script=alert(1)", "=", "lesson=%", "lesson=%2", "lesson=%zz", "lesson=%00",
             "arch=%0A", "arch=a%7f" })
        EXPECT_EQ(refusal(pair), invalid(pair));
    EXPECT_EQ(refusal("lesson=a&lesson=b"), invalid("lesson=b")) << "twice";
    EXPECT_EQ(refusal("x=" + std::string(900, 'a')), invalid("x=" + std::string(38, 'a')));
    EXPECT_EQ(refusal("\x01\xff\x02x=3"), invalid("???x=3"));
    EXPECT_APPROVED(refusal(std::string(1001, '&')));
    EXPECT_EQ(refusal(std::string(1000, '&')), "");
}

TEST(Link, WhatIsNotAPublishedStateIsRefused)
{
    const auto refusal = [](std::string_view text) {
        const auto published = parse_published_link(text);
        return published ? std::string {} : published.error().message;
    };
    const std::string other = "It is not a published state of warpstage.";
    for (const char* text : { "", "\n", "<!doctype html>", "lesson=nbody", "{\"lesson\": 3}", "WARPSTAGE=1" })
        EXPECT_EQ(refusal(text), other) << text;
    EXPECT_APPROVED(refusal("warpstage=2&x=y"));
    EXPECT_APPROVED(refusal("warpstage=\n&"));
    const std::string incomplete = "The published state is incomplete.";
    EXPECT_EQ(refusal("warpstage=1"), incomplete);
    EXPECT_EQ(refusal("warpstage=1&presenter=a&serial=1"), incomplete);
    EXPECT_EQ(refusal("warpstage=1&presenter=a&lesson=b"), incomplete);
    EXPECT_EQ(refusal("warpstage=1&serial=1&lesson=b"), incomplete);
    EXPECT_EQ(refusal("warpstage=1&presenter=a&serial=1&lesson=b\n"), "");
    EXPECT_APPROVED(refusal("warpstage=1&presenter=a&serial=1&lesson=b&cue=x\n"));
}

// Every text of the file, cut anywhere or with a changed byte, is read or refused.
TEST(Link, DamagedTextsAreReadOrRefused)
{
    const std::string whole = to_text(PublishedLink { "a1b2", 3, KernelsFile { 7, 8 }, full_link() });
    for (std::size_t size = 0; size < whole.size(); ++size)
        static_cast<void>(parse_published_link(std::string_view(whole).substr(0, size)));
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same bytes in every run
    for (int i = 0; i < 20000; ++i) {
        std::string damaged = whole;
        for (int changes = 0; changes < 3; ++changes)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        if (const auto read = parse_published_link(damaged)) {
            EXPECT_LE(read->link.lesson.size(), kMaxLinkBytes);
            EXPECT_EQ(*parse_published_link(to_text(*read)), *read) << damaged;
        }
    }
}

} // namespace
} // namespace warpstage::session
