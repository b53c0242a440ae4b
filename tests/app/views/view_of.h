// A view by its id, for tests.
#pragma once

#include "app/views/view.h"
#include "core/base/verify.h"

namespace warpstage::views {

[[nodiscard]] inline const View& view_of(std::string_view id)
{
    const View* view = find_view(id);
    VERIFY(view != nullptr);
    return *view;
}

} // namespace warpstage::views
