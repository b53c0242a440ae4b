// The exported functions, called as nvcc's code and a program call them, with PTX that needs no CUDA compiler.
#include "core/runtime/abi.h"
#include "core/runtime/status.h"
#include "tests/core/runtime/fat_binary_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <span>

namespace warpstage::runtime {

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int threads, void* tid, void* bid,
    void* block, void* grid, int* warp_size);
void __cudaRegisterVar(
    void** handle, char* host, char* address, const char* name, int external, std::size_t bytes, int constant, int global);
unsigned int __cudaPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t shared_bytes, Stream* stream);
Status __cudaPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* shared_bytes, Stream** stream);
Status cudaLaunchKernel(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes, Stream* stream);
Status cudaMalloc(void** result, std::size_t bytes);
Status cudaFree(void* pointer);
Status cudaMemcpy(void* target, const void* source, std::size_t bytes, CopyKind kind);
Status cudaMemcpyToSymbol(const void* symbol, const void* source, std::size_t bytes, std::size_t offset, CopyKind kind);
Status cudaMemcpyFromSymbol(void* target, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind kind);
Status cudaDeviceSynchronize();
Status cudaDeviceReset();
Status cudaGetLastError();
Status cudaStreamCreate(Stream** result);
Status cudaStreamBeginCapture(Stream* stream, int mode);
Status cudaStreamEndCapture(Stream* stream, struct Graph** result);
Status cudaGraphInstantiateWithFlags(struct ExecutableGraph** result, struct Graph* graph, unsigned long long flags);
Status cudaGraphLaunch(struct ExecutableGraph* graph, Stream* stream);
Status cudaFuncGetAttributes(FunctionAttributes* result, const void* function);
Status cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads, std::size_t shared_bytes);
Status cudaPointerGetAttributes(void* result, const void* pointer);
Status cudaCreateTextureObject(std::uint64_t* result, const void* resource, const void* modes, const void* view);
Status cudaGetTextureObjectResourceDesc(void* result, std::uint64_t texture);
Status cudaGraphicsMapResources();
}

namespace {

// The addresses by which the program names its device code.
char scale_host = 0;
char factors_host = 0;
char counter_host = 0;

struct FatWrapper {
    int magic = 0x466243b1;
    int version = 1;
    const std::byte* data = nullptr;
    void* linked = nullptr;
};

class CudaApi : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        static const auto container = make_fat_binary({ { .text = program_ptx(), .packing = Packing::zstd } });
        static FatWrapper wrapper;
        wrapper.data = container.data();
        void** const handle = __cudaRegisterFatBinary(&wrapper);
        __cudaRegisterFunction(handle, &scale_host, nullptr, "scale", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
        __cudaRegisterVar(handle, &factors_host, nullptr, "factors", 0, 16, 1, 0);
        __cudaRegisterVar(handle, &counter_host, nullptr, "counter", 0, 4, 0, 1);
    }

    void SetUp() override
    {
        ASSERT_EQ(cudaMalloc(&m_data, sizeof(m_values)), Status::success);
        m_values.fill(2.0F);
        ASSERT_EQ(cudaMemcpy(m_data, m_values.data(), sizeof(m_values), CopyKind::host_to_device), Status::success);
        const std::array<float, 4> factors { 1, 3, 5, 7 };
        ASSERT_EQ(
            cudaMemcpyToSymbol(&factors_host, factors.data(), sizeof(factors), 0, CopyKind::host_to_device), Status::success);
    }
    void TearDown() override { EXPECT_EQ(cudaFree(m_data), Status::success); }

    Status launch(void* data, Stream* stream = nullptr, std::uint32_t threads = 32)
    {
        int count = 40;
        std::array<void*, 2> arguments { &data, &count };
        __cudaPushCallConfiguration({ 2, 1, 1 }, { threads, 1, 1 }, 0, stream);
        Dim3 grid;
        Dim3 block;
        std::size_t shared_bytes = 1;
        EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream), Status::success);
        return cudaLaunchKernel(&scale_host, grid, block, arguments.data(), shared_bytes, stream);
    }

    void* m_data = nullptr;
    std::array<float, 64> m_values {};
};

TEST_F(CudaApi, AKernelReadsConstantsAndWritesMemory)
{
    int before = 0;
    int after = 0;
    ASSERT_EQ(cudaMemcpyFromSymbol(&before, &counter_host, 4, 0, CopyKind::device_to_host), Status::success);
    ASSERT_EQ(launch(m_data), Status::success);
    ASSERT_EQ(cudaMemcpy(m_values.data(), m_data, sizeof(m_values), CopyKind::device_to_host), Status::success);
    EXPECT_EQ(m_values[39], 6.0F);
    EXPECT_EQ(m_values[40], 2.0F);
    ASSERT_EQ(cudaMemcpyFromSymbol(&after, &counter_host, 4, 0, CopyKind::device_to_host), Status::success);
    EXPECT_EQ(after - before, 40);
    EXPECT_EQ(cudaMemcpyFromSymbol(&after, &counter_host, 5, 0, CopyKind::device_to_host), Status::invalid_value);
    EXPECT_EQ(cudaGetLastError(), Status::invalid_value);
}

TEST_F(CudaApi, ACapturedStreamRunsOnlyInTheGraph)
{
    Stream* stream = nullptr;
    struct Graph* graph = nullptr;
    struct ExecutableGraph* executable = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), Status::success);
    ASSERT_EQ(cudaStreamBeginCapture(stream, 0), Status::success);
    ASSERT_EQ(launch(m_data, stream), Status::success);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), Status::success);
    ASSERT_EQ(cudaMemcpy(m_values.data(), m_data, sizeof(m_values), CopyKind::device_to_host), Status::success);
    EXPECT_EQ(m_values[0], 2.0F);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), Status::success);
    ASSERT_EQ(cudaGraphLaunch(executable, stream), Status::success);
    ASSERT_EQ(cudaGraphLaunch(executable, stream), Status::success);
    ASSERT_EQ(cudaMemcpy(m_values.data(), m_data, sizeof(m_values), CopyKind::device_to_host), Status::success);
    EXPECT_EQ(m_values[0], 18.0F);
}

TEST_F(CudaApi, AFaultStaysUntilTheProgramEnds)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a forked child cannot use the device of its parent
    const auto fail = [this] {
        EXPECT_EQ(launch(nullptr), Status::success);
        EXPECT_EQ(cudaDeviceSynchronize(), Status::illegal_address);
        void* more = nullptr;
        EXPECT_EQ(cudaMalloc(&more, 4), Status::illegal_address);
        EXPECT_EQ(cudaGetLastError(), Status::illegal_address);
        EXPECT_EQ(cudaGetLastError(), Status::success) << "as on an H200";
        EXPECT_EQ(cudaMalloc(&more, 4), Status::illegal_address);
        EXPECT_EQ(cudaDeviceReset(), Status::success);
        EXPECT_EQ(cudaDeviceSynchronize(), Status::devices_unavailable) << "as on an H200";
        std::exit(HasFailure() ? 1 : 0);
    };
    EXPECT_EXIT(fail(), ::testing::ExitedWithCode(0), "");
}

TEST_F(CudaApi, InvalidLaunchesHaveTheCodesOfAGpu)
{
    EXPECT_EQ(launch(m_data, nullptr, 2048), Status::invalid_value);
    EXPECT_EQ(cudaLaunchKernel(nullptr, {}, {}, nullptr, 0, nullptr), Status::invalid_function);
    EXPECT_EQ(cudaLaunchKernel(&counter_host, {}, {}, nullptr, 0, nullptr), Status::invalid_handle);
    EXPECT_EQ(cudaGraphicsMapResources(), Status::not_supported);
    static_cast<void>(cudaGetLastError());
}

TEST_F(CudaApi, AttributesDescribeTheKernel)
{
    FunctionAttributes attributes;
    ASSERT_EQ(cudaFuncGetAttributes(&attributes, &scale_host), Status::success);
    EXPECT_EQ(attributes.constant_bytes, 16U);
    EXPECT_EQ(attributes.max_threads, 1024);
    EXPECT_GT(attributes.registers, 0);
    int blocks = 0;
    ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &scale_host, 1024, 0), Status::success);
    EXPECT_EQ(blocks, 2); // 2048 threads per multiprocessor
}

// cudaPointerAttributes of CUDA 12 has 24 bytes, that of CUDA 13 has 88.
TEST_F(CudaApi, PointerAttributesFitIntoTheStructureOfCuda12)
{
    constexpr std::size_t kBytes12 = 24;
    std::array<unsigned char, 88> attributes {};
    attributes.fill(0xab);
    ASSERT_EQ(cudaPointerGetAttributes(attributes.data(), m_data), Status::success);
    EXPECT_EQ(attributes[0], 2); // cudaMemoryTypeDevice
    EXPECT_THAT(std::span(attributes).subspan(kBytes12), testing::Each(0xab));
}

// cudaResourceDesc of CUDA 12 has 64 bytes, that of CUDA 13 has 144. Linear memory: type, pointer, format, bytes.
TEST_F(CudaApi, ResourceDescriptionsFitIntoTheStructureOfCuda12)
{
    constexpr std::size_t kBytes12 = 64;
    struct {
        int type = 2;
        void* pointer = nullptr;
        int format[5] { 32, 0, 0, 0, 2 };
        std::size_t bytes = sizeof(m_values);
        std::byte rest[16] {};
    } resource;
    static_assert(sizeof(resource) == kBytes12);
    resource.pointer = m_data;
    const std::array<int, 18> modes {};
    std::uint64_t texture = 0;
    ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, modes.data(), nullptr), Status::success);
    std::array<unsigned char, 144> result {};
    result.fill(0xab);
    ASSERT_EQ(cudaGetTextureObjectResourceDesc(result.data(), texture), Status::success);
    EXPECT_EQ(std::memcmp(result.data(), &resource, 4), 0);
    EXPECT_THAT(std::span(result).subspan(kBytes12), testing::Each(0xab));
}

} // namespace

} // namespace warpstage::runtime
