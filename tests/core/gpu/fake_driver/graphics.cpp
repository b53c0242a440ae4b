// Buffers shared with a simulated OpenGL. Each mapping moves a buffer's content to new memory, so that uses of stale pointers are
// detected.
#include "tests/core/gpu/fake_driver/control.h"
#include "tests/core/gpu/fake_driver/state.h"

#include <cstring>
#include <span>

namespace fake {

CUresult gl_get_devices(unsigned int* count, CUdevice* devices, unsigned int capacity, int /*list*/)
{
    if (const auto status = enter_context("cuGLGetDevices"); status != CUDA_SUCCESS)
        return status;
    *count = 1;
    std::span { devices, capacity }.front() = state().switches.gl_elsewhere ? 1 : 0;
    return CUDA_SUCCESS;
}

CUresult graphics_gl_register_buffer(CUgraphicsResource* resource, unsigned int gl_name, unsigned int /*flags*/)
{
    if (const auto status = enter_context("cuGraphicsGLRegisterBuffer"); status != CUDA_SUCCESS)
        return status;
    if (state().switches.gl_elsewhere)
        return violation("cuGraphicsGLRegisterBuffer of a buffer on another GPU", CUDA_ERROR_UNKNOWN);
    if (!state().gl_buffers.contains(gl_name))
        return CUDA_ERROR_INVALID_VALUE;
    for (const auto& [handle, other] : state().graphics) {
        if (other->gl_name == gl_name)
            return violation("cuGraphicsGLRegisterBuffer of a registered buffer", CUDA_ERROR_INVALID_VALUE);
    }
    auto created = std::make_unique<CUgraphicsResource_st>();
    created->gl_name = gl_name;
    *resource = created.get();
    state().graphics.emplace(*resource, std::move(created));
    return CUDA_SUCCESS;
}

CUresult graphics_unregister(CUgraphicsResource resource)
{
    const auto found = state().graphics.find(resource);
    if (found == state().graphics.end() || found->second->mapped)
        return violation("cuGraphicsUnregisterResource of a mapped or unknown buffer", CUDA_ERROR_INVALID_HANDLE);
    drain_all();
    state().memory.erase(resource->shadow); // still mapped if a fault occurred before the stream could unmap it
    state().graphics.erase(found);
    return enter_context("cuGraphicsUnregisterResource");
}

CUresult graphics_map(unsigned int count, CUgraphicsResource* resources, CUstream stream)
{
    if (const auto status = enter_context("cuGraphicsMapResources"); status != CUDA_SUCCESS)
        return status;
    for (auto* const resource : std::span { resources, count }) {
        if (resource->mapped)
            return violation("cuGraphicsMapResources of a mapped buffer", CUDA_ERROR_ALREADY_MAPPED);
        resource->mapped = true;
        const auto& content = state().gl_buffers.at(resource->gl_name);
        resource->shadow = allocate(content.size());
        stream->add([to = resource->shadow, gl_name = resource->gl_name] {
            const auto& from = state().gl_buffers.at(gl_name);
            std::memcpy(host_pointer(to), from.data(), from.size());
            return CUDA_SUCCESS;
        });
    }
    return CUDA_SUCCESS;
}

CUresult graphics_unmap(unsigned int count, CUgraphicsResource* resources, CUstream stream)
{
    const auto status = enter_context("cuGraphicsUnmapResources");
    for (auto* const resource : std::span { resources, count }) {
        if (!resource->mapped)
            return violation("cuGraphicsUnmapResources of a buffer that is not mapped", CUDA_ERROR_NOT_MAPPED);
        resource->mapped = false;
        stream->add([from = resource->shadow, gl_name = resource->gl_name] {
            auto& to = state().gl_buffers.at(gl_name);
            std::memcpy(to.data(), host_pointer(from), to.size());
            state().memory.erase(from);
            return CUDA_SUCCESS;
        });
    }
    return status;
}

CUresult graphics_get_pointer(CUdeviceptr* address, std::size_t* bytes, CUgraphicsResource resource)
{
    if (const auto status = enter_context("cuGraphicsResourceGetMappedPointer"); status != CUDA_SUCCESS)
        return status;
    if (!resource->mapped)
        return violation("cuGraphicsResourceGetMappedPointer of a buffer that is not mapped", CUDA_ERROR_NOT_MAPPED);
    *address = resource->shadow;
    *bytes = state().gl_buffers.at(resource->gl_name).size();
    return CUDA_SUCCESS;
}

} // namespace fake

void fake_gl_create(unsigned name, std::size_t bytes)
{
    fake::state().gl_buffers[name].assign(bytes, std::byte { 0 });
}

const std::byte* fake_gl_content(unsigned name)
{
    for (const auto& [handle, resource] : fake::state().graphics) {
        if (resource->gl_name == name && resource->mapped)
            fake::violation("OpenGL reads a mapped buffer", CUDA_SUCCESS);
    }
    fake::drain_all();
    return fake::state().gl_buffers.at(name).data();
}
