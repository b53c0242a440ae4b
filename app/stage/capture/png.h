// A frame as pixels, and PNG files of it.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba; // rows from the top, four bytes per pixel
};

// Converts between rows from the top and rows from the bottom, OpenGL's order.
void flip_rows(Image& image);

// Creates missing folders. The file is written atomically. Errors: a folder that cannot be created or written to, a full disk.
[[nodiscard]] Result<void> write_png(const Image& image, const std::filesystem::path& path);

// Errors: the file does not exist or is not a PNG file.
[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

} // namespace warpstage::stage
