#include "app/course/lzma.h"

#include <lzma.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::course {

namespace {

constexpr std::uint32_t kWindow = 1U << 24U; // bytes in which repetitions are found: more than the shipped lessons
constexpr std::size_t kSizePlace = 5; // in the header

// Of text: the last 4 bits of a character decide about the next one, its place does not.
lzma_options_lzma options_of_text()
{
    lzma_options_lzma options {};
    lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT);
    options.dict_size = kWindow;
    options.lc = 4;
    options.lp = 0;
    options.pb = 0;
    return options;
}

} // namespace

Result<std::string> lzma_packed(std::string_view content)
{
    const lzma_options_lzma options = options_of_text();
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret status = lzma_alone_encoder(&stream, &options);
    stream.next_in = reinterpret_cast<const std::uint8_t*>(content.data()); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    stream.avail_in = content.size();
    std::string packed;
    std::array<std::uint8_t, std::size_t { 1 } << 16> piece {};
    while (status == LZMA_OK) {
        stream.next_out = piece.data();
        stream.avail_out = piece.size();
        status = lzma_code(&stream, LZMA_FINISH);
        packed.append(piece.begin(), piece.end() - static_cast<std::ptrdiff_t>(stream.avail_out));
    }
    lzma_end(&stream);
    if (status != LZMA_STREAM_END)
        return Error { "too little memory to pack it" };
    // The encoder, which does not know the size yet, leaves it open.
    for (std::size_t i = 0; i < sizeof(std::uint64_t); ++i)
        packed[kSizePlace + i] = static_cast<char>(static_cast<std::uint64_t>(content.size()) >> (8 * i));
    return packed;
}

} // namespace warpstage::course
