// The kernels of tests/fixtures/gpu/steps.cu on the host, for the fake driver.
#include "tests/core/gpu/fake_driver/state.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fake {

namespace {

// Arguments are read during the launch call, as in cuLaunchKernel.
template <typename Value> Value argument(void** arguments, std::size_t index)
{
    return *static_cast<const Value*>(arguments[index]);
}

// Memory access of kernels; out-of-bounds accesses fault.
template <typename Value> Value* elements(CUdeviceptr address, std::size_t count)
{
    return is_on_device(address, count * sizeof(Value)) ? reinterpret_cast<Value*>(host_pointer(address)) : nullptr;
}

std::function<CUresult()> scale(void** arguments)
{
    return [x = argument<CUdeviceptr>(arguments, 0), factor = argument<float>(arguments, 1), n = argument<int>(arguments, 2)] {
        auto* const values = elements<float>(x, static_cast<std::size_t>(n));
        if (values == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::for_each(values, values + n, [&](float& value) { value *= factor; });
        return CUDA_SUCCESS;
    };
}

std::function<CUresult()> add_index(void** arguments)
{
    return [x = argument<CUdeviceptr>(arguments, 0), n = argument<int>(arguments, 1)] {
        auto* const values = elements<float>(x, static_cast<std::size_t>(n));
        if (values == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        for (int i = 0; i < n; ++i)
            values[i] += static_cast<float>(i);
        return CUDA_SUCCESS;
    };
}

std::function<CUresult()> store_arguments(void** arguments)
{
    const std::vector<double> given { static_cast<double>(argument<std::int32_t>(arguments, 1)),
        static_cast<double>(argument<std::uint32_t>(arguments, 2)), static_cast<double>(argument<std::int64_t>(arguments, 3)),
        static_cast<double>(argument<std::uint64_t>(arguments, 4)), static_cast<double>(argument<float>(arguments, 5)),
        argument<double>(arguments, 6) };
    return [out = argument<CUdeviceptr>(arguments, 0), given] {
        auto* const values = elements<double>(out, given.size());
        if (values == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::copy(given.begin(), given.end(), values);
        return CUDA_SUCCESS;
    };
}

std::function<CUresult()> reverse(void** arguments)
{
    return [x = argument<CUdeviceptr>(arguments, 0), n = argument<int>(arguments, 1)] {
        auto* const values = elements<int>(x, static_cast<std::size_t>(n));
        if (values == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::reverse(values, values + n);
        return CUDA_SUCCESS;
    };
}

// The first row of an array or of pitched memory, `n` texels long; null if it is shorter or the object does not exist.
const float* texels_of(CUtexObject object, std::size_t n)
{
    const auto found = state().textures.find(object);
    if (found == state().textures.end())
        return nullptr;
    const CUDA_RESOURCE_DESC& resource = found->second;
    if (resource.resType == CU_RESOURCE_TYPE_ARRAY) {
        const CUarray array = resource.res.array.hArray;
        return n * sizeof(float) <= array->row_bytes ? reinterpret_cast<const float*>(array->content.data()) : nullptr;
    }
    return resource.resType == CU_RESOURCE_TYPE_PITCH2D && n <= resource.res.pitch2D.width
        ? elements<float>(resource.res.pitch2D.devPtr, n)
        : nullptr;
}

std::function<CUresult()> read_texture(void** arguments)
{
    return [out = argument<CUdeviceptr>(arguments, 0), texture = argument<CUtexObject>(arguments, 1),
               n = argument<int>(arguments, 2)] {
        const auto count = static_cast<std::size_t>(n);
        auto* const values = elements<float>(out, count);
        const auto* const texels = texels_of(texture, count);
        if (values == nullptr || texels == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::copy(texels, texels + n, values);
        return CUDA_SUCCESS;
    };
}

struct Scaling {
    float factor;
    CUdeviceptr x;
    int n;
};

std::function<CUresult()> scale_by(void** arguments)
{
    return [scaling = argument<Scaling>(arguments, 0)] {
        auto* const values = elements<float>(scaling.x, static_cast<std::size_t>(scaling.n));
        if (values == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::for_each(values, values + scaling.n, [&](float& value) { value *= scaling.factor; });
        return CUDA_SUCCESS;
    };
}

struct Map {
    std::array<std::uint64_t, 16> words;
};

std::function<CUresult()> store_map(void** arguments)
{
    return [map = argument<Map>(arguments, 0), out = argument<CUdeviceptr>(arguments, 1)] {
        auto* const words = elements<std::uint64_t>(out, map.words.size());
        if (words == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        std::ranges::copy(map.words, words);
        return CUDA_SUCCESS;
    };
}

} // namespace

std::function<CUresult()> kernel_work(const std::string& mangled_name, void** arguments)
{
    if (mangled_name == "_Z5scalePffi")
        return scale(arguments);
    if (mangled_name == "_Z9add_indexPfi")
        return add_index(arguments);
    if (mangled_name == "_Z15store_argumentsPdijxyfd")
        return store_arguments(arguments);
    if (mangled_name == "_Z7reversePii")
        return reverse(arguments);
    if (mangled_name == "_Z12read_texturePfyi")
        return read_texture(arguments);
    if (mangled_name == "_Z8scale_by7Scaling")
        return scale_by(arguments);
    if (mangled_name == "_Z9store_map3MapPy")
        return store_map(arguments);
    if (mangled_name == "_Z5faultPi")
        return [] {
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        };
    return {};
}

} // namespace fake
