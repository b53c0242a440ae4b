// nvJitLink links for a GPU and returns machine code, which the virtual device cannot run. Programs that look up its functions
// among those of all loaded libraries first, as NVIDIA's packages for Python do, find these, which link PTX to PTX.
// cuModuleLoadData accepts it as it accepts a linked cubin.
#include "app/runtime/driver/device_runtime.h"
#include "app/runtime/exported.h"
#include "core/base/whole_file.h"
#include "core/runtime/modules.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

constexpr std::array kLibraries { "libnvJitLink.so.13", "libnvJitLink.so.12" };
constexpr std::uint64_t kMaxInputBytes = std::uint64_t { 64 } << 20;

enum class LinkStatus : int {
    success = 0,
    invalid_input = 3,
    compilation = 5,
    unrecognized_input = 8,
    null_input = 10
}; // nvJitLinkResult
enum class InputType : int { ptx = 2, lto_ir = 3, library = 6, any = 10 }; // nvJitLinkInputType

// A library of the CUDA Toolkit that the program has not loaded, because it found our functions: by its name, or beside another
// library of the CUDA Toolkit that the program has loaded, as in NVIDIA's packages for Python.
void* open_beside_others()
{
    for (const char* name : kLibraries)
        if (void* const library = dlopen(name, RTLD_LAZY | RTLD_LOCAL))
            return library;
    void* found = nullptr;
    dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* result) {
            const std::filesystem::path path { loaded->dlpi_name };
            if (!path.filename().string().starts_with("libnv"))
                return 0;
            const auto folder = path.parent_path();
            for (const auto& place : { folder, folder / ".." / ".." / "nvjitlink" / "lib" })
                for (const char* name : kLibraries)
                    if (void* const library = dlopen((place / name).c_str(), RTLD_LAZY | RTLD_LOCAL)) {
                        *static_cast<void**>(result) = library;
                        return 1;
                    }
            return 0;
        },
        &found);
    return found;
}

// The nvJitLink of the program, for LTO-IR.
class RealLinker {
public:
    // `options`: those of the program, with -lto.
    explicit RealLinker(std::vector<const char*> options)
        : m_library(open_beside_others())
    {
        options.push_back("-ptx");
        if (m_library != nullptr
            && call("nvJitLinkCreate", &m_linker, static_cast<std::uint32_t>(options.size()), options.data()) != 0)
            m_library = nullptr;
    }
    RealLinker(const RealLinker&) = delete;
    RealLinker& operator=(const RealLinker&) = delete;
    ~RealLinker()
    {
        if (m_library != nullptr)
            call("nvJitLinkDestroy", &m_linker);
    }

    [[nodiscard]] bool exists() const { return m_library != nullptr; }
    int add(const char* data, std::size_t bytes, const char* name)
    {
        constexpr int kLtoIr = 3;
        return call("nvJitLinkAddData", m_linker, kLtoIr, data, bytes, name);
    }
    int complete() { return call("nvJitLinkComplete", m_linker); }
    std::string text(const char* size_function, const char* function)
    {
        std::size_t bytes = 0;
        if (call(size_function, m_linker, &bytes) != 0 || bytes == 0)
            return {};
        std::string text(bytes, '\0');
        if (call(function, m_linker, text.data()) != 0)
            return {};
        return text.substr(0, text.find('\0'));
    }

private:
    template <typename... Arguments> int call(const char* name, Arguments... arguments)
    {
        constexpr int kInternalError = 6;
        void* const found = dlsym(m_library, name);
        return found == nullptr ? kInternalError : reinterpret_cast<int (*)(Arguments...)>(found)(arguments...);
    }

    void* m_library;
    void* m_linker = nullptr;
};

struct JitLinker {
    std::unique_ptr<RealLinker> real; // null: without -lto
    bool has_lto_ir = false;
    std::vector<std::string> texts; // PTX
    std::string ptx; // linked
    std::string errors;

    LinkStatus refuse(LinkStatus status, std::string_view name, std::string_view reason)
    {
        errors += name.empty() ? std::string { reason } : std::string { name } + ": " + std::string { reason };
        errors += '\n';
        return status;
    }
};

LinkStatus add(JitLinker& linker, InputType type, std::string_view image, std::string_view name)
{
    if (type == InputType::library && name.find("cudadevrt") != std::string_view::npos)
        return LinkStatus::success; // the device has most of its functions, kDeviceRuntime the others
    if (type == InputType::lto_ir && linker.real && linker.real->exists()) {
        linker.has_lto_ir = true;
        return LinkStatus { linker.real->add(image.data(), image.size(), std::string { name }.c_str()) };
    }
    const auto module = image.substr(0, image.find('\0'));
    const bool is_ptx = module.find(".version") != std::string_view::npos && module.find(".target") != std::string_view::npos;
    if ((type != InputType::ptx && type != InputType::any) || !is_ptx)
        return linker.refuse(LinkStatus::unrecognized_input, name,
            "The virtual device links PTX only, not machine code, libraries and LTO-IR. Compile to PTX, without link-time "
            "optimization.");
    linker.texts.emplace_back(module);
    return LinkStatus::success;
}

LinkStatus copy_text(const std::string& text, char* to)
{
    if (to == nullptr)
        return LinkStatus::null_input;
    std::memcpy(to, text.c_str(), text.size() + 1);
    return LinkStatus::success;
}

LinkStatus size_of(const std::string& text, std::size_t* bytes)
{
    if (bytes == nullptr)
        return LinkStatus::null_input;
    *bytes = text.size() + 1;
    return LinkStatus::success;
}

} // namespace

WARPSTAGE_API LinkStatus nvJitLinkCreate(JitLinker** result, std::uint32_t count, const char** options)
{
    if (result == nullptr || (options == nullptr && count != 0))
        return LinkStatus::null_input;
    auto linker = std::make_unique<JitLinker>();
    const std::vector<const char*> words(options, options + count);
    if (std::ranges::any_of(words, [](std::string_view word) { return word == "-lto"; }))
        linker->real = std::make_unique<RealLinker>(words);
    *result = linker.release();
    return LinkStatus::success;
}

WARPSTAGE_API LinkStatus nvJitLinkDestroy(JitLinker** linker)
{
    if (linker == nullptr)
        return LinkStatus::null_input;
    delete *linker;
    *linker = nullptr;
    return LinkStatus::success;
}

WARPSTAGE_API LinkStatus nvJitLinkAddData(
    JitLinker* linker, InputType type, const char* data, std::size_t bytes, const char* name)
{
    if (linker == nullptr || data == nullptr)
        return LinkStatus::null_input;
    return add(*linker, type, { data, bytes }, name == nullptr ? "" : name);
}

WARPSTAGE_API LinkStatus nvJitLinkAddFile(JitLinker* linker, InputType type, const char* path)
{
    if (linker == nullptr || path == nullptr)
        return LinkStatus::null_input;
    const auto text = read_whole_file(path, kMaxInputBytes);
    return text ? add(*linker, type, *text, path) : linker->refuse(LinkStatus::invalid_input, path, "The file cannot be read.");
}

WARPSTAGE_API LinkStatus nvJitLinkComplete(JitLinker* linker)
{
    if (linker == nullptr)
        return LinkStatus::null_input;
    if (linker->has_lto_ir) {
        if (linker->real->complete() != 0)
            return linker->refuse(
                LinkStatus::compilation, {}, linker->real->text("nvJitLinkGetErrorLogSize", "nvJitLinkGetErrorLog"));
        const auto ptx = linker->real->text("nvJitLinkGetLinkedPtxSize", "nvJitLinkGetLinkedPtx");
        if (const auto status = add(*linker, InputType::ptx, ptx, "LTO-IR"); status != LinkStatus::success)
            return status;
    }
    if (linker->texts.empty())
        return linker->refuse(LinkStatus::invalid_input, {}, "There is no PTX to link.");
    if (std::ranges::any_of(linker->texts, [](const std::string& text) { return text.find("cudaCG") != std::string::npos; }))
        linker->texts.emplace_back(kDeviceRuntime);
    linker->ptx = link_texts(linker->texts);
    return LinkStatus::success;
}

WARPSTAGE_API LinkStatus nvJitLinkGetLinkedCubinSize(JitLinker* linker, std::size_t* bytes)
{
    return linker == nullptr ? LinkStatus::null_input : size_of(linker->ptx, bytes);
}

WARPSTAGE_API LinkStatus nvJitLinkGetLinkedCubin(JitLinker* linker, char* cubin)
{
    return linker == nullptr ? LinkStatus::null_input : copy_text(linker->ptx, cubin);
}

WARPSTAGE_API LinkStatus nvJitLinkGetLinkedPtxSize(JitLinker* linker, std::size_t* bytes)
{
    return nvJitLinkGetLinkedCubinSize(linker, bytes);
}

WARPSTAGE_API LinkStatus nvJitLinkGetLinkedPtx(JitLinker* linker, char* ptx)
{
    return nvJitLinkGetLinkedCubin(linker, ptx);
}

WARPSTAGE_API LinkStatus nvJitLinkGetErrorLogSize(JitLinker* linker, std::size_t* bytes)
{
    return linker == nullptr ? LinkStatus::null_input : size_of(linker->errors, bytes);
}

WARPSTAGE_API LinkStatus nvJitLinkGetErrorLog(JitLinker* linker, char* log)
{
    return linker == nullptr ? LinkStatus::null_input : copy_text(linker->errors, log);
}

WARPSTAGE_API LinkStatus nvJitLinkGetInfoLogSize(JitLinker* linker, std::size_t* bytes)
{
    return linker == nullptr ? LinkStatus::null_input : size_of({}, bytes);
}

WARPSTAGE_API LinkStatus nvJitLinkGetInfoLog(JitLinker* linker, char* log)
{
    return linker == nullptr ? LinkStatus::null_input : copy_text({}, log);
}

WARPSTAGE_API LinkStatus nvJitLinkVersion(unsigned int* major, unsigned int* minor)
{
    constexpr unsigned int kMajor = 13; // functions of this version of the CUDA Toolkit
    if (major == nullptr || minor == nullptr)
        return LinkStatus::null_input;
    *major = kMajor;
    *minor = 0;
    return LinkStatus::success;
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
