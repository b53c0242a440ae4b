// The parameter block of a launch: a plan's arguments laid out as the kernel's PTX declares its parameters.
#pragma once

#include "core/base/result.h"
#include "core/problem/plan.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::engine {

// `addresses`: the device address of each buffer of the plan; `textures`: the handles of the launch's texture arguments, in their
// order. Errors: a different number of parameters, or a parameter with a different size.
[[nodiscard]] Result<std::vector<std::byte>> parameter_block(const ptx::Function& kernel, const problem::KernelLaunch& launch,
    std::span<const std::uint64_t> addresses, std::span<const std::uint64_t> textures = {});

// The buffer's initial bytes with its stored addresses; `addresses` as above. Empty: zeros.
[[nodiscard]] std::vector<std::byte> initial_bytes(const problem::Buffer& buffer, std::span<const std::uint64_t> addresses);

// The texture arguments of the launch, in their order.
[[nodiscard]] std::vector<problem::TextureArgument> texture_arguments(const problem::KernelLaunch& launch);

// "texture `image`", with the name of its buffer.
[[nodiscard]] std::string texture_name(const problem::Plan& plan, const problem::TextureArgument& texture);

// Errors: a texture that a GPU would refuse to create from its buffer.
[[nodiscard]] Result<void> check_textures(const problem::Plan& plan, const problem::KernelLaunch& launch);

} // namespace warpstage::engine
