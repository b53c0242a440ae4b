#include "app/export/qt/qt_application.h"

#include "app/export/export.h"

#include <cstdio>

namespace warpstage::exporter {

namespace {

// Suppresses Qt's messages about the user's session ("XDG_RUNTIME_DIR not set"), which do not affect a file. After a fatal
// message Qt aborts.
void report_fatal_only(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "warpstage: %s\n", qPrintable(message));
}

} // namespace

QtApplication::QtApplication()
{
    if (QCoreApplication::instance() != nullptr)
        return;
    m_handler = qInstallMessageHandler(report_fatal_only);
    m_application = std::make_unique<QGuiApplication>(m_count, m_words.data());
}

QtApplication::~QtApplication()
{
    if (m_application == nullptr)
        return;
    m_application.reset();
    qInstallMessageHandler(m_handler);
}

std::vector<std::string> library_versions()
{
    return { std::string("Qt ") + qVersion() };
}

} // namespace warpstage::exporter
