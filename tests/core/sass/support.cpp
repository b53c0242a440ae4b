#include "tests/core/sass/support.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warpstage::sass::test {

namespace fs = std::filesystem;

std::string fixture(std::string_view file)
{
    const auto path = fs::path(WARPSTAGE_FIXTURES) / "sass" / file;
    std::ifstream stream(path);
    EXPECT_TRUE(stream.is_open()) << path;
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

Listing listing_of(std::string_view kernel)
{
    auto listing = parse(fixture(std::string { kernel } + ".sass"), "sums.cu");
    EXPECT_TRUE(listing.ok()) << (listing.ok() ? "" : listing.error().message);
    return listing.ok() ? *std::move(listing) : Listing {};
}

const ptx::Module& module_of_sums()
{
    static const auto module = ptx::parse(fixture("sums.ptx"), "sums.ptx");
    EXPECT_TRUE(module.ok());
    return *module;
}

Folder::Folder()
{
    auto name = (fs::temp_directory_path() / "sass_test_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    m_path = name;
}

Folder::~Folder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

void Folder::put_script(const std::string& name, const std::string& words) const
{
    std::ofstream(m_path / name) << "#!/bin/sh\n" << words << '\n';
    fs::permissions(m_path / name, fs::perms::owner_all);
}

} // namespace warpstage::sass::test
