// Functions that the loader does not resolve to ours, because their names are local: nvcc links NVIDIA's runtime library
// statically by default, and so do modules for Python. Or because the program asks their library for them: NVRTC, or a runtime
// library that it has found before ours. In everything that is loaded, each of these functions is overwritten with a jump to
// ours.
#include "app/runtime/exported.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::runtime {

namespace {

namespace fs = std::filesystem;

struct LoadedFile {
    fs::path path;
    std::uintptr_t base = 0; // added to the addresses of the file
};

struct Function {
    std::string name;
    std::uintptr_t address = 0;
};

// movabs rax, address; jmp rax.
constexpr std::size_t kJumpBytes = 12;
// A library that defines one of them is a runtime library, or NVRTC.
constexpr std::array<std::string_view, 2> kMarkers { "cudaLaunchKernel", "nvrtcGetCUBIN" };

template <typename T> T read_at(std::ifstream& file, std::uint64_t offset)
{
    T value {};
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(&value), sizeof value);
    return value;
}

std::string bytes_at(std::ifstream& file, std::uint64_t offset, std::uint64_t bytes)
{
    std::string text(bytes, '\0');
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(text.data(), static_cast<std::streamsize>(bytes));
    return file ? text : std::string {};
}

// nvcc's function that registers the kernels of a file when it is loaded.
bool is_registration(std::string_view name)
{
    return name.find("__sti____cudaRegisterAll") != std::string_view::npos;
}

bool is_replaceable(std::string_view name)
{
    return name.starts_with("cuda") || name.starts_with("__cuda") || name.starts_with("nvrtcGetCUBIN");
}

// Those that the file defines, with the addresses of the file, and the registrations: from the table of all names, or that of the
// exported ones.
std::vector<Function> known_functions(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const auto header = read_at<Elf64_Ehdr>(file, 0);
    if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return {};
    Elf64_Shdr table {};
    for (std::uint64_t i = 0; i < header.e_shnum && file && table.sh_type != SHT_SYMTAB; ++i)
        if (const auto section = read_at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
            section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM)
            table = section;
    const auto strings = read_at<Elf64_Shdr>(file, header.e_shoff + table.sh_link * sizeof(Elf64_Shdr));
    const std::string names = bytes_at(file, strings.sh_offset, strings.sh_size);
    if (std::ranges::none_of(kMarkers, [&](std::string_view marker) { return names.find(marker) != std::string::npos; }))
        return {};
    const std::string symbols = bytes_at(file, table.sh_offset, table.sh_size);
    std::vector<Function> found;
    bool has_marker = false;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol {};
        std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
        const bool is_function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
        if (!is_function || symbol.st_name >= names.size())
            continue;
        const std::string_view name = names.c_str() + symbol.st_name;
        if (!is_registration(name) && (!is_replaceable(name) || symbol.st_size < kJumpBytes))
            continue;
        has_marker = has_marker || std::ranges::find(kMarkers, name) != kMarkers.end();
        found.push_back({ std::string { name }, symbol.st_value });
    }
    return has_marker ? found : std::vector<Function> {};
}

// The libraries of the folder in which this one is.
fs::path own_folder()
{
    Dl_info info {};
    return dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0 ? fs::path {}
                                                                          : fs::path { info.dli_fname }.parent_path();
}

// Ours, for the version of the program's runtime library: CUDA 13 has removed the second form of this function.
void* own_runtime(const std::vector<Function>& functions)
{
    const bool is_12 = std::ranges::find(functions, "cudaGetDeviceProperties_v2", &Function::name) != functions.end();
    return dlopen((own_folder() / (is_12 ? "libcudart.so.12" : "libcudart.so.13")).c_str(), RTLD_LAZY | RTLD_LOCAL);
}

// The pages of a function are made writable only while it is changed.
bool write_jump(std::uintptr_t address, const void* target)
{
    std::array<unsigned char, kJumpBytes> code { 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0 };
    std::memcpy(&code[2], &target, sizeof target);
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    void* const first = std::bit_cast<void*>(address / page * page);
    const std::size_t bytes = (address + code.size() + page - 1) / page * page - address / page * page;
    if (mprotect(first, bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return false;
    std::memcpy(std::bit_cast<void*>(address), code.data(), code.size());
    return mprotect(first, bytes, PROT_READ | PROT_EXEC) == 0;
}

// Whether the file has registered its kernels, with the functions that are replaced only now: then it does so again.
enum class Kernels : bool { are_not_registered, are_registered };

void replace(const LoadedFile& file, Kernels kernels)
{
    const std::vector<Function> functions = known_functions(file.path);
    if (functions.empty())
        return;
    void* const own = own_runtime(functions);
    for (const Function& function : functions)
        if (const void* const target = own == nullptr ? nullptr : dlsym(own, function.name.c_str()); target != nullptr)
            if (!write_jump(file.base + function.address, target))
                return;
    for (const Function& function : functions)
        if (kernels == Kernels::are_registered && is_registration(function.name))
            std::bit_cast<void (*)()>(file.base + function.address)();
}

// What has been loaded since the last call.
std::vector<LoadedFile> new_files()
{
    static std::set<std::pair<std::uintptr_t, fs::path>> known;
    std::vector<LoadedFile> all;
    dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* result) {
            const std::string_view name = loaded->dlpi_name;
            static_cast<std::vector<LoadedFile>*>(result)->push_back(
                { name.empty() ? "/proc/self/exe" : name, loaded->dlpi_addr });
            return 0;
        },
        &all);
    const fs::path own = own_folder();
    std::erase_if(all,
        [&](const LoadedFile& file) { return !known.emplace(file.base, file.path).second || file.path.parent_path() == own; });
    return all;
}

// In everything that has been loaded since the last call.
void replace_functions(Kernels kernels)
{
    static std::recursive_mutex mutex;
    const std::scoped_lock lock(mutex);
    for (const LoadedFile& file : new_files())
        replace(file, kernels);
}

// Before the program registers its kernels, if this library is loaded in front of it.
__attribute__((constructor)) void replace_at_start()
{
    replace_functions(Kernels::are_not_registered);
}

using Open = void* (*)(const char*, int) noexcept; // a call that may throw cannot be the last one of a function that does not
Open next_open = nullptr;

// Behind this library if it is loaded in front of the C library, else the first one.
Open find_next_open()
{
    void* const behind = dlsym(RTLD_NEXT, "dlopen");
    next_open = reinterpret_cast<Open>(behind == nullptr ? dlsym(RTLD_DEFAULT, "dlopen") : behind);
    return next_open;
}

__attribute__((noinline)) void* open_and_replace(const char* file, int mode) noexcept
{
    void* const opened = next_open(file, mode);
    if (opened != nullptr && (mode & RTLD_NOLOAD) == 0)
        replace_functions(Kernels::are_registered);
    return opened;
}

} // namespace

// A library that the program loads while it runs. A name without a slash is searched where the caller of dlopen says: the last
// call has to be a jump, so that this function does not become the caller.
WARPSTAGE_API void* dlopen(const char* file, int mode) noexcept
{
    const Open next = next_open == nullptr ? find_next_open() : next_open;
    if (file == nullptr || std::strchr(file, '/') == nullptr)
        return next(file, mode);
    return open_and_replace(file, mode);
}

} // namespace warpstage::runtime
