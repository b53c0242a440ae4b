// The display name of a function: its name as written in the CUDA source.
#pragma once

#include <string>

namespace warpstage::ptx {

struct Function;
struct Module;

// "_Z7reduce6ILj256EEvPKiPij" -> "reduce6<256>": without return type, parameters, anonymous namespace and integer suffixes. An
// unmangled name (extern "C") is returned unchanged.
[[nodiscard]] std::string display_name(const std::string& mangled);
// "_Z5twicePi" -> "twice(int*)": the display name with the types of the parameters.
[[nodiscard]] std::string signature(const std::string& mangled);
// The name of a function for messages and views: its display name, or its signature if other kernels (or functions) of the module
// have the same display name.
[[nodiscard]] std::string shown_name(const Module& module, const Function& function);

} // namespace warpstage::ptx
