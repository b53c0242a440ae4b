#include "app/views/start/launch_page.h"

namespace warpstage::views {

void choose_row(LaunchPage& page, std::size_t row)
{
    if (!page.asks())
        return;
    page.row = std::min(row, page.rows() - 1);
    for (LaunchField& field : page.kernels[page.kernel].fields)
        field.line.selected = false;
    if (page.row > 0) {
        EditorLine& line = page.kernels[page.kernel].fields[page.row - 1].line;
        line.end();
        line.selected = !line.text.empty();
    }
}

std::size_t first_row(const LaunchPage& page)
{
    constexpr std::size_t kFirstParameter = 4; // after the kernel, grid, block and shared memory
    if (!page.asks())
        return 0;
    const auto& fields = page.kernels[page.kernel].fields;
    const auto refused = std::ranges::find_if(fields, [](const LaunchField& field) { return !field.line.refusal.empty(); });
    if (refused != fields.end())
        return 1 + static_cast<std::size_t>(refused - fields.begin());
    return std::min(kFirstParameter, page.rows() - 1);
}

} // namespace warpstage::views
