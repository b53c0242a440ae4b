#include "app/console/parameters/device_pane.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <QComboBox>
#include <QVBoxLayout>
#include <optional>

namespace warpstage::console {

namespace {

// One entry per GPU, at least one, then the virtual machine.
QStringList entries_of(const session::DeviceSection& device)
{
    QStringList entries;
    if (device.gpus.size() <= 1)
        entries += device.gpu_available ? QStringLiteral("GPU") : qtr("GPU (not available)");
    for (std::size_t index = 0; index < device.gpus.size() && device.gpus.size() > 1; ++index)
        entries += QStringLiteral("GPU %1 · %2").arg(index).arg(to_qt(device.gpus[index]));
    entries += qtr("Virtual machine");
    return entries;
}

} // namespace

DevicePane::DevicePane(SessionLink& link, QWidget* parent)
    : QScrollArea(parent)
{
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    m_device = new QComboBox(inside);
    m_device->setAccessibleName(qtr("Device that runs the kernels"));
    m_device->setObjectName(QStringLiteral("machine"));
    connect(m_device, &QComboBox::activated, this, [this, &link](int entry) {
        const int virtual_entry = m_device->count() - 1;
        if (entry == virtual_entry)
            link.send(session::SelectEngine { engine::EngineKind::vm });
        else
            link.send(
                session::SelectEngine { engine::EngineKind::gpu, virtual_entry > 1 ? std::optional { entry } : std::nullopt });
    });
    m_detail = new QLabel(inside);
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_parameters = new ParameterForm(
        [&link](const std::string& id, const std::string& value) {
            link.send(session::SetParameter { id, value });
        },
        inside);
    column->addWidget(m_device);
    column->addWidget(m_detail);
    column->addWidget(m_parameters, 1);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the editors inside take the keyboard, and are scrolled to
    setWidget(inside);
}

QWidget& DevicePane::first_editor() const
{
    return *m_device;
}

void DevicePane::show_snapshot(const session::Snapshot& snapshot)
{
    const auto& device = *snapshot.device;
    if (const QStringList entries = entries_of(device); entries != m_entries) {
        m_entries = entries;
        m_device->clear();
        m_device->addItems(entries);
    }
    const int last = m_device->count() - 1;
    const int entry = device.engine.kind == engine::EngineKind::vm ? last : last > 1 ? device.gpu : 0;
    if (m_device->currentIndex() != entry)
        m_device->setCurrentIndex(entry);
    const QString detail = QStringLiteral("%1\n%2").arg(to_qt(device.engine.name), to_qt(device.engine.detail));
    if (m_detail->text() != detail)
        m_detail->setText(detail);
    m_parameters->show_parameters(snapshot);
}

} // namespace warpstage::console
