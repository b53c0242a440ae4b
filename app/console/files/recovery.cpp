#include "app/console/files/recovery.h"

#include "app/console/files/autosave_file.h"
#include "app/console/qt_text.h"

#include <QDateTime>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace warpstage::console {

namespace {

namespace fs = std::filesystem;

constexpr int kAutosaveInterval = 300; // refreshes
constexpr std::size_t kMaxKept = 10;
constexpr QLatin1String kOfferedKey { "console/offered_sessions" };

// Identifies a saved state. An overwritten file contains another session, so the time of the last change is a part of the mark.
QString mark_of(const fs::path& path)
{
    const QFileInfo file(to_qt(path.string()));
    return file.fileName() + QLatin1Char(' ') + file.lastModified().toUTC().toString(Qt::ISODateWithMs);
}

// "23 Nov 2026 18:20, 1.4 MiB"
QString words_for(const fs::path& path)
{
    const QFileInfo file(to_qt(path.string()));
    const QLocale locale;
    return locale.toString(file.lastModified(), QLocale::ShortFormat) + QStringLiteral(", ")
        + locale.formattedDataSize(file.size());
}

class RecoveryDialog final : public QDialog {
public:
    RecoveryDialog(QWidget& parent, SessionFiles& files, const std::vector<fs::path>& left)
        : QDialog(&parent)
        , m_files(files)
        , m_list(new QListWidget(this))
    {
        setObjectName(QStringLiteral("recovery"));
        setWindowTitle(qtr("Recover session"));
        setAttribute(Qt::WA_DeleteOnClose);
        auto* column = new QVBoxLayout(this);
        auto* words =
            new QLabel(left.empty() ? qtr("No session to recover.")
                                    : qtr("These sessions were saved automatically before warpstage ended unexpectedly."),
                this);
        words->setWordWrap(true);
        column->addWidget(words);
        column->addWidget(m_list);
        for (const auto& path : left) {
            auto* entry = new QListWidgetItem(words_for(path), m_list);
            entry->setData(Qt::UserRole, to_qt(path.string()));
        }
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Close, this);
        m_remove = buttons->addButton(qtr("Delete"), QDialogButtonBox::ActionRole);
        m_remove->setObjectName(QStringLiteral("delete"));
        m_open = buttons->button(QDialogButtonBox::Open);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::accepted, this, [this] { open(); });
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
        connect(m_list, &QListWidget::itemActivated, this, [this] { open(); });
        connect(m_list, &QListWidget::currentRowChanged, this, [this] { enable(); });
        connect(m_remove, &QPushButton::clicked, this, [this] { remove(); });
        m_list->setCurrentRow(0);
        enable();
    }

private:
    void enable()
    {
        m_open->setEnabled(m_list->currentItem() != nullptr);
        m_remove->setEnabled(m_list->currentItem() != nullptr);
    }

    [[nodiscard]] fs::path chosen() const { return from_qt(m_list->currentItem()->data(Qt::UserRole).toString()); }

    // The file does not become the target of Save, and it is not removed: the program could crash again.
    void open()
    {
        if (m_files.show(chosen()))
            close();
    }

    void remove()
    {
        std::error_code ignored;
        fs::remove(chosen(), ignored);
        delete m_list->takeItem(m_list->currentRow());
        enable();
    }

    SessionFiles& m_files;
    QListWidget* m_list;
    QPushButton* m_open = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace

Recovery::Recovery(SessionLink& link, SessionFiles& files)
    : m_link(link)
    , m_files(files)
    , m_autosave(link.options().data / kAutosaveFolder)
{
}

void Recovery::refresh()
{
    if (++m_refreshes % kAutosaveInterval == 0)
        autosave();
    if (m_link.window().isVisible() && !std::exchange(m_offered, true))
        offer_new();
}

void Recovery::autosave()
{
    if (const auto failure = m_autosave.take_failure())
        m_link.report(session::Severity::attention, *failure);
    if (m_link.snapshot().setup->lesson == nullptr)
        return;
    auto state = m_files.state();
    if (state.snapshot->run->recording == m_saved && state.edited == m_saved_text)
        return;
    m_saved = state.snapshot->run->recording;
    m_saved_text = state.edited;
    m_autosave.offer(std::move(state));
}

void Recovery::offer_new()
{
    Autosave::keep_newest(m_autosave.path().parent_path(), kMaxKept);
    QSettings settings;
    const QStringList before = settings.value(kOfferedKey).toStringList();
    QStringList now;
    for (const auto& path : Autosave::left_behind(m_autosave.path().parent_path()))
        now.append(mark_of(path));
    settings.setValue(kOfferedKey, now);
    if (std::ranges::any_of(now, [&](const QString& mark) { return !before.contains(mark); }))
        offer();
}

void Recovery::offer()
{
    auto* dialog = new RecoveryDialog(m_link.window(), m_files, Autosave::left_behind(m_autosave.path().parent_path()));
    dialog->show();
}

} // namespace warpstage::console
