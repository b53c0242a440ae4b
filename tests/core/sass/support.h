// Fixtures of machine code: tests/fixtures/sass/sums.cu, its PTX, and what nvdisasm prints of its kernels for CC 9.0.
#pragma once

#include "core/ptx/parser.h"
#include "core/sass/listing.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace warpstage::sass::test {

[[nodiscard]] std::string fixture(std::string_view file);
[[nodiscard]] Listing listing_of(std::string_view kernel); // "rows"
[[nodiscard]] const ptx::Module& module_of_sums();

// A folder that is removed after the test.
class Folder {
public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    // An executable script of /bin/sh.
    void put_script(const std::string& name, const std::string& words) const;
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace warpstage::sass::test
