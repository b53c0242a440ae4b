// Arrays and texture objects of the fake driver.
#include "tests/core/gpu/fake_driver/state.h"

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
    created->content.resize(created->row_bytes * (description->Height == 0 ? 1 : description->Height));
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

CUresult copy_rows_async(const CUDA_MEMCPY2D* copy, CUstream stream)
{
    if (const auto status = enter_context("cuMemcpy2DAsync"); status != CUDA_SUCCESS)
        return status;
    stream->add([rows = *copy] {
        const auto array = state().arrays.find(rows.dstArray);
        if (array == state().arrays.end() || rows.WidthInBytes > array->second->row_bytes
            || rows.Height * array->second->row_bytes > array->second->content.size())
            return violation("cuMemcpy2DAsync outside an array", CUDA_ERROR_INVALID_VALUE);
        if (!is_on_device(rows.srcDevice, (rows.Height - 1) * rows.srcPitch + rows.WidthInBytes))
            return violation("cuMemcpy2DAsync outside the GPU's memory", CUDA_ERROR_INVALID_VALUE);
        for (std::size_t row = 0; row < rows.Height; ++row)
            std::memcpy(array->second->content.data() + row * array->second->row_bytes,
                host_pointer(rows.srcDevice) + row * rows.srcPitch, rows.WidthInBytes);
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

CUresult texture_destroy(CUtexObject object)
{
    drain_all();
    if (state().textures.erase(object) == 0)
        return violation("cuTexObjectDestroy of an object that does not live", CUDA_ERROR_INVALID_HANDLE);
    return enter_context("cuTexObjectDestroy");
}

} // namespace fake
