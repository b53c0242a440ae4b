#include "tests/core/runtime/fat_binary_maker.h"

#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace warpstage::runtime {

namespace {

constexpr std::size_t kEntryHeader = 64;

std::string packed(const MadeEntry& entry)
{
    const auto length = static_cast<int>(entry.text.size());
    if (entry.packing == Packing::lz4) {
        std::string result(static_cast<std::size_t>(LZ4_compressBound(length)), '\0');
        result.resize(static_cast<std::size_t>(
            LZ4_compress_default(entry.text.data(), result.data(), length, static_cast<int>(result.size()))));
        return result;
    }
    if (entry.packing == Packing::zstd) {
        std::string result(ZSTD_compressBound(entry.text.size()), '\0');
        result.resize(ZSTD_compress(result.data(), result.size(), entry.text.data(), entry.text.size(), 3));
        return result;
    }
    return entry.text;
}

template <typename T> void put(std::vector<std::byte>& bytes, std::size_t offset, T value)
{
    std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

} // namespace

std::vector<std::byte> make_fat_binary(const std::vector<MadeEntry>& entries)
{
    std::vector<std::byte> bytes(16);
    for (const MadeEntry& entry : entries) {
        const std::string payload = packed(entry);
        const std::size_t padded = (payload.size() + 7) / 8 * 8;
        const std::size_t at = bytes.size();
        bytes.resize(at + kEntryHeader + padded);
        put(bytes, at, entry.kind);
        put(bytes, at + 4, static_cast<std::uint32_t>(kEntryHeader));
        put(bytes, at + 8, std::uint64_t { padded });
        put(bytes, at + 16, static_cast<std::uint32_t>(payload.size()));
        put(bytes, at + 28, entry.architecture);
        put(bytes, at + 40, static_cast<std::uint64_t>(entry.packing));
        put(bytes, at + 56, std::uint64_t { entry.text.size() });
        std::memcpy(bytes.data() + at + kEntryHeader, payload.data(), payload.size());
    }
    put(bytes, 0, std::uint32_t { 0xba55'ed50 });
    put(bytes, 4, std::uint16_t { 1 });
    put(bytes, 6, std::uint16_t { 16 });
    put(bytes, 8, std::uint64_t { bytes.size() - 16 });
    return bytes;
}

std::string program_ptx()
{
    std::ifstream stream(WARPSTAGE_FIXTURES "/runtime/program.ptx");
    return { std::istreambuf_iterator<char>(stream), {} };
}

} // namespace warpstage::runtime
