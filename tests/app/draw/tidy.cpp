#include "tests/app/draw/tidy.h"

#include "app/draw/color.h"
#include "tests/app/draw/geometry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace warpstage::draw::testing {

namespace {

constexpr std::array<Size, 4> kTidySizes = { { { 1280, 720 }, { 620, 400 }, { 420, 300 }, { 160, 90 } } };
constexpr float kSmallest = 9.0F; // points at scale 1: numbers in the cells of a large grid; words are never below 13

void expect_readable(const DrawList& picture, const Style& style, const std::string& where)
{
    for (const Text& text : texts_of(picture)) {
        EXPECT_GE(text.size, kSmallest * style.scale - 0.01F) << where << ": " << text.text;
        if (text.face != Face::mono) {
            EXPECT_GE(text.size, style.smallest - 0.01F) << where << ": " << text.text;
        }
        EXPECT_NE(text.color, style.dim) << where << ": " << text.text;
    }
}

} // namespace

void expect_tidy(const std::string& name, const Draw& draw)
{
    for (const Theme theme : { Theme::dark, Theme::light })
        for (const float scale : { 1.0F, 1.5F, 2.0F }) {
            const Style style = make_style(theme, scale);
            for (const Size size : kTidySizes) {
                const DrawList picture = draw(size, style);
                const std::string where = fmt::format("{} at {} x {}, scale {}", name, size.width, size.height, scale);
                EXPECT_FALSE(picture.items.empty()) << where;
                for (const std::string& wrong : outside_items(picture))
                    ADD_FAILURE() << where << ": " << wrong;
                for (const std::string& wrong : colliding_texts(picture))
                    ADD_FAILURE() << where << ": " << wrong;
                expect_readable(picture, style, where);
            }
        }
}

std::string long_name()
{
    return "a_kernel_whose_name_is_far_longer_than_any_slide_has_room_fo";
}

} // namespace warpstage::draw::testing
