#include "core/layout/expression.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::layout {
namespace {

std::string value(std::string_view text)
{
    const auto found = evaluate(text);
    return found ? text_of(*found) : found.error().message;
}

TEST(Expression, NotationOfCuTe)
{
    EXPECT_EQ(value("(8,64):(64,1)"), "(8,64):(64,1)");
    EXPECT_EQ(value(" ( _8 , ( _2, _4 ) ) : ( _1 , (_8,_16) ) "), "(8,(2,4)):(1,(8,16))");
    EXPECT_EQ(value("make_layout((8,64))"), "(8,64):(1,8)");
    EXPECT_EQ(value("make_layout_right((8,64))"), "(8,64):(64,1)");
    EXPECT_EQ(value("make_ordered_layout((2,2,2,2), (0,2,3,1))"), "(2,2,2,2):(1,4,8,2)"); // the example in CuTe's layout.hpp
    EXPECT_EQ(value("Sw<3,3,3> o 0 o (8,64):(64,1)"), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    EXPECT_EQ(value("Swizzle<3,3,3> o (8,64):(64,1)"), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    EXPECT_EQ(value("S<2,4,3> ∘ 64 ∘ 8:1"), "Sw<2,4,3> o 64 o 8:1");
    EXPECT_EQ(value("Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)"), "Sw<3,3,3> o 0 o (64,8):(1,64)");
    EXPECT_EQ(value("zipped_divide((8,64):(64,1), (4:1,_8))"), "((4,8),(2,8)):((64,1),(256,8))");
    EXPECT_EQ(value("composition(Sw<2,0,2>, 16:1)"), "Sw<2,0,2> o 0 o 16:1");
    EXPECT_EQ(value("tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (128,64))"), "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))");
    EXPECT_EQ(value("max_common_vector((8,4):(1,8), 32:1)"), "32");
}

// As CuTe 4.7 prints TiledLayout_TV.
TEST(Expression, ThreadValueLayoutsOfTiledCopies)
{
    EXPECT_EQ(value("make_tiled_copy((32,8), (4,1))"), "(256,4):(4,1)");
    EXPECT_EQ(value("make_tiled_copy((16,8):(8,1), (1,8))"), "((8,16),8):((128,1),16)");
    EXPECT_EQ(value("make_tiled_copy((4,8):(8,1), (2,2):(2,1))"), "((8,4),(2,2)):((16,2),(8,1))");
}

TEST(Expression, RefusalsAreSentences)
{
    EXPECT_APPROVED(value(""));
    EXPECT_APPROVED(value("(8,64"));
    EXPECT_APPROVED(value("(8,64):(64)"));
    EXPECT_APPROVED(value("(8,0):(1,8)"));
    EXPECT_APPROVED(value("(8,64):(64,1) x"));
    EXPECT_APPROVED(value("99999999999"));
    EXPECT_APPROVED(value("(65536,65536):(1,65536)"));
    EXPECT_APPROVED(value("compose(8:1, 4:2)"));
    EXPECT_APPROVED(value("composition(8:1)"));
    EXPECT_APPROVED(value("composition((6,4):(4,1), 2:8)"));
    EXPECT_APPROVED(value("composition((4,6):(6,1), 3:2)"));
    EXPECT_APPROVED(value("complement((4,4):(1,2))"));
    EXPECT_APPROVED(value("complement(4:-1, 8)"));
    EXPECT_APPROVED(value("logical_divide(8:1, (4,2))"));
    EXPECT_APPROVED(value("zipped_divide((8,8), (4,_))"));
    EXPECT_APPROVED(value("tile_to_shape((8,64):(64,1), (100,64))"));
    EXPECT_APPROVED(value("Sw<3,3,2>"));
    EXPECT_APPROVED(value("Sw<3,3> o 8:1"));
    EXPECT_APPROVED(value("right_inverse(Sw<3,3,3> o 8:1)"));
    EXPECT_APPROVED(value("size(_)"));
    EXPECT_APPROVED(value("downcast((4,8):(2,8), 2)"));
    EXPECT_APPROVED(value("blocked_product((8):(1), 4:1)"));
    EXPECT_APPROVED(value("Sw<3,4,3> o smem_ptr[24b](unset) o 8:1"));
    EXPECT_APPROVED(value("logical_divide(8:1, 0)"));
    EXPECT_APPROVED(value("composition(8:1, (-2))"));
    EXPECT_APPROVED(value("logical_product((65536):(1), 65536)"));
    EXPECT_APPROVED(value("downcast(Sw<3,4,3> o 8:1, 1073741824)"));
    EXPECT_EQ(value(std::string(5000, '(')).substr(0, 14), "The expression");
    EXPECT_APPROVED(value(std::string(200, '(')));
}

} // namespace
} // namespace warpstage::layout
