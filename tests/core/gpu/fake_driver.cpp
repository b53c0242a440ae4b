#include "tests/core/gpu/fake_driver.h"

#include "tests/core/gpu/fake_driver/control.h"

#include <dlfcn.h>

#include <cstdlib>

namespace warpstage::gpu::test {

namespace {

template <typename Function> Function* control(const char* name)
{
    static void* const library = dlopen(WARPSTAGE_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function*>(dlsym(library, name));
}

} // namespace

std::filesystem::path fake_library()
{
    return WARPSTAGE_FAKE_DRIVER;
}

Result<std::shared_ptr<const Driver>> load_fake(const std::string& switches)
{
    setenv("WARPSTAGE_FAKE_CUDA", switches.c_str(), 1);
    return Driver::load(fake_library());
}

std::string fake_violations()
{
    return control<decltype(fake_cuda_violations)>("fake_cuda_violations")();
}

std::size_t fake_live_objects()
{
    return control<decltype(fake_cuda_live_objects)>("fake_cuda_live_objects")();
}

std::size_t fake_calls(const char* function)
{
    return control<decltype(fake_cuda_calls)>("fake_cuda_calls")(function);
}

void create_gl_buffer(unsigned name, std::size_t bytes)
{
    control<decltype(fake_gl_create)>("fake_gl_create")(name, bytes);
}

const std::byte* gl_content(unsigned name)
{
    return control<decltype(fake_gl_content)>("fake_gl_content")(name);
}

} // namespace warpstage::gpu::test
