#include "app/figures/page.h"

#include "app/export/export.h"

#include <fmt/format.h>

namespace warpstage::figures {

Result<void> save_figure(
    const views::Exhibit& exhibit, std::string_view title, const std::filesystem::path& file, const FigurePage& page)
{
    const auto list = views::compose_page(exhibit, page.size, draw::make_style(page.theme, 1.0F));
    return exporter::save(list, file, { std::string { title }, draw::caption_words(exhibit.caption) }, page.scale);
}

Result<void> save_figure_of(
    const views::View& view, const views::Subject& subject, const std::filesystem::path& file, const FigurePage& page)
{
    const auto exhibit = view.figure.prepare(subject);
    if (!exhibit)
        return exhibit.error();
    std::string title { view.id };
    if (subject.lesson != nullptr) // a file has no title
        title += fmt::format(
            " · {} · {}", subject.lesson->title.empty() ? subject.lesson->id : subject.lesson->title, subject.variant);
    return save_figure(*exhibit, title, file, page);
}

} // namespace warpstage::figures
