#include "app/console/window/menus.h"

#include "app/console/qt_text.h"
#include "app/console/window/look.h"
#include "core/base/words.h"

#include <Qsci/qsciscintilla.h>

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>
#include <QMessageBox>
#include <QStyle>
#include <QToolBar>
#include <optional>

namespace warpstage::console {

namespace {

using session::Direction;
constexpr const char* kSeparator = nullptr; // instead of a name
constexpr const char* kFilled = "";
using Run = std::function<void(const Parts&)>;
using Keys = QList<QKeySequence>;

struct Command {
    const char* name; // object name of the action, used by tests
    const char* text = "";
    Keys keys {};
    Run run {};
    std::optional<QStyle::StandardPixmap> icon {}; // in the tool bar
    std::function<bool(const Parts&)> enabled {}; // empty: always
    std::function<bool(const Parts&)> checked {}; // empty: cannot be checked
    QAction::MenuRole role = QAction::TextHeuristicRole;
    std::function<void(QMenu&, const Parts&)> fill {}; // adds entries that are not in the table
};

struct Menu {
    const char* title;
    std::vector<Command> commands;
};

template <typename Order> Run send(Order order)
{
    return [order](const Parts& parts) {
        parts.link.send(order);
    };
}

// Selects the neighbor of what is selected; nothing before the first.
template <typename Select, typename Selected> Run step(Direction direction, Selected selected)
{
    return [=](const Parts& parts) {
        const auto at = selected(parts.link.snapshot());
        if (direction == Direction::next)
            parts.link.send(Select { at + 1 });
        else if (at > 0)
            parts.link.send(Select { at - 1 });
    };
}

Run step_variant(Direction direction)
{
    return step<session::SelectVariant>(direction, [](const session::Snapshot& snapshot) { return snapshot.setup->variant; });
}

Run step_warp(Direction direction)
{
    return step<session::SelectWarp>(direction, [](const session::Snapshot& snapshot) { return snapshot.selection->warp; });
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

void show_wrong_element(const Parts& parts)
{
    if (const auto& wrong = parts.link.snapshot().run->wrong_element)
        parts.link.send(session::ShowWrongElement { *wrong });
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
        { marked("&Lecture"), {
            // Clickers send these keys.
            { "previous_cue", marked("Previous C&ue"), { Qt::Key_PageUp, Qt::Key_Left },
              send(session::CueStep { Direction::previous }), QStyle::SP_MediaSkipBackward },
            { "next_cue", marked("Next Cu&e"), { Qt::Key_PageDown, Qt::Key_Right },
              send(session::CueStep { Direction::next }), QStyle::SP_MediaSkipForward },
            { kSeparator },
            { "previous_variant", marked("&Previous Variant"), { Qt::CTRL | Qt::Key_PageUp }, step_variant(Direction::previous) },
            { "next_variant", marked("&Next Variant"), { Qt::CTRL | Qt::Key_PageDown }, step_variant(Direction::next) },
            { "previous_lesson", marked("Pre&vious Lesson"), { kWithShift | Qt::Key_Tab },
              send(session::SelectLesson { Direction::previous }) },
            { "next_lesson", marked("Next &Lesson"), { Qt::CTRL | Qt::Key_Tab }, send(session::SelectLesson { Direction::next }) },
            { kSeparator },
            { "pause", marked("Pa&use or Resume"), { Qt::CTRL | Qt::Key_Space }, send(session::TogglePause {}), QStyle::SP_MediaPause },
            { "restart", marked("&Restart"), { Qt::CTRL | Qt::Key_R }, send(session::Restart {}), QStyle::SP_BrowserReload },
            { "toggle_engine", marked("Switch Device (&GPU or Virtual Machine)"), { Qt::CTRL | Qt::Key_G }, send(session::ToggleEngine {}) },
            { kSeparator },
            { "previous_access", marked("Previous &Access"), { Qt::ALT | Qt::Key_Left },
              send(session::SelectAccess { Direction::previous }) },
            { "next_access", marked("Next A&ccess"), { Qt::ALT | Qt::Key_Right }, send(session::SelectAccess { Direction::next }) },
            { "previous_warp", marked("Previous &Warp"), { Qt::ALT | Qt::Key_Up }, step_warp(Direction::previous) },
            { "next_warp", marked("Next War&p"), { Qt::ALT | Qt::Key_Down }, step_warp(Direction::next) },
            { .name = "wrong_element", .text = marked("Go to the First Wrong &Element"), .keys = { kWithAlt | Qt::Key_E },
              .run = show_wrong_element,
              .enabled = [](auto& p) { return p.link.snapshot().run->wrong_element.has_value(); } },
            { kSeparator },
            { .name = "published", .text = marked("Show &Published Results"), .keys = { kWithAlt | Qt::Key_P },
              .run = send(session::TogglePublished {}),
              .checked = [](auto& p) { return p.link.snapshot().setup->published != nullptr; } },
            { "restart_clock", marked("Restart &Clock"), {}, [](auto& p) { p.clock.start_again(); } },
        } },
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
            action->setObjectName(QString::fromUtf8(command.name));
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
