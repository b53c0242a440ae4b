#include "core/base/text.h"
#include "core/capture_file/archive.h"
#include "core/lesson/lesson.h"
#include "core/lesson/outside_lesson.h"
#include "tests/fuzz/lesson_files.h"
#include "tests/fuzz/targets.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warpstage::fuzz {

void capture(std::string_view text)
{
    namespace fs = std::filesystem;
    static const fs::path root = fs::temp_directory_path() / fmt::format("warpstage-fuzz-capture-{}", getpid());
    fs::remove_all(root);
    fs::create_directories(root / "packed");
    fs::create_directories(root / "unpacked");
    const fs::path file = root / "x.warpstage";
    if (text.starts_with("PK")) {
        std::ofstream(file, std::ios::binary) << text;
    } else {
        write_lesson_files(root / "packed", text);
        static_cast<void>(capture_file::pack(root / "packed", file));
    }
    if (capture_file::is_capture(file) && capture_file::unpack(file, root / "unpacked"))
        if (const auto loaded = lesson::load_lesson(root / "unpacked"))
            static_cast<void>(lesson::check_buffer_bytes(*loaded, file, std::uint64_t { 1 } << 30));
    fs::remove_all(root);
}

} // namespace warpstage::fuzz
