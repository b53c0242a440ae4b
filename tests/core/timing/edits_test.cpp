// Mechanical edits of a kernel's text and launch. That they keep results is tested where they run:
// tests/app/cli/job_trial_test.cpp and tests/core/editing/advice_trial_test.cpp.
#include "core/problem/launch_change.h"
#include "core/timing/advice/edit.h"
#include "core/timing/advice/source_edits.h"

#include <gtest/gtest.h>

namespace warpstage::timing {
namespace {

TEST(SourceEdits, PadsTheArrayOfTheLine)
{
    const std::string source = "__global__ void k(float* a)\n{\n    __shared__ float tile[T][T]; // rows, columns\n"
                               "    tile[threadIdx.y][threadIdx.x] = a[0];\n    a[1] = tile[threadIdx.x][threadIdx.y];\n}\n";
    const auto padded = pad_shared_array(source, 5);
    ASSERT_TRUE(padded);
    EXPECT_NE(padded->find("tile[T][T + 1]; // rows, columns"), std::string::npos) << *padded;
    EXPECT_EQ(shared_array_at(source, 5)->name, "tile");
}

TEST(SourceEdits, LeavesArraysWhoseRowsMayBeCounted)
{
    const std::string begin = "__global__ void k(float* a)\n{\n    __shared__ float tile[8][8];\n";
    for (const char* use : { "float* p = &tile[0][0]; p[9] = tile[1][2]; load(tile);",
             "a[0] = (&tile[0])[1][2] + tile[1][1] + sizeof(tile);", "float (*rows)[8] = tile; a[0] = tile[1][1];",
             "b[0] = *reinterpret_cast<float4*>(&tile[1][4]) + tile[1][1];", "mma(fragment, & tile[1][0], 8);" })
        EXPECT_FALSE(pad_shared_array(begin + "    " + use + "\n}\n", 4)) << use;
    for (const char* use : { "atomicAdd(&tile[a[0]][a[1]], 1.0f);", "a[0] = b && tile[1][2];" })
        EXPECT_TRUE(pad_shared_array(begin + "    " + use + "\n}\n", 4)) << use;
    EXPECT_FALSE(pad_shared_array(begin + "    a[0] = 1;\n}\n", 4)); // the line does not use it
    EXPECT_FALSE(pad_shared_array("__shared__ float tile[64];\na[0] = tile[3];\n", 2)); // one dimension
    EXPECT_FALSE(pad_shared_array("", 1));
    EXPECT_FALSE(pad_shared_array(begin, 99));
}

TEST(SourceEdits, UnrollsALoopWithoutPragma)
{
    const std::string source = "void f()\n{\n    for (int i = 0; i < n; ++i)\n        g(i);\n}\n";
    EXPECT_EQ(
        unroll_loop(source, 3, 4), "void f()\n{\n    #pragma unroll 4\n    for (int i = 0; i < n; ++i)\n        g(i);\n}\n");
    EXPECT_FALSE(unroll_loop(source, 4, 4));
    EXPECT_FALSE(unroll_loop("#pragma unroll 1\nfor (;;) { }\n", 2, 4));
}

TEST(SourceEdits, RemovesTheOnlyBarrierOfALine)
{
    EXPECT_EQ(remove_barrier_at("a;\nif (b) __syncthreads();\n", 2), "a;\nif (b) ;\n");
    EXPECT_FALSE(remove_barrier_at("a;\n__syncthreads(); b; __syncthreads();\n", 2)); // which one?
    EXPECT_FALSE(remove_barrier_at("a;\n", 1));
}

TEST(SourceEdits, DeclaresPointersRestrict)
{
    const std::string other = "__global__ void other(int* a, int* b) { }\n";
    EXPECT_EQ(restrict_pointers(
                  other + "template <int N> __global__ void add(const float* a, // {\n    float * b, int n)\n{\n}\n", "add<4>"),
        other
            + "template <int N> __global__ void add(const float* __restrict__ a, // {\n    float * __restrict__ b, int "
              "n)\n{\n}\n");
    EXPECT_FALSE(restrict_pointers("__global__ void add(float* __restrict__ a, float* __restrict__ b) { }", "add"));
    EXPECT_FALSE(restrict_pointers("__global__ void add(float* a, int n) { }", "add")); // nothing it could overlap with
    EXPECT_FALSE(restrict_pointers(other, "missing"));
    EXPECT_FALSE(restrict_pointers("__global__ void declared(float* a, float* b);\n", "declared"));
}

TEST(SourceEdits, FindsStoresInLoops)
{
    const std::string begin = "__global__ void k(float* y, const float* x, int n)\n{\n    float sum[4];\n";
    EXPECT_TRUE(loads_and_stores_in_loop(begin + "    for (int i = 0; i < n; ++i)\n        y[i + n] += x[i];\n}\n", "k"));
    EXPECT_TRUE(
        loads_and_stores_in_loop(begin + "    while (n--) {\n        if (x[n] == y[n])\n            y[n] = 1;\n    }\n}\n", "k"));
    EXPECT_FALSE(loads_and_stores_in_loop(
        begin + "    for (int i = 0; i < n; ++i) {\n        sum[i] = x[i];\n    }\n    y[0] = sum[0];\n}\n", "k"));
    EXPECT_FALSE(loads_and_stores_in_loop(begin + "    for (int i = 0; i < n; ++i)\n        n += y[i] == x[i];\n}\n", "k"));
    EXPECT_FALSE(loads_and_stores_in_loop(begin + "    y[0] = 1;\n}\n", "k"));
    EXPECT_FALSE(loads_and_stores_in_loop(begin + "    for (int i = 0; i < n; ++i)\n        y[i] = sum[i];\n}\n", "k"))
        << "no load waits for these stores";
    EXPECT_FALSE(loads_and_stores_in_loop(begin, "other"));
}

TEST(SourceEdits, ExchangesXAndY)
{
    EXPECT_EQ(
        swap_indices("__global__ void k(int* a)\n{\n    a[threadIdx.x * blockDim.y + threadIdx.y + point.x] = blockIdx.z;\n}\n"
                     "int threadIdx.x;\n",
            "k"),
        "__global__ void k(int* a)\n{\n    a[threadIdx.y * blockDim.x + threadIdx.x + point.x] = blockIdx.z;\n}\n"
        "int threadIdx.x;\n");
    EXPECT_FALSE(swap_indices("__global__ void k(int* a) { a[threadIdx.x] = 1; }", "k"));
}

TEST(SourceEdits, KnowsCountersInSharedMemory)
{
    const std::string source = "__shared__ unsigned counts[256];\natomicAdd(&counts[bin], 1);\natomicAdd(&total[bin], 1);\n"
                               "atomicMax(counts + 1, 2); // total\n";
    EXPECT_TRUE(is_shared_atomic(source, 2));
    EXPECT_FALSE(is_shared_atomic(source, 3));
    EXPECT_TRUE(is_shared_atomic(source, 4));
    EXPECT_FALSE(is_shared_atomic(source, 1));
}

TEST(LaunchChanges, KeepTheThreadsOfEachDimension)
{
    using namespace problem;
    EXPECT_EQ(larger_blocks({ { 1000 }, { 32 } }, 128), (LaunchDimensions { { 250 }, { 128 } }));
    EXPECT_FALSE(larger_blocks({ { 1001 }, { 32 } }, 128)); // would have other threads
    EXPECT_FALSE(larger_blocks({ { 1000 }, { 128 } }, 128));
    EXPECT_EQ(wider_blocks({ { 32, 8 }, { 4, 64 } }), (LaunchDimensions { { 4, 64 }, { 32, 8 } }));
    EXPECT_FALSE(wider_blocks({ { 3, 8 }, { 4, 64 } }));
    EXPECT_FALSE(wider_blocks({ { 4, 8 }, { 32, 8 } }));
    EXPECT_EQ(swapped({ { 2, 32 }, { 32, 8 } }), (LaunchDimensions { { 8, 8 }, { 32, 8 } }));
    EXPECT_FALSE(swapped({ { 2, 1 }, { 32, 8 } }));
}

TEST(ChangedLines, NameReplacedAndInsertedLines)
{
    const auto changes = changed_lines("a\nb\nc\nd\n", "a\nB\nc\nnew\nd\n");
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].line, 2U);
    EXPECT_EQ(changes[0].before, std::vector<std::string> { "b" });
    EXPECT_EQ(changes[0].after, std::vector<std::string> { "B" });
    EXPECT_EQ(changes[1].line, 4U);
    EXPECT_TRUE(changes[1].before.empty());
    EXPECT_EQ(changes[1].after, std::vector<std::string> { "new" });
    EXPECT_TRUE(changed_lines("a\n", "a\n").empty());
}

} // namespace
} // namespace warpstage::timing
