// Texture objects.
#include "app/runtime/api.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

WARPSTAGE_API Status cudaCreateTextureObject(
    std::uint64_t* result, const ResourceDescription* resource, const TextureModes* modes, const void* /*view*/)
{
    return call([&](Device& shared) { return shared.textures.create(result, *resource, *modes); });
}

WARPSTAGE_API Status cudaDestroyTextureObject(std::uint64_t handle)
{
    return call([&](Device& shared) { return shared.textures.destroy(handle); });
}

WARPSTAGE_API Status cudaGetTextureObjectResourceDesc(ResourceDescription* result, std::uint64_t handle)
{
    return call([&](Device& shared) {
        const TextureObject* texture = shared.textures.find(handle);
        if (texture == nullptr)
            return Status::invalid_value;
        *result = texture->resource;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGetTextureObjectTextureDesc(TextureModes* result, std::uint64_t handle)
{
    return call([&](Device& shared) {
        const TextureObject* texture = shared.textures.find(handle);
        if (texture == nullptr)
            return Status::invalid_value;
        *result = texture->modes;
        return Status::success;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
