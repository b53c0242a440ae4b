// A compilation as bytes, for a compiler in another process: CBOR, because source text may have bytes that JSON cannot represent.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/compilation.h"

#include <string>
#include <string_view>

namespace warpstage::gpu {

[[nodiscard]] std::string to_bytes(const CompileRequest& request);
[[nodiscard]] std::string to_bytes(const Compilation& compilation);

// Errors: bytes of another version of the program, or only a part.
[[nodiscard]] Result<CompileRequest> request_of(std::string_view bytes);
[[nodiscard]] Result<Compilation> compilation_of(std::string_view bytes);

} // namespace warpstage::gpu
