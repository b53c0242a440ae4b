// A temporary folder for the files of one run of another program.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace warpstage {

// Removed with its files by the destructor.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::error_code ignored;
        auto name = (std::filesystem::temp_directory_path(ignored) / "warpstage-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr)
            m_path = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; } // empty: it could not be created

private:
    std::filesystem::path m_path;
};

} // namespace warpstage
