// One launch of a program, with the memory that it can reach: a JSON file beside files with the bytes of the memory.
#pragma once

#include "core/base/dim3.h"
#include "core/base/objects/texture_description.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::capture {

// An allocation or a variable of the kernel's module.
struct CapturedMemory {
    std::string name; // for the user: "allocation 3"
    std::uint64_t address = 0; // 0: a `__constant__` variable
    std::uint64_t bytes = 0;
    std::string variable; // its name in the PTX; empty: an allocation
    std::string before; // file in the same folder; empty: zeros
    std::optional<std::string> after; // file in the same folder; nothing: the launch did not change it
};

struct CapturedTexture {
    TextureDescription description;
    std::uint64_t memory = 0; // address of the first texel
};

struct CapturedLaunch {
    std::uint64_t number = 0; // from 1, in the order of the launches of the program
    std::string kernel; // name in the PTX
    Dim3 grid {};
    Dim3 block {};
    std::optional<Dim3> cluster {};
    std::uint64_t shared_bytes = 0; // dynamic
    std::vector<std::byte> parameters; // the parameter block
    std::vector<CapturedMemory> memory; // sorted by address
    std::vector<CapturedTexture> textures; // with the handles of the virtual device, in this order; empty: the launch uses none
    std::vector<std::string> left_out; // sentences
    std::string device; // "NVIDIA H200", or "the virtual device (H200)"
    std::string ptx; // file in the same folder
    bool finished = false; // false: the memory after the launch is unknown
    std::string fault; // kind of the fault with which it ended: "out of bounds"; empty: none
};

// Writes and reads FOLDER/launch-NUMBER.json. Errors: the file cannot be written; a file that save() has not written.
[[nodiscard]] Result<void> save(const CapturedLaunch& launch, const std::filesystem::path& folder);
// Name of the empty file that exists as soon as a launch is captured, also on a full disk.
[[nodiscard]] std::string begun_name(std::uint64_t launch);
// Numbers of the launches in the folder whose capture began and could not be stored.
[[nodiscard]] std::vector<std::uint64_t> unstored_launches(const std::filesystem::path& folder);
// All launches of the folder in their order; empty: none was captured.
[[nodiscard]] Result<std::vector<CapturedLaunch>> load_all(const std::filesystem::path& folder);

} // namespace warpstage::capture
