// The variables of a module in a virtual machine's memory, as after cuModuleLoad: they keep their values across launches of the
// module's kernels.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/simt/device_memory.h"
#include "core/simt/memory/child_launches.h"
#include "core/simt/memory/device_heap.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

// Buffers that are the memory of .global variables: their addresses by the name of the variable.
using VariableBuffers = std::map<std::string, DeviceAddress, std::less<>>;

class ModuleMemory {
public:
    // Errors: more variables than a GPU has room for (64 KiB of constants; 512 MiB of global variables here), an initializer with
    // an address that is unknown before the launch, a buffer that is smaller than its variable. `module` need not outlive the
    // result, `memory` must. `buffers`: they get the initial values.
    [[nodiscard]] static Result<ModuleMemory> load(
        const ptx::Module& module, DeviceMemory& memory, const VariableBuffers& buffers = {});
    // Frees the memory.
    void unload(DeviceMemory& memory);

    // The content of a .global or .const variable, as accessed by cudaMemcpyToSymbol and cudaMemcpyFromSymbol; empty if none has
    // this name.
    [[nodiscard]] std::optional<std::span<std::byte>> find(std::string_view name, DeviceMemory& memory);

    // By index into Module::variables: the device address of a .global variable, the offset of a .const one, else 0.
    [[nodiscard]] const std::vector<std::uint64_t>& addresses() const { return m_addresses; }
    [[nodiscard]] std::span<std::byte> constants() { return m_constants; }
    [[nodiscard]] DeviceHeap& heap() { return *m_heap; }
    [[nodiscard]] ChildLaunches& children() { return *m_children; }
    // Where the blocks of a cooperative launch meet: allocated and zeroed by the first call. Its address stays the same.
    void prepare_grid_workspace(DeviceMemory& memory);
    [[nodiscard]] DeviceAddress grid_workspace() const { return m_grid_workspace; }

private:
    struct Entry {
        std::string name;
        ptx::StateSpace space = ptx::StateSpace::global;
        std::uint64_t bytes = 0;
        bool in_buffer = false; // which belongs to the caller
    };

    ModuleMemory() = default;
    [[nodiscard]] std::span<std::byte> contents(std::size_t variable, DeviceMemory& memory);
    [[nodiscard]] Result<void> initialize(const ptx::Module& module, DeviceMemory& memory);

    std::vector<Entry> m_entries; // by variable
    std::vector<std::uint64_t> m_addresses;
    std::vector<std::byte> m_constants;
    std::unique_ptr<DeviceHeap> m_heap;
    std::unique_ptr<ChildLaunches> m_children;
    DeviceAddress m_grid_workspace = 0; // 0: not allocated
};

} // namespace warpstage::simt
