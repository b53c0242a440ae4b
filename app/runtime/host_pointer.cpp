#include "app/runtime/host_pointer.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace warpstage::runtime {

namespace {

// A line of /proc/self/maps (proc(5)).
struct Mapping {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::string access; // "r-xp"
    std::string path; // empty: anonymous; "[heap]", "[stack]"
};

std::optional<Mapping> mapping_at(std::uint64_t address)
{
    std::ifstream file("/proc/self/maps");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Mapping mapping;
        char dash = 0;
        std::string offset;
        std::string device;
        std::string inode;
        words >> std::hex >> mapping.first >> dash >> mapping.end >> mapping.access >> offset >> device >> inode >> mapping.path;
        if (mapping.first <= address && address < mapping.end)
            return mapping;
    }
    return std::nullopt;
}

bool allows(const Mapping& mapping, char access)
{
    return mapping.access.find(access) != std::string::npos;
}

// The word at the address is the address of a function: an entry of the table of an object's virtual functions.
bool is_virtual_table(const Mapping& mapping, std::uint64_t address)
{
    const std::uint64_t place = address / sizeof(void*) * sizeof(void*);
    if (!allows(mapping, 'r') || allows(mapping, 'x') || mapping.end - place < sizeof(void*))
        return false;
    std::uint64_t word = 0;
    std::memcpy(&word, std::bit_cast<const void*>(place), sizeof(word));
    const auto target = mapping_at(word);
    return target && allows(*target, 'x');
}

} // namespace

std::string describe_host_pointer(std::uint64_t address)
{
    const auto mapping = mapping_at(address);
    if (!mapping || !allows(*mapping, 'r'))
        return {};
    const bool is_file = mapping->path.starts_with('/');
    if (is_file && is_virtual_table(*mapping, address))
        return "the vtable of an object that was built on the host: it is host memory, which kernels cannot access. Build "
               "objects "
               "with virtual functions in a kernel";
    if (is_file)
        return fmt::format("host memory (a variable or a function of `{}`), which kernels cannot access",
            std::filesystem::path(mapping->path).filename().string());
    return fmt::format("host memory ({}), which kernels cannot access",
        mapping->path == "[stack]" ? "a local variable on the stack" : "malloc or new");
}

} // namespace warpstage::runtime
