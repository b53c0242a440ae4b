#include "core/runtime/program/program_file.h"

#include "core/base/whole_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace warpstage::runtime {

namespace {

// Libraries with machine code only, and how their functions begin. A program may link several; one that calls none of the
// functions runs.
struct BinaryLibrary {
    std::string_view name; // of the file, up to ".so" or, of a family, up to the rest
    std::string_view prefix;
    bool family = false;
};
constexpr std::array kBinaryLibraries {
    BinaryLibrary { "libcublas", "cublas" },
    BinaryLibrary { "libcublasLt", "cublasLt" },
    BinaryLibrary { "libcufft", "cufft" },
    BinaryLibrary { "libcufftw", "fftw" },
    BinaryLibrary { "libcurand", "curand" },
    BinaryLibrary { "libcusparse", "cusparse" },
    BinaryLibrary { "libcusolver", "cusolver" },
    BinaryLibrary { "libcusolverMg", "cusolverMg" },
    BinaryLibrary { "libcudnn", "cudnn", true },
    BinaryLibrary { "libnccl", "nccl" },
    BinaryLibrary { "libnpp", "npp", true },
    BinaryLibrary { "libnvjpeg", "nvjpeg" },
    BinaryLibrary { "libcutensor", "cutensor", true },
    BinaryLibrary { "libcudla", "cudla" },
    BinaryLibrary { "libnvJitLink", "nvJitLink" },
    BinaryLibrary { "libnvfatbin", "nvFatbin" },
    BinaryLibrary { "libcufile", "cuFile" },
    BinaryLibrary { "libcupti", "cupti" },
};

// Only the runtime library itself contains the name of this error.
constexpr std::string_view kTextOfRuntime { "\0cudaErrorSymbolNotFound\0", 25 };

std::string base_name(std::string_view library)
{
    return std::string { library.substr(0, library.find(".so")) };
}

class ElfFile {
public:
    explicit ElfFile(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    template <typename T> [[nodiscard]] std::optional<T> at(std::uint64_t offset) const
    {
        if (offset > m_bytes.size() || sizeof(T) > m_bytes.size() - offset)
            return std::nullopt;
        T value {};
        std::memcpy(&value, m_bytes.data() + offset, sizeof(T));
        return value;
    }

    [[nodiscard]] std::string_view text(std::uint64_t offset) const
    {
        if (offset >= m_bytes.size())
            return {};
        const std::string_view rest = m_bytes.substr(offset);
        return rest.substr(0, rest.find('\0'));
    }

private:
    std::string_view m_bytes;
};

} // namespace

Result<ProgramFile> read_program_file(const std::filesystem::path& path)
{
    constexpr std::uint64_t kMaxProgramBytes = std::uint64_t { 4 } << 30;
    const auto bytes = read_whole_file(path, kMaxProgramBytes);
    if (!bytes)
        return Error { fmt::format("Cannot read the program `{}`: {}.", path.string(), bytes.error().message) };
    const ElfFile file(*bytes);
    const auto header = file.at<Elf64_Ehdr>(0);
    const bool valid = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64
        && header->e_machine == EM_X86_64 && (header->e_type == ET_EXEC || header->e_type == ET_DYN);
    if (!valid)
        return Error { fmt::format("`{}` is not a program for this computer: not a 64-bit x86 ELF file.", path.string()) };
    ProgramFile program;
    program.has_static_runtime = bytes->find(kTextOfRuntime) != std::string::npos;
    program.loads_driver = bytes->find("libcuda.so") != std::string::npos;
    const auto names = file.at<Elf64_Shdr>(header->e_shoff + std::uint64_t { header->e_shstrndx } * sizeof(Elf64_Shdr));
    for (std::uint64_t i = 0; i < header->e_shnum && names; ++i) {
        const auto section = file.at<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr));
        if (!section)
            break;
        if (file.text(names->sh_offset + section->sh_name) == ".nv_fatbin")
            program.has_device_code = true;
        program.has_symbols = program.has_symbols || section->sh_type == SHT_SYMTAB;
        if (section->sh_type != SHT_DYNAMIC && section->sh_type != SHT_DYNSYM)
            continue;
        const auto strings = file.at<Elf64_Shdr>(header->e_shoff + section->sh_link * sizeof(Elf64_Shdr));
        for (std::uint64_t at = 0; section->sh_type == SHT_DYNSYM && at < section->sh_size && strings; at += sizeof(Elf64_Sym)) {
            const auto symbol = file.at<Elf64_Sym>(section->sh_offset + at);
            if (symbol && symbol->st_shndx == SHN_UNDEF && symbol->st_name != 0)
                program.imported.emplace_back(file.text(strings->sh_offset + symbol->st_name));
        }
        if (section->sh_type == SHT_DYNSYM)
            continue;
        for (std::uint64_t at = 0; at < section->sh_size && strings; at += sizeof(Elf64_Dyn)) {
            const auto entry = file.at<Elf64_Dyn>(section->sh_offset + at);
            if (entry && entry->d_tag == DT_NEEDED)
                program.libraries.emplace_back(file.text(strings->sh_offset + entry->d_un.d_val));
        }
    }
    return program;
}

bool uses_nvrtc(const ProgramFile& program)
{
    return std::ranges::any_of(program.libraries, [](const std::string& library) { return base_name(library) == "libnvrtc"; });
}

Result<void> check_program(const ProgramFile& program, const std::string& name, StaticRuntime own)
{
    for (const std::string& library : program.libraries) {
        const std::string base = base_name(library);
        const auto* const known = std::ranges::find_if(kBinaryLibraries,
            [&](const BinaryLibrary& one) { return one.family ? base.starts_with(one.name) : base == one.name; });
        if (known == kBinaryLibraries.end())
            continue;
        const auto called =
            std::ranges::find_if(program.imported, [&](const std::string& symbol) { return symbol.starts_with(known->prefix); });
        if (called != program.imported.end())
            return Error { fmt::format(
                "`{}` calls `{}` of {}, which contains machine code for a GPU and no PTX: the virtual device "
                "cannot run it.",
                name, *called, library) };
    }
    const auto needed = [&](std::string_view base) {
        return std::ranges::find_if(program.libraries, [&](const std::string& library) { return base_name(library) == base; });
    };
    const auto runtime = needed("libcudart");
    const bool is_python = std::filesystem::path(name).filename().string().starts_with("python"); // its modules load the driver
    const bool uses_driver = needed("libcuda") != program.libraries.end() || program.loads_driver || is_python;
    if (runtime == program.libraries.end() && uses_driver && !program.has_static_runtime)
        return {};
    if (program.has_static_runtime && program.has_symbols && own == StaticRuntime::is_replaced)
        return {};
    if (runtime == program.libraries.end())
        return Error { program.has_device_code || program.has_static_runtime
                ? fmt::format("`{}` contains the CUDA runtime library. Link it with `nvcc -cudart shared`.", name)
                : fmt::format("`{}` is not a CUDA program: it contains no device code.", name) };
    if (*runtime != "libcudart.so.12" && *runtime != "libcudart.so.13")
        return Error { fmt::format("`{}` needs {}. Compile it with CUDA 12 or 13.", name, *runtime) };
    return {};
}

} // namespace warpstage::runtime
