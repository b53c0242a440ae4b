#include "app/console/qt_text.h"
#include "app/console/warning.h"
#include "app/console/window/menus.h"
#include "app/views/sheets/keys.h"
#include "core/base/words.h"
#include "core/lesson/own_lesson.h"

#include <fmt/format.h>

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QInputDialog>
#include <QPointer>
#include <QProcess>

namespace warpstage::console {

void save_own_lesson(const Parts& parts)
{
    const SourceView& source = parts.pages.source();
    if (source.lesson() == nullptr)
        return;
    bool accepted = false;
    const QString name = QInputDialog::getText(&parts.link.window(), qtr("Save as a new lesson"),
        qtr("Lesson name: lowercase letters, digits, - and _"), QLineEdit::Normal, to_qt("my-" + source.lesson()->id), &accepted);
    if (!accepted)
        return;
    const auto saved =
        lesson::save_own_lesson(*source.lesson(), source.text(), from_qt(name.trimmed()), parts.link.options().data / "lessons");
    if (saved)
        parts.link.report(
            session::Severity::information, trf("Saved as {}. The lesson is listed after the next start.", saved->string()));
    else
        show_warning(parts.link.window(), qtr("Lesson not saved"), to_qt(saved.error().message));
}

// A separate process of this program runs the lesson and writes the report, so that the lecture continues.
void export_report(const Parts& parts)
{
    const auto snapshot = parts.link.shared_snapshot(); // the window continues to refresh while the dialog is open
    const auto& lesson = snapshot->setup->lesson;
    if (lesson == nullptr)
        return;
    const QString name = QFileDialog::getSaveFileName(
        &parts.link.window(), qtr("Export report"), to_qt(lesson->id + ".pdf"), qtr("PDF (*.pdf);;Web page (*.html)"));
    if (name.isEmpty())
        return;
    QStringList words;
    for (const auto& argument : parts.link.options().arguments)
        words << to_qt(argument);
    words << QStringLiteral("report") << to_qt(lesson->id) << QStringLiteral("-o") << name << QStringLiteral("--engine")
          << (snapshot->device->engine.kind == engine::EngineKind::gpu ? QStringLiteral("gpu") : QStringLiteral("vm"));
    for (const auto& parameter : snapshot->setup->parameters)
        words << QStringLiteral("--set") << to_qt(parameter.id + "=" + parameter.value);
    auto* process = new QProcess(&parts.link.window());
    process->setProcessChannelMode(QProcess::MergedChannels);
    // Closing the window ends its processes.
    const auto report = [&link = parts.link, window = QPointer(&parts.link.window())](
                            session::Severity severity, const std::string& sentence) {
        if (window != nullptr)
            link.report(severity, sentence);
    };
    QObject::connect(process, &QProcess::errorOccurred, process,
        [=] { report(session::Severity::attention, trf("Report not written: {}.", from_qt(process->errorString()))); });
    QObject::connect(process, &QProcess::finished, process, [=](int status, QProcess::ExitStatus how) {
        if (how == QProcess::NormalExit && status == 0)
            report(session::Severity::information, trf("Report written: {}.", from_qt(name)));
        else
            report(session::Severity::attention,
                trf("Report not written: {}", from_qt(QString::fromUtf8(process->readAll()).trimmed())));
        process->deleteLater();
    });
    process->start(QCoreApplication::applicationFilePath(), words);
    const auto shipped = parts.link.options().catalog->find(lesson->id);
    const bool edited = shipped && (*shipped)->source != lesson->source;
    report(session::Severity::information,
        trf("Running lesson `{}` for the report …{}", lesson->id,
            edited ? tr(" The report uses the installed kernels; to include edits, save them as a new lesson first.") : ""));
}

void copy_table(const Parts& parts, TableFormat format)
{
    const TableView& table = parts.tables.front();
    QApplication::clipboard()->setText(table.copied(format));
    parts.link.report(session::Severity::information, trf("Copied the table `{}`.", from_qt(table.accessibleName())));
}

void show_keys(const Parts& parts)
{
    QString rows;
    for (const views::KeyWords& key : parts.link.options().keys)
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(to_qt(warpstage::tr(key.keys)).toHtmlEscaped(), to_qt(warpstage::tr(key.meaning)).toHtmlEscaped());
    QMessageBox::information(&parts.link.window(), qtr("Keys of the stage"), QStringLiteral("<table>%1</table>").arg(rows));
}

void show_about(const Parts& parts)
{
    QMessageBox::about(&parts.link.window(), qtr("About warpstage"),
        QStringLiteral("<b>%1</b><p>%2</p><p>Qt %3</p>")
            .arg(to_qt(parts.link.options().program), qtr("A desktop visualizer for teaching CUDA."), QLatin1String(qVersion())));
}

} // namespace warpstage::console
