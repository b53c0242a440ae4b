// The fake driver for tests: its switches and its queries.
#pragma once

#include "core/gpu/driver/driver.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::gpu::test {

// The library's path.
[[nodiscard]] std::filesystem::path fake_library();

// Loads it with these switches (see fake_driver/control.h) and resets its state.
[[nodiscard]] Result<std::shared_ptr<const Driver>> load_fake(const std::string& switches = {});

// Only after it has been loaded.
[[nodiscard]] std::string fake_violations();
[[nodiscard]] std::size_t fake_live_objects();
[[nodiscard]] std::size_t fake_calls(const char* function);
void create_gl_buffer(unsigned name, std::size_t bytes);
[[nodiscard]] const std::byte* gl_content(unsigned name);

} // namespace warpstage::gpu::test
