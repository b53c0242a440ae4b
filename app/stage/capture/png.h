// A frame as pixels, and PNG files of it.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba; // rows from the top, four bytes a pixel
};

// From the top instead of from the bottom, as OpenGL counts rows, or the other way round.
void flip_rows(Image& image);

// Creates missing folders. The file appears complete or not at all. Errors: a folder that cannot be made or written to, a full
// disk.
[[nodiscard]] Result<void> write_png(const Image& image, const std::filesystem::path& path);

// Errors: no such file, no PNG.
[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

} // namespace warpstage::stage
