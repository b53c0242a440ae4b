// Arrays and texture objects of the fake driver.
#include "tests/core/gpu/fake_driver/state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace fake {

CUresult array_create(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* description)
{
    if (const auto status = enter_context("cuArray3DCreate"); status != CUDA_SUCCESS)
        return status;
    if (description->Format != CU_AD_FORMAT_FLOAT || description->Width == 0)
        return violation("cuArray3DCreate of what is no array of floats", CUDA_ERROR_INVALID_VALUE);
    auto created = std::make_unique<CUarray_st>();
    created->row_bytes = description->Width * description->NumChannels * sizeof(float);
    created->rows = std::max<std::size_t>(description->Height, 1);
    created->content.resize(created->row_bytes * created->rows * std::max<std::size_t>(description->Depth, 1));
    *array = created.get();
    state().arrays.emplace(*array, std::move(created));
    return CUDA_SUCCESS;
}

CUresult array_destroy(CUarray array)
{
    drain_all();
    for (const auto& [object, resource] : state().textures) {
        if (resource.resType == CU_RESOURCE_TYPE_ARRAY && resource.res.array.hArray == array)
            return violation("cuArrayDestroy of an array that a texture reads", CUDA_ERROR_INVALID_VALUE);
    }
    if (state().arrays.erase(array) == 0)
        return violation("cuArrayDestroy of an array that does not live", CUDA_ERROR_INVALID_HANDLE);
    return enter_context("cuArrayDestroy");
}

CUresult copy_box_async(const CUDA_MEMCPY3D* copy, CUstream stream)
{
    if (const auto status = enter_context("cuMemcpy3DAsync"); status != CUDA_SUCCESS)
        return status;
    stream->add([box = *copy] {
        const bool fills = box.dstMemoryType == CU_MEMORYTYPE_ARRAY;
        const auto found = state().arrays.find(fills ? box.dstArray : box.srcArray);
        if (found == state().arrays.end() || box.WidthInBytes != found->second->row_bytes || box.Height != found->second->rows
            || box.Depth * box.Height * box.WidthInBytes != found->second->content.size())
            return violation("cuMemcpy3DAsync outside an array", CUDA_ERROR_INVALID_VALUE);
        const auto memory = fills ? box.srcDevice : box.dstDevice;
        const auto pitch = fills ? box.srcPitch : box.dstPitch;
        if ((fills ? box.srcHeight : box.dstHeight) != box.Height || !is_on_device(memory, box.Depth * box.Height * pitch))
            return violation("cuMemcpy3DAsync outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        for (std::size_t row = 0; row < box.Height * box.Depth; ++row) {
            auto* const in_array = found->second->content.data() + row * box.WidthInBytes;
            auto* const in_memory = host_pointer(memory) + row * pitch;
            std::memcpy(fills ? in_array : in_memory, fills ? in_memory : in_array, box.WidthInBytes);
        }
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

CUresult texture_create(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* /*sampling*/,
    const CUDA_RESOURCE_VIEW_DESC* /*view*/)
{
    if (const auto status = enter_context("cuTexObjectCreate"); status != CUDA_SUCCESS)
        return status;
    if (resource->resType == CU_RESOURCE_TYPE_PITCH2D && resource->res.pitch2D.pitchInBytes % 32 != 0)
        return violation("cuTexObjectCreate with a pitch that is no multiple of 32", CUDA_ERROR_INVALID_VALUE);
    *object = state().textures.empty() ? 1 : state().textures.rbegin()->first + 1;
    state().textures.emplace(*object, *resource);
    return CUDA_SUCCESS;
}

CUresult surface_create(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource)
{
    if (const auto status = enter_context("cuSurfObjectCreate"); status != CUDA_SUCCESS)
        return status;
    if (resource->resType != CU_RESOURCE_TYPE_ARRAY)
        return violation("cuSurfObjectCreate without an array", CUDA_ERROR_INVALID_VALUE);
    *object = state().textures.empty() ? 1 : state().textures.rbegin()->first + 1;
    state().textures.emplace(*object, *resource);
    return CUDA_SUCCESS;
}

CUresult surface_destroy(CUsurfObject object)
{
    drain_all();
    if (state().textures.erase(object) == 0)
        return violation("cuSurfObjectDestroy of an object that does not live", CUDA_ERROR_INVALID_HANDLE);
    return enter_context("cuSurfObjectDestroy");
}

CUresult texture_destroy(CUtexObject object)
{
    drain_all();
    if (state().textures.erase(object) == 0)
        return violation("cuTexObjectDestroy of an object that does not live", CUDA_ERROR_INVALID_HANDLE);
    return enter_context("cuTexObjectDestroy");
}

CUresult tensor_map_encode(void* map, int type, cuuint32_t rank, void* address, const cuuint64_t* sizes,
    const cuuint64_t* strides, const cuuint32_t* box, const cuuint32_t* /*steps*/, int /*interleave*/, int swizzle,
    int /*promotion*/, int /*fill*/)
{
    if (const auto status = enter_context("cuTensorMapEncodeTiled"); status != CUDA_SUCCESS)
        return status;
    constexpr std::uintptr_t kAlignment = 64;
    if (reinterpret_cast<std::uintptr_t>(map) % kAlignment != 0)
        return violation("cuTensorMapEncodeTiled into memory that is not aligned", CUDA_ERROR_INVALID_VALUE);
    const std::array<std::uint64_t, 16> form { static_cast<std::uint64_t>(type), rank, reinterpret_cast<std::uint64_t>(address),
        sizes[0], rank > 1 ? strides[0] : 0, box[0], static_cast<std::uint64_t>(swizzle) };
    std::memcpy(map, form.data(), sizeof form);
    return CUDA_SUCCESS;
}

} // namespace fake
