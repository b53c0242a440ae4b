#include "app/stage/capture/figure_page.h"

#include "app/views/frame/arrangement.h"
#include "app/views/gallery/exhibit.h"

namespace warpstage::stage {

namespace {

std::string file_name_part(std::string_view id)
{
    std::string part(id.empty() ? "none" : id);
    for (char& c : part) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!plain)
            c = '-';
    }
    return part;
}

} // namespace

Result<FigurePage> figure_page(const views::View& below, const session::Snapshot& shown, const views::WindowState& window)
{
    const views::View& view = views::present(below, shown);
    const auto made = views::exhibit_of(view, shown, window);
    if (!made)
        return made.error();
    const auto [lesson, variant] = subject_ids(shown);
    const std::string id { view.id };
    constexpr draw::Size kPanelPage { 860, 560 }; // of a panel that is no figure of the command line
    const draw::Size size = view.figure.prepare != nullptr ? view.figure.size : kPanelPage;
    return FigurePage { views::compose_page(*made, size, draw::make_style(draw::Theme::light, 1.0F)),
        id + " · " + shown.setup->lesson->title + " · " + variant, draw::caption_words(made->caption),
        { lesson, variant, id, shown.run->architecture } };
}

std::array<std::string, 2> subject_ids(const session::Snapshot& shown)
{
    const auto& setup = *shown.setup;
    return { setup.lesson != nullptr ? setup.lesson->id : std::string(),
        setup.variant < setup.variants.size() ? setup.variants[setup.variant].id : std::string() };
}

std::string file_stem(std::span<const std::string> parts)
{
    std::string stem = "warpstage";
    for (const std::string& part : parts)
        stem += "-" + file_name_part(part);
    return stem;
}

} // namespace warpstage::stage
