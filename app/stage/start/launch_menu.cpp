#include "app/stage/start/launch_menu.h"

namespace warpstage::stage {

namespace {

bool is_printing(Key key)
{
    return static_cast<std::uint32_t>(key) < static_cast<std::uint32_t>(Key::tab);
}

} // namespace

void LaunchMenu::show()
{
    views::StartPage page;
    page.launch = std::make_shared<const views::LaunchPage>(m_page);
    m_state.overlay.show_start(std::make_shared<const views::StartPage>(std::move(page)));
}

void LaunchMenu::show(views::LaunchPage page)
{
    m_page = std::move(page);
    views::choose_row(m_page, views::first_row(m_page));
    show();
}

void LaunchMenu::close()
{
    if (is_open())
        m_state.overlay.show_start(nullptr);
}

views::EditorLine* LaunchMenu::line()
{
    return m_page.field() == nullptr ? nullptr : &m_page.kernels[m_page.kernel].fields[m_page.row - 1].line;
}

void LaunchMenu::step_kernel(int kernels)
{
    const auto count = static_cast<int>(m_page.kernels.size());
    if (count == 0)
        return;
    m_page.kernel = static_cast<std::size_t>((static_cast<int>(m_page.kernel) + kernels + count) % count);
    views::choose_row(m_page, m_page.row);
}

void LaunchMenu::step_row(int rows)
{
    const auto count = static_cast<int>(m_page.rows());
    if (count > 0)
        views::choose_row(m_page, static_cast<std::size_t>((static_cast<int>(m_page.row) + rows + count) % count));
}

void LaunchMenu::run()
{
    if (!m_page.asks() || !m_page.kernels[m_page.kernel].impossible.empty())
        return;
    m_answered = m_page;
}

bool LaunchMenu::edit(Key key)
{
    using views::EditorLine;
    static const std::map<Key, void (EditorLine::*)()> keys { { Key::backspace, &EditorLine::erase_before },
        { Key::erase, &EditorLine::erase_after }, { Key::left, &EditorLine::left }, { Key::right, &EditorLine::right },
        { Key::home, &EditorLine::home }, { Key::end, &EditorLine::end } };
    const auto known = keys.find(key);
    EditorLine* edited = line();
    if (known == keys.end() || edited == nullptr)
        return false;
    (edited->*known->second)();
    return true;
}

bool LaunchMenu::press(const KeyPress& press)
{
    if (!is_open() || press.control == Control::down)
        return false;
    const Key key = press.key;
    const bool back = key == Key::up || (key == Key::tab && press.shift == Shift::down);
    if (key == Key::escape || is_function_key(key))
        return false; // closes the form; screenshots
    if (key == Key::enter)
        run();
    else if (back || key == Key::down || key == Key::tab)
        step_row(back ? -1 : 1);
    else if (key == Key::page_up || key == Key::page_down)
        step_kernel(key == Key::page_up ? -1 : 1);
    else if (!edit(key) && m_page.row == 0 && (key == Key::left || key == Key::right))
        step_kernel(key == Key::left ? -1 : 1);
    else if (is_printing(key))
        return true; // the typed character arrives as its own event
    show();
    return true;
}

void LaunchMenu::type(char32_t character)
{
    views::EditorLine* edited = is_open() ? line() : nullptr;
    if (edited == nullptr)
        return;
    edited->insert(character);
    show();
}

void LaunchMenu::choose(std::size_t row)
{
    if (!is_open())
        return;
    if (row == views::kRunRow)
        return run();
    if (row == 0 && m_page.row == 0)
        step_kernel(1);
    views::choose_row(m_page, row);
    show();
}

} // namespace warpstage::stage
