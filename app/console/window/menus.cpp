#include "app/console/window/menus.h"

#include "app/console/qt_text.h"
#include "app/console/window/look.h"
#include "app/stage/input/key_table.h"
#include "core/base/text.h"
#include "core/base/words.h"

#include <Qsci/qsciscintilla.h>

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>
#include <QMessageBox>
#include <QStyle>
#include <QToolBar>
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::console {

namespace {

constexpr std::string_view kSeparator = "-"; // instead of a name
constexpr std::string_view kFilled {};
using Run = std::function<void(const Parts&)>;
using Keys = QList<QKeySequence>;

struct Command {
    std::string_view name; // object name of the action, used by tests
    std::string_view text {};
    Keys keys {};
    Run run {};
    std::optional<QStyle::StandardPixmap> icon {}; // in the tool bar
    std::function<bool(const Parts&)> enabled {}; // empty: always
    std::function<bool(const Parts&)> checked {}; // empty: cannot be checked
    QAction::MenuRole role = QAction::TextHeuristicRole;
    std::function<void(QMenu&, const Parts&)> fill {}; // adds entries that are not in the table
};

struct Menu {
    std::string_view title;
    std::vector<Command> commands;
};

std::optional<QStyle::StandardPixmap> icon_of(stage::ToolIcon icon)
{
    static const std::map<stage::ToolIcon, QStyle::StandardPixmap> pictures {
        { stage::ToolIcon::backward, QStyle::SP_MediaSkipBackward }, { stage::ToolIcon::forward, QStyle::SP_MediaSkipForward },
        { stage::ToolIcon::pause, QStyle::SP_MediaPause }, { stage::ToolIcon::reload, QStyle::SP_BrowserReload }
    };
    const auto found = pictures.find(icon);
    return found == pictures.end() ? std::nullopt : std::optional(found->second);
}

Command command_of(const stage::CommandRow& row)
{
    const stage::LectureEntry& entry = row.lecture;
    Command command { .name = row.id, .text = entry.text };
    for (const std::string_view key : text::split(entry.keys, ' '))
        command.keys << QKeySequence(to_qt(std::string { key }), QKeySequence::PortableText);
    command.run = [request = row.action.request](const Parts& parts) {
        if (auto requested = request(parts.link.snapshot()))
            parts.link.send(*std::move(requested));
    };
    command.icon = icon_of(entry.icon);
    command.enabled = [request = row.action.request](const Parts& parts) {
        return request(parts.link.snapshot()).has_value();
    };
    if (entry.checked != nullptr)
        command.checked = [checked = entry.checked](const Parts& parts) {
            return checked(parts.link.snapshot());
        };
    return command;
}

// The rows of the stage's table that have an entry, by group.
std::vector<Command> lecture_commands()
{
    std::vector<const stage::CommandRow*> rows;
    for (const stage::CommandRow& row : stage::command_table())
        if (!row.lecture.text.empty())
            rows.push_back(&row);
    std::ranges::sort(rows, {}, [](const stage::CommandRow* row) { return row->lecture.place; });
    std::vector<Command> commands;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && rows[i]->lecture.place / 10 != rows[i - 1]->lecture.place / 10)
            commands.push_back({ kSeparator });
        commands.push_back(command_of(*rows[i]));
    }
    commands.push_back({ "restart_clock", marked("Restart &Clock"), {}, [](auto& p) {
                            p.clock.start_again();
                        } });
    return commands;
}

// Commands on the source bring it to the front.
template <typename Act> Run on_source(Act act)
{
    return [act](const Parts& parts) {
        SourceView& source = parts.pages.source();
        parts.pages.setCurrentWidget(&source);
        act(source);
    };
}

template <typename Act> Run on_text(Act act)
{
    return on_source([act](SourceView& source) { std::invoke(act, source.editor_widget()); });
}

void copy_text(const Parts& parts)
{
    if (parts.pages.notes().hasFocus())
        parts.pages.notes().copy();
    else
        parts.pages.source().editor_widget().copy();
}

void toggle_full_screen(const Parts& parts)
{
    parts.link.window().setWindowState(parts.link.window().windowState() ^ Qt::WindowFullScreen);
}

void list_recent(QMenu& menu, const Parts& parts)
{
    auto* recent = menu.addMenu(qtr("Open &Recent"));
    QObject::connect(recent, &QMenu::aboutToShow, recent, [recent, &files = parts.files] { files.list_recent(*recent); });
}

void list_languages(QMenu& menu, const Parts& parts)
{
    auto* list = menu.addMenu(qtr("&Language"));
    list->setObjectName(QStringLiteral("language"));
    auto* group = new QActionGroup(list);
    for (const words::Language& language : words::languages()) {
        QAction* action = list->addAction(QString::fromUtf8(language.name));
        action->setObjectName(QStringLiteral("language_") + QString::fromUtf8(language.code));
        action->setCheckable(true);
        action->setChecked(&language == &words::language());
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, list, [&language, link = &parts.link] {
            if (!words::set_language(language))
                link->report(session::Severity::attention, trf("No translation found for {}.", language.name));
        });
    }
}

void list_docks(QMenu& menu, const Parts& parts)
{
    for (const QDockWidget* dock : parts.layout.docks()) {
        QAction* action = dock->toggleViewAction();
        action->setObjectName(QStringLiteral("dock_") + dock->objectName());
        menu.addAction(action);
    }
}

constexpr auto kWithShift = Qt::CTRL | Qt::SHIFT;
constexpr auto kWithAlt = Qt::CTRL | Qt::ALT;

// Lists, tables and the text keep the keys that they use.
// clang-format off
std::vector<Menu> all_menus()
{
    return {
        { marked("&File"), {
            { "open_session", marked("&Open Session…"), { QKeySequence::Open }, [](auto& p) { p.files.ask_to_open(); } },
            { .name = kFilled, .fill = list_recent },
            { "recover_session", marked("Re&cover Session…"), {}, [](auto& p) { p.recovery.offer(); } },
            { "save_session", marked("&Save Session"), { QKeySequence::Save }, [](auto& p) { p.files.save(); } },
            { "save_session_as", marked("Save Session &As…"), { kWithShift | Qt::Key_S }, [](auto& p) { p.files.save_as(); } },
            { kSeparator },
            { "save_own_lesson", marked("Save Kernels as a New &Lesson…"), { kWithAlt | Qt::Key_S }, save_own_lesson },
            { "export_report", marked("Export &Report…"), { Qt::CTRL | Qt::Key_E }, export_report },
            { kSeparator },
            { "close_console", marked("&Close Console"), { QKeySequence::Close }, [](auto& p) { p.link.window().close(); } },
            { .name = "quit", .text = marked("&Quit"), .keys = { Qt::CTRL | Qt::Key_Q }, .run = [](auto& p) { p.quit(); },
              .role = QAction::QuitRole },
        } },
        { marked("&Edit"), {
            { "undo", marked("&Undo"), { QKeySequence::Undo }, on_text(&QsciScintilla::undo) },
            { "redo", marked("&Redo"), { QKeySequence::Redo }, on_text(&QsciScintilla::redo) },
            { kSeparator },
            { "cut", marked("Cu&t"), {}, on_text(&QsciScintilla::cut) },
            { "copy", marked("&Copy"), {}, copy_text },
            { "paste", marked("&Paste"), {}, on_text(&QsciScintilla::paste) },
            { kSeparator },
            { "find", marked("&Find…"), { QKeySequence::Find }, on_source([](auto& source) { source.find_bar().open(); }) },
            { "find_next", marked("Find &Next"), { QKeySequence::FindNext }, [](auto& p) { p.pages.source().find_bar().find_next(); } },
            { "find_previous", marked("Find Pre&vious"), { QKeySequence::FindPrevious },
              [](auto& p) { p.pages.source().find_bar().find_previous(); } },
            { kSeparator },
            { .name = "differences", .text = marked("Show &Differences"), .keys = { kWithAlt | Qt::Key_D },
              .run = on_source([](auto& source) { source.show_differences(!source.differences_shown()); }),
              .checked = [](auto& p) { return p.pages.source().differences_shown(); } },
            { "reset_source", marked("R&eset to the Lesson's Source"), {}, on_source([](auto& source) { source.reset(); }) },
        } },
        { marked("&Lecture"), lecture_commands() },
        { marked("&View"), {
            { "show_notes", marked("&Notes"), { Qt::CTRL | Qt::Key_1 }, [](auto& p) { p.layout.go_to(p.pages.notes()); } },
            { "show_source", marked("&Source"), { Qt::CTRL | Qt::Key_2 },
              [](auto& p) { p.layout.go_to(p.pages.source().editor_widget()); } },
            { "show_timings", marked("&Timings"), { Qt::CTRL | Qt::Key_3 }, [](auto& p) { p.layout.go_to(p.tables.timings()); } },
            { "show_lines", marked("&Lines"), { Qt::CTRL | Qt::Key_4 }, [](auto& p) { p.layout.go_to(p.tables.lines()); } },
            { "show_log", marked("Lo&g"), { Qt::CTRL | Qt::Key_5 }, [](auto& p) { p.layout.go_to(p.tables.log()); } },
            { kSeparator },
            { "larger", marked("&Larger Text"), { QKeySequence::ZoomIn }, [](auto& p) { p.pages.change_text_size(+1); } },
            { "smaller", marked("S&maller Text"), { QKeySequence::ZoomOut }, [](auto& p) { p.pages.change_text_size(-1); } },
            { kSeparator },
            { .name = kFilled, .fill = list_docks },
            { kSeparator },
            { .name = kFilled, .fill = list_languages },
            { kSeparator },
            { "next_pane", marked("Next &Pane"), { Qt::Key_F6 }, [](auto& p) { p.layout.go_to_next_pane(); } },
            { "full_screen", marked("&Full Screen"), { Qt::Key_F11 }, toggle_full_screen },
        } },
        { marked("&Table"), {
            { "copy_tsv", marked("Copy for a &Spreadsheet (TSV)"), { kWithAlt | Qt::Key_T },
              [](auto& p) { copy_table(p, TableFormat::tsv); } },
            { "copy_markdown", marked("Copy as &Markdown"), { kWithAlt | Qt::Key_M },
              [](auto& p) { copy_table(p, TableFormat::markdown); } },
            { "copy_latex", marked("Copy as &LaTeX"), { kWithAlt | Qt::Key_L }, [](auto& p) { copy_table(p, TableFormat::latex); } },
        } },
        { marked("&Help"), {
            { "keys", marked("&Keys of the Stage"), { Qt::Key_F1 }, show_keys },
            { .name = "about", .text = marked("&About warpstage"), .run = show_about, .role = QAction::AboutRole },
            { .name = "about_qt", .text = marked("About &Qt"), .run = [](auto& p) { QMessageBox::aboutQt(&p.link.window()); },
              .role = QAction::AboutQtRole },
        } },
    };
}
// clang-format on

} // namespace

Menus::Menus(Parts parts)
    : m_parts(std::move(parts))
{
    QMainWindow& window = m_parts.link.window();
    auto* bar = window.addToolBar(qtr("Lecture"));
    bar->setObjectName(QStringLiteral("lecture"));
    bar->setMovable(false);
    for (const Menu& each : all_menus()) {
        QMenu* menu = window.menuBar()->addMenu(qtr(each.title));
        m_titles.emplace_back([menu, title = each.title] { menu->setTitle(qtr(title)); });
        for (const Command& command : each.commands) {
            if (command.fill) {
                command.fill(*menu, m_parts);
                continue;
            }
            if (command.name == kSeparator) {
                menu->addSeparator();
                continue;
            }
            auto* action = new QAction(qtr(command.text), &window);
            m_titles.emplace_back([action, text = command.text] { action->setText(qtr(text)); });
            action->setObjectName(to_qt(std::string { command.name }).replace(QLatin1Char('-'), QLatin1Char('_')));
            action->setShortcuts(command.keys);
            action->setMenuRole(command.role);
            QObject::connect(action, &QAction::triggered, &window, [this, run = command.run] { run(m_parts); });
            menu->addAction(action);
            if (command.icon) {
                m_icons.emplace_back(action, *command.icon);
                bar->addAction(action);
            }
            action->setCheckable(static_cast<bool>(command.checked));
            m_updates.emplace_back([this, action, enabled = command.enabled, checked = command.checked] {
                action->setEnabled(!enabled || enabled(m_parts));
                action->setChecked(checked && checked(m_parts));
            });
        }
    }
    auto* spring = new QWidget(bar);
    spring->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spring);
    bar->addWidget(&m_parts.clock);
}

void Menus::tint_icons() const
{
    const QMainWindow& window = m_parts.link.window();
    for (const auto& [action, icon] : m_icons)
        action->setIcon(tinted(window.style()->standardIcon(icon), window.palette()));
}

void Menus::refresh()
{
    if (std::exchange(m_language, words::generation()) != words::generation())
        for (const auto& title : m_titles)
            title();
    for (const auto& update : m_updates)
        update();
}

} // namespace warpstage::console
