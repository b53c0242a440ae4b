#include "core/runtime/program/fat_binary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

namespace warpstage::runtime {

namespace {

// The layout is not documented by NVIDIA; it is that of the containers of nvcc 11 to 13, little endian. Offsets in bytes.
constexpr std::uint32_t kMagic = 0xba55'ed50;
constexpr std::size_t kHeaderBytes = 16; // magic, version and header size of 16 bits each, size of all entries

struct EntryLayout {
    static constexpr std::size_t kKind = 0; // 16 bits: 1 PTX, 2 machine code
    static constexpr std::size_t kHeaderBytes = 4;
    static constexpr std::size_t kPaddedBytes = 8; // 64 bits: to the next entry
    static constexpr std::size_t kCompressedBytes = 16;
    static constexpr std::size_t kArchitecture = 28;
    static constexpr std::size_t kFlags = 40; // 64 bits
    static constexpr std::size_t kTextBytes = 56; // 64 bits
    static constexpr std::size_t kSmallest = 64;
};

// __fatBinC_Wrapper_t of fatbinary_section.h.
struct Wrapper {
    int magic;
    int version;
    const std::byte* data;
    const std::byte* const* linked; // version 2: the units of linked device code, and a null pointer
};
constexpr int kLinkedVersion = 2;
constexpr int kWrapperMagic = 0x466243b1;

constexpr std::uint64_t kLz4Flag = 0x2000;
constexpr std::uint64_t kZstdFlag = 0x8000;
constexpr std::uint16_t kPtx = 1;
constexpr std::uint16_t kMachineCode = 2;

// More than any compiler writes; a damaged size must not exhaust the memory.
constexpr std::uint64_t kMaxTextBytes = std::uint64_t { 1 } << 30;

template <typename T> T number_at(std::span<const std::byte> bytes, std::size_t offset)
{
    T value {};
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

Error damaged(std::string_view what)
{
    return Error { fmt::format("The fat binary is damaged: {}.", what) };
}

Result<std::string> uncompressed(const FatBinaryEntry& entry)
{
    std::string text(entry.text_bytes, '\0');
    const auto* const from = reinterpret_cast<const char*>(entry.payload.data());
    if (entry.compression == FatBinaryEntry::Compression::none) {
        text.assign(from, entry.payload.size());
    } else if (entry.compression == FatBinaryEntry::Compression::zstd) {
        const std::size_t bytes = ZSTD_decompress(text.data(), text.size(), from, entry.payload.size());
        if (ZSTD_isError(bytes) != 0 || bytes != text.size())
            return damaged("its zstd data cannot be decompressed");
    } else {
        const int bytes =
            LZ4_decompress_safe(from, text.data(), static_cast<int>(entry.payload.size()), static_cast<int>(text.size()));
        if (bytes < 0 || static_cast<std::size_t>(bytes) != text.size())
            return damaged("its LZ4 data cannot be decompressed");
    }
    text.resize(text.find_last_not_of('\0') + 1); // PTX is padded with zeros
    return text;
}

// The lowest architecture that nvcc 12 and nvcc 13 both compile for.
constexpr std::uint32_t kLowestOfCompilers = 75;

// "90a" of ".target sm_90a": nvcc marks it in the flags of an entry too, but they are not documented. Empty: no PTX.
std::string target_of(std::string_view ptx)
{
    constexpr std::string_view kDirective = "\n.target sm_";
    const std::size_t found = ptx.find(kDirective);
    if (found == std::string_view::npos)
        return {};
    const std::string_view rest = ptx.substr(found + kDirective.size());
    return std::string { rest.substr(0, rest.find_first_not_of("0123456789af")) };
}

// How much of a device PTX may use: the features of all later devices, of the later ones of its family, or of this one only.
enum class Features : std::uint8_t { portable, of_family, of_device };

// Nothing: the device cannot run it (CUDA C++ Programming Guide, "Feature Set Compiler Targets").
std::optional<Features> usable_features(std::string_view target, std::uint32_t compiled_for, std::uint32_t architecture)
{
    if (compiled_for > architecture)
        return std::nullopt;
    if (target.ends_with('a'))
        return compiled_for == architecture ? std::optional { Features::of_device } : std::nullopt;
    if (target.ends_with('f'))
        return compiled_for / 10 == architecture / 10 ? std::optional { Features::of_family } : std::nullopt;
    return Features::portable;
}

} // namespace

bool is_fat_binary_wrapper(const void* data)
{
    int magic = 0;
    std::memcpy(&magic, data, sizeof(magic));
    return magic == kWrapperMagic;
}

std::vector<const std::byte*> registered_containers(const void* wrapper)
{
    const auto& registered = *static_cast<const Wrapper*>(wrapper);
    std::vector<const std::byte*> containers { registered.data };
    if (registered.version == kLinkedVersion && registered.linked != nullptr)
        for (const std::byte* const* unit = registered.linked; *unit != nullptr; ++unit)
            containers.push_back(*unit);
    return containers;
}

Result<std::size_t> fat_binary_bytes(const std::byte* data)
{
    const std::span header(data, kHeaderBytes);
    if (number_at<std::uint32_t>(header, 0) != kMagic)
        return Error { "The image is neither PTX text nor a fat binary." };
    return number_at<std::uint16_t>(header, 6) + static_cast<std::size_t>(number_at<std::uint64_t>(header, 8));
}

Result<std::vector<FatBinaryEntry>> fat_binary_entries(std::span<const std::byte> container)
{
    if (container.size() < kHeaderBytes || number_at<std::uint32_t>(container, 0) != kMagic)
        return damaged("it does not start with its magic number");
    const std::size_t header = number_at<std::uint16_t>(container, 6);
    if (header > container.size())
        return damaged("its header is longer than the container");
    std::span<const std::byte> rest = container.subspan(header);
    std::vector<FatBinaryEntry> entries;
    while (rest.size() >= EntryLayout::kSmallest) {
        const auto kind = number_at<std::uint16_t>(rest, EntryLayout::kKind);
        const std::size_t header_bytes = number_at<std::uint32_t>(rest, EntryLayout::kHeaderBytes);
        const auto padded = number_at<std::uint64_t>(rest, EntryLayout::kPaddedBytes);
        if (header_bytes < EntryLayout::kSmallest || header_bytes > rest.size() || padded > rest.size() - header_bytes)
            return damaged("an entry is longer than the container");
        FatBinaryEntry entry;
        entry.architecture = number_at<std::uint32_t>(rest, EntryLayout::kArchitecture);
        const auto flags = number_at<std::uint64_t>(rest, EntryLayout::kFlags);
        const std::size_t compressed = number_at<std::uint32_t>(rest, EntryLayout::kCompressedBytes);
        entry.payload = rest.subspan(header_bytes, padded);
        if ((flags & (kZstdFlag | kLz4Flag)) != 0) {
            entry.compression = (flags & kZstdFlag) != 0 ? FatBinaryEntry::Compression::zstd : FatBinaryEntry::Compression::lz4;
            entry.text_bytes = number_at<std::uint64_t>(rest, EntryLayout::kTextBytes);
            if (compressed > padded || compressed > std::numeric_limits<std::int32_t>::max() || entry.text_bytes > kMaxTextBytes)
                return damaged("the size of an entry is invalid");
            entry.payload = entry.payload.first(compressed);
        }
        entry.kind = kind == kPtx ? FatBinaryEntry::Kind::ptx : FatBinaryEntry::Kind::machine_code;
        if (kind == kPtx || kind == kMachineCode)
            entries.push_back(entry);
        rest = rest.subspan(header_bytes + padded);
    }
    return entries;
}

Result<std::string> best_ptx(std::span<const FatBinaryEntry> entries, std::uint32_t architecture)
{
    std::vector<const FatBinaryEntry*> candidates;
    std::set<std::string> others;
    for (const FatBinaryEntry& entry : entries) {
        const bool is_ptx = entry.kind == FatBinaryEntry::Kind::ptx;
        if (is_ptx && entry.architecture <= architecture)
            candidates.push_back(&entry);
        else
            others.insert(fmt::format("{}_{}", is_ptx ? "compute" : "sm", entry.architecture));
    }
    std::ranges::stable_sort(candidates, std::ranges::greater {}, &FatBinaryEntry::architecture);
    std::optional<std::string> best;
    std::uint32_t best_architecture = 0;
    Features best_features {};
    for (const FatBinaryEntry* entry : candidates) {
        if (best && entry->architecture < best_architecture)
            break;
        Result<std::string> text = uncompressed(*entry);
        if (!text)
            return text.error();
        const std::string target = target_of(*text);
        const std::optional<Features> features = usable_features(target, entry->architecture, architecture);
        if (!features)
            others.insert("compute_" + target);
        if (!features || (best && *features <= best_features))
            continue;
        best = *std::move(text);
        best_architecture = entry->architecture;
        best_features = *features;
    }
    if (best)
        return *std::move(best);
    return Error { fmt::format(
        "The program contains no PTX for compute capability {}.{} or lower, only {}. Compile it with `nvcc -arch=compute_{}`.",
        architecture / 10, architecture % 10, others.empty() ? "an empty fat binary" : fmt::to_string(fmt::join(others, ", ")),
        std::max(architecture, kLowestOfCompilers)) };
}

} // namespace warpstage::runtime
