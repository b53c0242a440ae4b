// Arrays in files: NumPy's format, raw bytes and text.
#include "core/base/temporary_folder.h"
#include "core/problem/buffers/array_file.h"
#include "core/problem/buffers/bytes.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace warpstage::problem {
namespace {

using ptx::Type;

std::string content(const std::filesystem::path& file)
{
    std::ifstream stream { file, std::ios::binary };
    return { std::istreambuf_iterator<char> { stream }, std::istreambuf_iterator<char> {} };
}

TEST(ArrayFile, NumPysHeaderIsThatOfTheFormat)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "x.npy";
    ASSERT_TRUE(write_array(file, Type::f32, to_bytes(std::vector<float> { 1.0F, 2.0F })).ok());
    const auto text = content(file);
    // As numpy.save() writes it: magic, version 1.0, length 118, dictionary up to a multiple of 64.
    EXPECT_EQ(text.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(text.substr(10, 58), "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } ");
    EXPECT_EQ(text.size(), 128U + 8);
    EXPECT_EQ(text[127], '\n');
}

TEST(ArrayFile, EveryFormatIsReadAsItWasWritten)
{
    const TemporaryFolder folder;
    const auto bytes = to_bytes(std::vector<std::int16_t> { -1, 2, 300 });
    for (const auto* name : { "x.npy", "x.bin", "x.csv", "x.txt" }) {
        ASSERT_TRUE(write_array(folder.path() / name, Type::s16, bytes).ok()) << name;
        const auto read = read_array(folder.path() / name, Type::s16, std::nullopt);
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read->bytes, bytes) << name;
        EXPECT_EQ(read_array(folder.path() / name, Type::s16, 2)->count, 2U) << name;
        EXPECT_EQ(read_array(folder.path() / name, Type::s16, 4).error().message,
            "the file " + (folder.path() / name).string() + " has 3 numbers, but 4 are required");
    }
}

TEST(ArrayFile, AnotherTypeOrFormatIsRefused)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "x.npy";
    ASSERT_TRUE(write_array(file, Type::f64, to_bytes(std::vector<double> { 1.0 })).ok());
    EXPECT_EQ(read_array(file, Type::f32, std::nullopt).error().message,
        "the file " + file.string() + " has elements of NumPy type `<f8`, but f32 requires `<f4`");
    EXPECT_EQ(
        write_array(file, Type::bf16, {}).error().message, file.string() + ": NumPy has no type for bf16. Use .bin or .csv.");
    std::ofstream { file } << "not an array of NumPy";
    EXPECT_EQ(
        read_array(file, Type::f32, std::nullopt).error().message, "the file " + file.string() + " is not a .npy file of NumPy");
    EXPECT_FALSE(write_array("/nonexistent/x.bin", Type::f32, {}).ok());
}

TEST(ArrayFile, WhatIsNotAFileOrContradictsItselfIsRefused)
{
    const TemporaryFolder folder;
    const auto refusal = [](const std::filesystem::path& file) {
        return read_array(file, Type::f32, std::nullopt).error().message;
    };
    EXPECT_EQ(refusal(folder.path()), "the file " + folder.path().string() + " cannot be read: Is a directory") << "a folder";
    EXPECT_APPROVED(refusal("/dev/zero")) << "has no end";
    const auto odd = folder.path() / "x.bin";
    std::ofstream { odd, std::ios::binary } << "12345";
    EXPECT_EQ(refusal(odd), "the file " + odd.string() + " has 5 bytes, which is not a multiple of the 4 bytes of f32");
    const auto array = folder.path() / "x.npy";
    ASSERT_TRUE(write_array(array, Type::f32, to_bytes(std::vector<float> { 1.0F, 2.0F })).ok());
    const auto whole = content(array);
    for (const std::string shape : { "(3,)", "(-1)", "(1,)", "(1, 4611686018427387904,)" }) {
        auto changed = whole;
        const auto at = changed.find("(2,)");
        changed.replace(at, shape.size(), shape);
        std::ofstream { array, std::ios::binary } << changed;
        EXPECT_EQ(refusal(array), "the file " + array.string() + " has 8 bytes of numbers, which its header does not describe")
            << shape;
    }
    auto matrix = whole;
    matrix.replace(matrix.find("(2,)"), 7, "(1, 2,)");
    std::ofstream { array, std::ios::binary } << matrix;
    EXPECT_EQ(read_array(array, Type::f32, std::nullopt)->count, 2U);
}

} // namespace
} // namespace warpstage::problem
