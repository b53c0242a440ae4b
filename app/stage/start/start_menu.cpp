#include "app/stage/start/start_menu.h"

namespace warpstage::stage {

namespace {

std::string utf8(char32_t character)
{
    std::string text;
    const auto put = [&](char32_t bits) {
        text += static_cast<char>(static_cast<unsigned char>(bits));
    };
    if (character < 0x80) {
        put(character);
    } else if (character < 0x800) {
        put(0xC0U | (character >> 6U));
        put(0x80U | (character & 0x3FU));
    } else if (character < 0x10000) {
        put(0xE0U | (character >> 12U));
        put(0x80U | ((character >> 6U) & 0x3FU));
        put(0x80U | (character & 0x3FU));
    } else {
        put(0xF0U | (character >> 18U));
        put(0x80U | ((character >> 12U) & 0x3FU));
        put(0x80U | ((character >> 6U) & 0x3FU));
        put(0x80U | (character & 0x3FU));
    }
    return text;
}

bool is_printed(Key key)
{
    return static_cast<std::uint32_t>(key) < static_cast<std::uint32_t>(Key::tab);
}

views::StartEntry entry_of(const StartChoice& choice)
{
    return { .title = choice.title, .detail = choice.detail, .group = choice.group };
}

} // namespace

StartMenu::StartMenu(StageState& state, std::shared_ptr<const StartChoices> choices)
    : m_state(state)
    , m_choices(std::move(choices))
{
    if (m_choices == nullptr)
        return;
    for (const StartChoice& action : m_choices->actions)
        m_page.actions.push_back(entry_of(action));
    for (const StartChoice& lesson : m_choices->lessons)
        m_page.lessons.push_back(entry_of(lesson));
    m_page.groups = m_choices->groups;
    m_page.chosen = std::min(m_page.before_lessons() + m_choices->chosen, std::max<std::size_t>(m_page.count(), 1) - 1);
    m_pictures.resize(m_page.lessons.size());
    if (m_choices->open)
        open();
}

const StartChoice& StartMenu::choice(std::size_t index) const
{
    if (index < m_page.actions.size())
        return m_choices->actions[index];
    return index < m_page.before_lessons() ? m_recent[index - m_page.actions.size()]
                                           : m_choices->lessons[index - m_page.before_lessons()];
}

void StartMenu::show()
{
    m_page.path = m_finder != nullptr ? std::optional(m_finder->choice()) : std::nullopt;
    m_state.overlay.show_start(std::make_shared<const views::StartPage>(m_page));
}

void StartMenu::open()
{
    if (m_choices == nullptr)
        return;
    m_page.typed.clear();
    m_finder.reset();
    const std::size_t lesson = m_page.chosen - std::min(m_page.chosen, m_page.before_lessons());
    m_recent = m_choices->recent ? m_choices->recent() : std::vector<StartChoice> {};
    m_page.recent.clear();
    for (const StartChoice& file : m_recent)
        m_page.recent.push_back(entry_of(file));
    m_page.chosen = std::min(m_page.before_lessons() + lesson, std::max<std::size_t>(m_page.count(), 1) - 1);
    m_behind = m_state.snapshot != nullptr ? m_state.snapshot->setup->lesson : nullptr;
    if (m_state.snapshot != nullptr && !m_first) // the lesson that the page was opened from
        m_page.chosen = std::min(
            m_page.before_lessons() + m_state.snapshot->setup->lesson_index, std::max<std::size_t>(m_page.count(), 1) - 1);
    show();
}

void StartMenu::find_file()
{
    std::vector<std::string> endings;
    if (m_choices != nullptr)
        for (const StartChoice& action : m_choices->actions)
            endings.insert(endings.end(), action.endings.begin(), action.endings.end());
    if (endings.empty())
        return;
    open();
    m_finder = std::make_unique<PathFinder>(tr("Open a file"), std::move(endings), m_choices->folder);
    show();
}

void StartMenu::close()
{
    m_finder.reset();
    m_first = false;
    m_state.overlay.show_start(nullptr);
}

void StartMenu::close_path()
{
    m_finder.reset();
    show();
}

void StartMenu::choose(std::size_t index)
{
    if (m_finder != nullptr) {
        if (index >= m_page.count())
            m_finder->choose(index - m_page.count());
    } else if (index < m_page.count() && index != m_page.chosen) {
        m_page.chosen = index;
        m_page.typed.clear();
    } else {
        return;
    }
    show();
}

void StartMenu::activate(std::size_t index)
{
    if (m_finder != nullptr) {
        if (index < m_page.count())
            return close_path(); // outside the list of files
        m_finder->choose(index - m_page.count());
        if (const auto path = m_finder->open())
            return open_path(*path);
        return show();
    }
    if (index >= m_page.count())
        return;
    m_page.chosen = index;
    const StartChoice& chosen = choice(index);
    if (!chosen.endings.empty()) {
        m_finder = std::make_unique<PathFinder>(chosen.title, chosen.endings, m_choices->folder);
        return show();
    }
    if (!chosen.file.empty())
        return open_path(chosen.file);
    for (const session::Command& command : chosen.commands) {
        // The lesson behind the page is unchanged.
        const auto* lesson = std::get_if<session::SelectLesson>(&command);
        const bool shown = lesson != nullptr && chosen.commands.size() == 1 && m_behind != nullptr && lesson->id == m_behind->id;
        if (!shown)
            m_state.commands.push_back(command);
    }
    close();
}

void StartMenu::open_path(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        if (m_finder != nullptr)
            m_finder->refuse(tr("File not found."));
        else
            m_state.overlay.say(tr("File not found."), session::Severity::attention);
        return show();
    }
    m_opened.push_back(path);
    m_state.overlay.say(trf("Opening {}.", path.filename().string()), session::Severity::information);
    close();
}

void StartMenu::move(views::Toward toward)
{
    m_page.typed.clear();
    m_page.chosen = views::neighbor_of(m_page, toward, m_state.overlay.window().size, m_style);
    show();
}

void StartMenu::look_for(std::string typed)
{
    m_page.typed = std::move(typed);
    if (const auto found = views::entry_by(m_page, m_page.typed))
        m_page.chosen = *found;
    show();
}

bool StartMenu::press_path(const KeyPress& press)
{
    if (press.key == Key::escape) {
        close_path();
        return true;
    }
    if (press.key == Key::enter) {
        if (const auto path = m_finder->open()) {
            open_path(*path);
            return true;
        }
    } else if (press.key == Key::tab) {
        m_finder->complete();
    } else if (press.key == Key::backspace) {
        m_finder->erase();
    } else if (press.key == Key::down || press.key == Key::page_down) {
        m_finder->step(1);
    } else if (press.key == Key::up || press.key == Key::page_up) {
        m_finder->step(-1);
    } else {
        return is_printed(press.key); // the typed character arrives as its own event
    }
    show();
    return true;
}

bool StartMenu::press(const KeyPress& press)
{
    if (!is_open() || press.control == Control::down)
        return false;
    if (m_finder != nullptr)
        return press_path(press);
    static const std::map<Key, views::Toward> arrows { { Key::left, views::Toward::left }, { Key::right, views::Toward::right },
        { Key::up, views::Toward::up }, { Key::down, views::Toward::down } };
    const std::size_t count = std::max<std::size_t>(m_page.count(), 1);
    const Key key = press.key;
    if (const auto arrow = arrows.find(key); arrow != arrows.end())
        move(arrow->second);
    else if (key == Key::enter || key == Key::page_down || key == Key::f5) // "next" and "start" of a clicker
        activate(m_page.chosen);
    else if (key == Key::page_up || key == Key::tab)
        choose((m_page.chosen + 1) % count);
    else if (key == Key::home || key == Key::end)
        choose(key == Key::home ? 0 : count - 1);
    else if (key == Key::backspace && !m_page.typed.empty())
        look_for(m_page.typed.substr(0, m_page.typed.size() - 1));
    else // clickers send a period to blank the screen
        return key == Key::backspace || key == Key::erase
            || (is_printed(key) && key != Key::question && key != Key::period && key != static_cast<Key>('/'));
    return true;
}

void StartMenu::type(char32_t character)
{
    if (!is_open() || character < U' ' || character == 0x7F)
        return;
    if (m_finder != nullptr) {
        m_finder->type(utf8(character));
        return show();
    }
    constexpr std::size_t kMaxLength = 24;
    if (character == U'?' || character == U'.' || character == U'/' || character > U'~')
        return;
    if (!m_page.typed.empty() || character != U' ') {
        const std::string longer = m_page.typed + utf8(character);
        // A letter without a match restarts the search.
        if (longer.size() <= kMaxLength && views::entry_by(m_page, longer))
            look_for(longer);
        else
            look_for(utf8(character));
    }
}

void StartMenu::take_picture()
{
    auto made = m_choices->next_picture ? m_choices->next_picture() : std::nullopt;
    if (!made || made->lesson >= m_pictures.size())
        return;
    m_pictures[made->lesson] = std::move(made->picture);
    m_undrawn.push_back(made->lesson);
}

void StartMenu::draw_pictures(const draw::Style& style)
{
    if (m_theme != style.theme) {
        m_theme = style.theme;
        m_undrawn.clear();
        for (std::size_t i = 0; i < m_pictures.size(); ++i)
            m_undrawn.push_back(i);
    }
    if (m_undrawn.empty())
        return;
    // One per frame, so that no frame is delayed.
    const std::size_t lesson = m_undrawn.front();
    m_undrawn.erase(m_undrawn.begin());
    if (m_pictures[lesson] == nullptr)
        return;
    m_page.lessons[lesson].picture =
        std::make_shared<const draw::DrawList>(m_pictures[lesson](views::kStartPicture, draw::make_style(style.theme, 1.0F)));
    show();
}

void StartMenu::follow(const draw::Style& style)
{
    if (!is_open() || m_state.snapshot == nullptr)
        return;
    m_style = style;
    const session::Snapshot& shown = *m_state.snapshot;
    if (m_behind == nullptr)
        m_behind = shown.setup->lesson;
    const auto& lesson = shown.setup->lesson;
    if (shown.device->timing_origin || (m_behind != nullptr && lesson != nullptr && lesson->id != m_behind->id)) {
        close(); // a dropped file, the console, or a script
        return;
    }
    if (m_finder != nullptr && m_finder->follow())
        show();
    take_picture();
    draw_pictures(style);
}

} // namespace warpstage::stage
