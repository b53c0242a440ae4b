// The lessons in the build folder.
#pragma once

#include "core/lesson/catalog.h"

#include <array>
#include <filesystem>
#include <memory>

namespace warpstage::lesson {

inline std::shared_ptr<const Catalog> shipped_lessons()
{
    static const auto catalog = [] {
        const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        return std::make_shared<const Catalog>(Catalog::load(roots));
    }();
    return catalog;
}

} // namespace warpstage::lesson
