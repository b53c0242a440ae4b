// How a function is shown to people: as its name stands in the CUDA source.
#pragma once

#include <string>

namespace warpstage::ptx {

struct Function;
struct Module;

// "_Z7reduce6ILj256EEvPKiPij" -> "reduce6<256>": without return type, parameters, the mark of an anonymous namespace and the
// suffixes of integers. A name that is not mangled (extern "C") stays as it is.
[[nodiscard]] std::string display_name(const std::string& mangled);
// "_Z5twicePi" -> "twice(int*)": the display name with the types of the parameters.
[[nodiscard]] std::string signature(const std::string& mangled);
// How people are shown a function of a module: its display name, as a signature where other kernels (or functions) share that
// name.
[[nodiscard]] std::string shown_name(const Module& module, const Function& function);

} // namespace warpstage::ptx
