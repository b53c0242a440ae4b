// Texture and surface objects.
#include "app/runtime/api.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

WARPSTAGE_API Status cudaCreateTextureObject(
    std::uint64_t* result, const ResourceDescription* resource, const TextureModes* modes, const void* /*view*/)
{
    if (result == nullptr || resource == nullptr || modes == nullptr)
        return invalid_value();
    return call([&](Device& shared) { return shared.textures.create(result, *resource, *modes); });
}

WARPSTAGE_API Status cudaDestroyTextureObject(std::uint64_t handle)
{
    return call([&](Device& shared) { return shared.textures.destroy(handle, TextureUse::texture); });
}

WARPSTAGE_API Status cudaGetTextureObjectResourceDesc(ResourceDescription* result, std::uint64_t handle)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const TextureObject* texture = shared.textures.find(handle, TextureUse::texture);
        if (texture == nullptr)
            return Status::invalid_value;
        *result = texture->resource;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaGetTextureObjectTextureDesc(TextureModes* result, std::uint64_t handle)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const TextureObject* texture = shared.textures.find(handle, TextureUse::texture);
        if (texture == nullptr)
            return Status::invalid_value;
        *result = texture->modes;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaCreateSurfaceObject(std::uint64_t* result, const ResourceDescription* resource)
{
    if (result == nullptr || resource == nullptr)
        return invalid_value();
    return call([&](Device& shared) { return shared.textures.create_surface(result, *resource); });
}

WARPSTAGE_API Status cudaDestroySurfaceObject(std::uint64_t handle)
{
    return call([&](Device& shared) { return shared.textures.destroy(handle, TextureUse::surface); });
}

WARPSTAGE_API Status cudaGetSurfaceObjectResourceDesc(ResourceDescription* result, std::uint64_t handle)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        const TextureObject* surface = shared.textures.find(handle, TextureUse::surface);
        if (surface == nullptr)
            return Status::invalid_value;
        *result = surface->resource;
        return Status::success;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
