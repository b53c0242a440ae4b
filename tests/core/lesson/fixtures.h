// Location of the tests' lessons.
#pragma once

#include <filesystem>

namespace warpstage::lesson {

inline const std::filesystem::path kFixtures = std::filesystem::path { WARPSTAGE_FIXTURES } / "lessons";

} // namespace warpstage::lesson
