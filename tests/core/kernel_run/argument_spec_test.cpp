// Parsing of kernel arguments, and error messages for invalid ones.
#include "core/kernel_run/argument_spec.h"
#include "core/problem/buffers/element_type.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpstage::kernel_run {
namespace {

ArgumentSpec parsed(const std::string& text, Names names = {}, std::size_t place = 1)
{
    auto spec = parse_argument(text, place, names);
    EXPECT_TRUE(spec.ok()) << spec.error().message;
    return spec ? std::move(*spec) : ArgumentSpec {};
}

std::vector<double> values(const ArgumentSpec& spec)
{
    std::vector<double> result;
    for (std::size_t i = 0; i < spec.bytes.size() / ptx::size_of(spec.type); ++i)
        result.push_back(problem::number_of(spec.bytes, spec.type, i));
    return result;
}

std::string refusal(const std::string& text)
{
    Names names;
    const auto spec = parse_argument(text, 1, names);
    return spec ? "(accepted)" : spec.error().message;
}

using Numbers = std::vector<double>;

TEST(ArgumentSpec, Scalars)
{
    const auto real = parsed("f32=0.5");
    EXPECT_EQ(real.type, ptx::Type::f32);
    EXPECT_FALSE(real.is_buffer());
    EXPECT_EQ(real.parameter_bytes(), 4U);
    EXPECT_EQ(real.name, "arg1");
    EXPECT_EQ(values(real), Numbers { 0.5 });
    EXPECT_EQ(values(parsed("s32=-7")), Numbers { -7.0 });
    EXPECT_EQ(values(parsed("u64=2^40")), Numbers { 1099511627776.0 });
    EXPECT_EQ(values(parsed("u8=255")), Numbers { 255.0 });
    EXPECT_EQ(values(parsed("f16=1.5")), Numbers { 1.5 });
    EXPECT_EQ(parsed("bf16=1.5").parameter_bytes(), 2U);
    EXPECT_EQ(values(parsed("f64=-inf")), Numbers { -std::numeric_limits<double>::infinity() });
    EXPECT_EQ(problem::text_of(parsed("f32=nan").bytes, ptx::Type::f32, 0), "nan");
}

TEST(ArgumentSpec, NamesOfIntegersCanBeUsedInLaterArguments)
{
    Names names { { "TILE", 16 } };
    const std::vector<std::string> texts { "n:s32=TILE*4", "f32=2", "x:f32[n]=zero", "s32[(n+1)/2]=iota", "rows:u32=n/4" };
    const auto specs = parse_arguments(texts, names);
    ASSERT_TRUE(specs.ok()) << specs.error().message;
    EXPECT_EQ((*specs)[2].count, 64U);
    EXPECT_EQ((*specs)[3].count, 32U);
    EXPECT_EQ((*specs)[3].name, "arg4");
    EXPECT_EQ(values((*specs)[4]), Numbers { 16.0 });
    EXPECT_EQ(names.at("rows"), 16);
}

TEST(ArgumentSpec, Contents)
{
    const auto zero = parsed("f32[2^20]=zero");
    EXPECT_TRUE(zero.is_buffer());
    EXPECT_EQ(zero.count, 1048576U);
    EXPECT_TRUE(zero.bytes.empty()) << "zeros need no bytes";
    EXPECT_EQ(zero.parameter_bytes(), 8U);
    EXPECT_FALSE(zero.output);
    const auto out = parsed("y:f64[3]=out");
    EXPECT_TRUE(out.output);
    EXPECT_EQ(out.name, "y");
    EXPECT_EQ(values(parsed("s16[3]=ones")), (Numbers { 1, 1, 1 }));
    EXPECT_EQ(values(parsed("f16[4]=iota")), (Numbers { 0, 1, 2, 3 }));
    EXPECT_EQ(values(parsed("f32[2]=value:-1.5")), (Numbers { -1.5, -1.5 }));
    EXPECT_EQ(values(parsed("s32[2]=value:n-1", { { "n", 8 } })), (Numbers { 7, 7 }));
    EXPECT_EQ(values(parsed("u8[3]=list:1, 2,255")), (Numbers { 1, 2, 255 }));
}

TEST(ArgumentSpec, RandomNumbersAreSeededAndInRange)
{
    const auto first = values(parsed("f32[1000]=random:7"));
    EXPECT_EQ(first, values(parsed("f32[1000]=random:7")));
    EXPECT_NE(first, values(parsed("f32[1000]=random:8")));
    const auto [least, greatest] = std::ranges::minmax(first);
    EXPECT_GE(least, 0.0);
    EXPECT_LT(least, 0.01);
    EXPECT_LE(greatest, 1.0);
    EXPECT_GT(greatest, 0.99);

    const auto reals = values(parsed("f64[1000]=random:7:-3:-1"));
    EXPECT_TRUE(std::ranges::all_of(reals, [](double x) { return x >= -3.0 && x < -1.0; }));
    const auto dice = values(parsed("u8[1000]=random:7:1:6"));
    EXPECT_EQ(std::ranges::min(dice), 1.0);
    EXPECT_EQ(std::ranges::max(dice), 6.0);
    const auto integers = values(parsed("s32[1000]=random:7"));
    EXPECT_EQ(std::ranges::min(integers), 0.0);
    EXPECT_EQ(std::ranges::max(integers), 99.0);
    EXPECT_EQ(values(parsed("s8[2]=random:1:-5:-5")), (Numbers { -5, -5 }));
}

class SpecFile : public testing::Test {
protected:
    void SetUp() override
    {
        std::ofstream(m_path) << "1, 2.5;3\n\n-4e1\n";
        std::ofstream(m_words) << "1,2\n3,four\n";
        std::ofstream(m_empty) << " \n,;\n";
    }
    void TearDown() override
    {
        for (const auto& path : { m_path, m_words, m_empty })
            std::filesystem::remove(path);
    }

    static std::string place(const char* name) { return (std::filesystem::temp_directory_path() / name).string(); }

    std::string m_path = place("warpstage-spec-numbers.csv");
    std::string m_words = place("warpstage-spec-words.csv");
    std::string m_empty = place("warpstage-spec-empty.csv");
};

TEST_F(SpecFile, AFileGivesItsNumbersAndTheirCount)
{
    const auto all = parsed("x:f32[]=file:" + m_path);
    EXPECT_EQ(all.count, 4U);
    EXPECT_EQ(values(all), (Numbers { 1, 2.5, 3, -40 }));
    EXPECT_EQ(values(parsed("f32[2]=file:" + m_path)), (Numbers { 1, 2.5 })) << "the first ones";
}

TEST_F(SpecFile, FileErrorsAreReportedWithTheirLine)
{
    const auto expect = [](const std::string& argument, const std::string& problem) {
        EXPECT_EQ(refusal(argument), "--arg " + argument + ": " + problem);
    };
    expect("f32[9]=file:" + m_path, "the file " + m_path + " has 4 numbers, but 9 are required.");
    expect("f32[]=file:" + m_words, m_words + ":2: `four` is not a number.");
    expect("s32[]=file:" + m_path, m_path + ":1: an integer is required, not 2.5.\n    2.5\n    ^");
    expect("f32[]=file:" + m_empty, "the file " + m_empty + " has no numbers.");
    expect("f32[]=file:/nonexistent", "the file /nonexistent cannot be read: No such file or directory.");
}

TEST(ArgumentSpec, SizesMayUseLaterIntegers)
{
    Names names;
    const std::vector<std::string> texts { "x:f32[n*m]=zero", "m:s32=n/2", "n:s32=8" };
    const auto failed = parse_arguments(texts, names);
    ASSERT_FALSE(failed.ok()) << "a value may only use preceding integers";
    EXPECT_EQ(failed.error().message, "--arg m:s32=n/2: unknown name `n`.\n    n/2\n    ^");
    const std::vector<std::string> ordered { "x:f32[n*m]=zero", "n:s32=8", "m:s32=n/2" };
    const auto specs = parse_arguments(ordered, names);
    ASSERT_TRUE(specs.ok()) << specs.error().message;
    EXPECT_EQ(specs->at(0).count, 32U);
    EXPECT_EQ(specs->at(1).name, "n");
}

TEST(ArgumentSpec, ErrorsAreReportedInOneSentence)
{
    const std::string form = "an argument must have the form [NAME:]TYPE=VALUE or [NAME:]TYPE[COUNT]=CONTENTS, for example "
                             "f32=0.5 or x:f32[1024]=random:7.";
    for (const std::string text : { "", "f32", "7", "2x:f32=1", ":f32=1", "f32[4=zero", "f32]4[=zero", "out" })
        EXPECT_EQ(refusal(text), "--arg " + text + ": " + form);
    EXPECT_APPROVED(refusal("float=1"));
    EXPECT_APPROVED(refusal("f32=many"));
    EXPECT_APPROVED(refusal("s32=0.5"));
    EXPECT_APPROVED(refusal("u8=256"));
    EXPECT_APPROVED(refusal("u32=-1"));
    EXPECT_APPROVED(refusal("f32[n]=zero"));
    EXPECT_APPROVED(refusal("f32[0]=zero"));
    EXPECT_APPROVED(refusal("f64[2^40]=zero"));
    EXPECT_APPROVED(refusal("f32[]=zero"));
    EXPECT_APPROVED(refusal("f32[4]=zeros"));
    EXPECT_APPROVED(refusal("f32[4]=noise"));
    EXPECT_APPROVED(refusal("f32[4]=list:1,2"));
    EXPECT_APPROVED(refusal("u8[300]=iota"));
    EXPECT_APPROVED(refusal("f32[4]=random"));
    EXPECT_APPROVED(refusal("f32[4]=random:1:2"));
    EXPECT_APPROVED(refusal("f32[4]=random:1:2:2"));
    EXPECT_APPROVED(refusal("s32[4]=random:1:3:2"));
    EXPECT_APPROVED(refusal("s8[4]=random:1:0:200"));
}

TEST(ArgumentSpec, StructuresAreLaidOutAsInC)
{
    const auto mixed = parsed("p:{u8=1,f64=2,s16=3,x:f32[4]=iota}");
    EXPECT_TRUE(mixed.is_structure());
    EXPECT_FALSE(mixed.is_buffer());
    EXPECT_EQ(mixed.name, "p");
    ASSERT_EQ(mixed.members.size(), 4U);
    EXPECT_EQ(mixed.members[1].offset, 8U);
    EXPECT_EQ(mixed.members[2].offset, 16U);
    EXPECT_EQ(mixed.members[3].offset, 24U);
    EXPECT_EQ(mixed.members[3].name, "x");
    EXPECT_EQ(mixed.members[2].name, "p_3");
    EXPECT_EQ(mixed.parameter_bytes(), 32U);
    EXPECT_EQ(mixed.alignment(), 8U);
    EXPECT_EQ(parsed("{f32=1,u8=2}").parameter_bytes(), 8U) << "the end is padded";
    EXPECT_EQ(parsed("{f32=1,u8=2}").members[0].name, "arg1_1");
}

TEST(ArgumentSpec, StructuresContainListsAndStructures)
{
    Names names;
    const auto spec = parse_argument("{x:f32[3]=list:1,2,3,n:s32=4,{u8=1,s16=n*2},y:u8[n]=zero}", 1, names);
    ASSERT_TRUE(spec.ok()) << spec.error().message;
    ASSERT_EQ(spec->members.size(), 4U);
    EXPECT_EQ(values(spec->members[0]), (Numbers { 1, 2, 3 }));
    EXPECT_EQ(spec->members[2].offset, 12U);
    EXPECT_EQ(values(spec->members[2].members[1]), Numbers { 8 });
    EXPECT_EQ(spec->members[3].count, 4U);
    EXPECT_EQ(spec->members[3].offset, 16U);
    EXPECT_EQ(spec->parameter_bytes(), 24U);
}

TEST(ArgumentSpec, StructureErrorsQuoteTheMember)
{
    EXPECT_APPROVED(refusal("{f32=1,float=2}"));
    EXPECT_APPROVED(refusal("{}"));
    EXPECT_APPROVED(refusal("{f32=1"));
    EXPECT_APPROVED(refusal("{tex2d:f32[8,8]=zero}"));
    EXPECT_APPROVED(refusal("{{{{{{{{{f32=1}}}}}}}}}"));
}

TEST(ArgumentSpec, TexturesAreParsed)
{
    const auto image = parsed("image:tex2d,linear,wrap,normalized,float:u8x4[w,w/2]=random:7", { { "w", 64 } });
    ASSERT_TRUE(image.texture.has_value());
    EXPECT_EQ(*image.texture,
        (TextureDescription { .shape = TextureShape::array_2d,
            .element = TextureElement::u8,
            .channels = 4,
            .width = 64,
            .height = 32,
            .address = { AddressMode::wrap, AddressMode::wrap },
            .filter = FilterMode::linear,
            .read = ReadMode::normalized_float,
            .coordinates = Coordinates::normalized }));
    EXPECT_EQ(image.name, "image");
    EXPECT_EQ(image.count, 64U * 32 * 4);
    EXPECT_EQ(image.bytes.size(), 64U * 32 * 4);
    EXPECT_EQ(image.parameter_bytes(), 8U);
    EXPECT_EQ(parsed("tex1dfetch:s32[100]=iota").texture->shape, TextureShape::linear);
    EXPECT_EQ(parsed("tex1d,mirror,normalized:f32[100]=iota").texture->address[0], AddressMode::mirror);
    EXPECT_EQ(parsed("tex2dpitch:f16[16,3]=zero").texture->shape, TextureShape::pitched);
    EXPECT_EQ(parsed("tex2d:f32[8,8]=zero").name, "arg1");
    EXPECT_EQ(parsed("tex3d:f32[8,4,2]=zero").count, 64U);
    EXPECT_EQ(parsed("tex2dlayered:f32[8,4,2]=zero").texture->depth, 2U);
    EXPECT_EQ(parsed("tex1dlayered:f32[8,3]=zero").texture->depth, 3U);
    const auto cubes = parsed("texcubemaplayered:f32[4,2]=zero");
    EXPECT_EQ(cubes.texture->height, 4U);
    EXPECT_EQ(cubes.count, 4U * 4 * 6 * 2);
}

TEST(ArgumentSpec, SurfacesAreParsed)
{
    const auto surface = parsed("image:surf2d:s32[8,4]=out");
    EXPECT_TRUE(surface.texture->is_surface());
    EXPECT_EQ(surface.texture->shape, TextureShape::array_2d);
    EXPECT_TRUE(surface.output);
    EXPECT_EQ(parsed("surfcubemap:u8x4[4]=zero").count, 4U * 4 * 6 * 4);
    EXPECT_APPROVED(refusal("surf2d,linear:s32[8,4]=zero"));
    EXPECT_APPROVED(refusal("surf3d:s32[8,4]=zero"));
    EXPECT_APPROVED(refusal("surf1d:s32[40000]=zero"));
}

TEST(ArgumentSpec, TensorMapsAreParsed)
{
    const auto map = parsed("a:tensormap,box32x4,swizzle128,nan:f32[w,8]=iota", { { "w", 64 } });
    ASSERT_TRUE(map.tensor_map.has_value());
    EXPECT_EQ(map.name, "a");
    EXPECT_EQ(map.count, 64U * 8);
    EXPECT_EQ(map.parameter_bytes(), 128U);
    EXPECT_EQ(map.tensor_map->rank, 2U);
    EXPECT_EQ(map.tensor_map->box[1], 4U);
    EXPECT_EQ(map.tensor_map->strides[1], 256U);
    EXPECT_EQ(map.tensor_map->swizzle, 128U);
    EXPECT_TRUE(map.tensor_map->fills_with_nan);
    EXPECT_APPROVED(refusal("tensormap,box8:f32[64,8]=zero"));
    EXPECT_APPROVED(refusal("tensormap,box8x:f32[64,8]=zero"));
    EXPECT_APPROVED(refusal("tensormap,box8x8:s8[64,8]=zero"));
}

TEST(ArgumentSpec, TextureErrorsAreReported)
{
    EXPECT_APPROVED(refusal("tex2d:f32=1"));
    EXPECT_APPROVED(refusal("tex2d:f32[8]=zero"));
    EXPECT_APPROVED(refusal("tex1d:f32[8,8]=zero"));
    EXPECT_APPROVED(refusal("tex2d,blurred:f32[8,8]=zero"));
    EXPECT_APPROVED(refusal("tex2d:f64[8,8]=zero"));
    EXPECT_APPROVED(refusal("tex2d:u8x3[8,8]=zero"));
    EXPECT_APPROVED(refusal("tex2d:f32[0,8]=zero"));
    EXPECT_APPROVED(refusal("tex2d,wrap:f32[8,8]=zero"));
    EXPECT_APPROVED(refusal("tex1dfetch:f32x4[2^28]=zero"));
}

TEST(ArgumentSpec, DuplicateNamesAreRefused)
{
    Names names;
    const std::vector<std::string> texts { "x:s32=1", "x:f32[4]=zero" };
    const auto specs = parse_arguments(texts, names);
    ASSERT_FALSE(specs.ok());
    EXPECT_APPROVED(specs.error().message);
    const std::vector<std::string> nested { "x:s32=1", "{f32=1,x:f32[4]=zero}" };
    const auto members = parse_arguments(nested, names);
    ASSERT_FALSE(members.ok());
    EXPECT_APPROVED(members.error().message);
}

TEST(ArgumentSpec, AllBitsOfAnUnsignedNumber)
{
    EXPECT_EQ(problem::text_of(parsed("u64=18446744073709551615").bytes, ptx::Type::u64, 0), "18446744073709551615");
    EXPECT_EQ(problem::text_of(parsed("seed:u64=0x9E3779B97F4A7C15").bytes, ptx::Type::u64, 0), "11400714819323198485");
    EXPECT_EQ(problem::text_of(parsed("u64[2]=list:0xffffffffffffffff,1").bytes, ptx::Type::u64, 0), "18446744073709551615");
    EXPECT_EQ(values(parsed("u32=0xff")), Numbers { 255.0 });
    Names names;
    EXPECT_FALSE(parse_argument("s64=0xffffffffffffffff", 1, names).ok());
    EXPECT_FALSE(parse_argument("u64=18446744073709551616", 1, names).ok());
}

TEST(ArgumentSpec, AddressesOfOtherBuffers)
{
    const auto alias = parsed("@x+n/2", { { "n", 10 } });
    EXPECT_EQ(alias.parameter_bytes(), 8U);
    ASSERT_TRUE(alias.alias.has_value());
    EXPECT_EQ(alias.alias->buffer, "x");
    EXPECT_EQ(alias.alias->elements, 5);
    const auto list = parsed("rows:ptr[]=list:@a,null,@b+4");
    ASSERT_EQ(list.pointers.size(), 3U);
    EXPECT_EQ(list.pointers[1].buffer, "");
    EXPECT_EQ(list.pointers[2].elements, 4);
    EXPECT_EQ(list.count, 3U);
    EXPECT_EQ(parsed("ptr[4]=each:@m+i*8").pointers[3].elements, 24);
    const auto structure = parsed("{@x,s32=3,p:ptr[]=list:@a,@b,@y+1}");
    ASSERT_EQ(structure.members.size(), 3U) << "a list takes the addresses after it";
    EXPECT_EQ(structure.members[2].pointers.size(), 3U);
}

TEST(ArgumentSpec, InvalidAddresses)
{
    EXPECT_APPROVED(refusal("@"));
    EXPECT_APPROVED(refusal("ptr=@x"));
    EXPECT_APPROVED(refusal("ptr[3]=list:@x,@y"));
    EXPECT_APPROVED(refusal("ptr[2]=zero"));
}

TEST(ArgumentSpec, UnwrittenMemory)
{
    const auto spec = parsed("f32[4]=unwritten");
    EXPECT_TRUE(spec.unwritten);
    EXPECT_FALSE(spec.output);
    EXPECT_FALSE(parsed("f32[4]=zero").unwritten);
}

} // namespace
} // namespace warpstage::kernel_run
