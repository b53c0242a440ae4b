#include "app/stage/capture/png.h"

#include "core/base/whole_file.h"

#include <png.h>

#include <system_error>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

Error cannot_save(const fs::path& path, const std::string& reason)
{
    return Error { trf("Cannot save the image `{}`: {}.", path.string(), reason) };
}

} // namespace

void flip_rows(Image& image)
{
    const std::size_t row = std::size_t { 4 } * image.width;
    for (std::size_t y = 0; y < image.height / 2; ++y) {
        std::uint8_t* const upper = image.rgba.data() + y * row;
        std::swap_ranges(upper, upper + row, image.rgba.data() + (image.height - 1 - y) * row);
    }
}

Result<void> write_png(const Image& image, const fs::path& path)
{
    VERIFY(image.rgba.size() == std::size_t { 4 } * image.width * image.height);
    png_image description {};
    description.version = PNG_IMAGE_VERSION;
    description.width = image.width;
    description.height = image.height;
    description.format = PNG_FORMAT_RGBA;
    description.flags = PNG_IMAGE_FLAG_FAST; // saving during a lecture must be quick; better compression is not worth the time
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(description);
    std::vector<std::uint8_t> encoded(bytes);
    if (png_image_write_to_memory(&description, encoded.data(), &bytes, 0, image.rgba.data(), 0, nullptr) == 0)
        return cannot_save(path, &description.message[0]);
    encoded.resize(bytes);

    std::error_code failed;
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), failed);
    if (failed)
        return cannot_save(path, failed.message());
    const std::string_view bytes_of_file(reinterpret_cast<const char*>(encoded.data()), encoded.size());
    if (const auto written = write_whole_file(path, bytes_of_file); !written)
        return cannot_save(path, written.error().message);
    return {};
}

Result<Image> read_png(const fs::path& path)
{
    png_image description {};
    description.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&description, path.c_str()) == 0)
        return Error { trf("Cannot read the image `{}`: {}.", path.string(), &description.message[0]) };
    description.format = PNG_FORMAT_RGBA;
    Image image { description.width, description.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(description)) };
    if (png_image_finish_read(&description, nullptr, image.rgba.data(), 0, nullptr) == 0)
        return Error { trf("Cannot read the image `{}`: {}.", path.string(), &description.message[0]) };
    return image;
}

} // namespace warpstage::stage
