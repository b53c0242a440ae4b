#include "app/console/parameters/device_pane.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace warpstage::console {

namespace {

enum DeviceEntry : std::uint8_t { gpu_entry, virtual_entry };

} // namespace

DevicePane::DevicePane(SessionLink& link, QWidget* parent)
    : QScrollArea(parent)
{
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    m_device = new QComboBox(inside);
    m_device->setAccessibleName(qtr("Device that runs the kernels"));
    m_device->setObjectName(QStringLiteral("machine"));
    m_device->addItems({ QStringLiteral("GPU"), qtr("Virtual machine") });
    connect(m_device, &QComboBox::activated, this, [&link](int entry) {
        link.send(session::SelectEngine { entry == gpu_entry ? engine::EngineKind::gpu : engine::EngineKind::vm });
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
    const int entry = device.engine.kind == engine::EngineKind::gpu ? gpu_entry : virtual_entry;
    if (m_device->currentIndex() != entry)
        m_device->setCurrentIndex(entry);
    m_device->setItemText(gpu_entry, device.gpu_available ? QStringLiteral("GPU") : qtr("GPU (not available)"));
    const QString detail = QStringLiteral("%1\n%2").arg(to_qt(device.engine.name), to_qt(device.engine.detail));
    if (m_detail->text() != detail)
        m_detail->setText(detail);
    m_parameters->show_parameters(snapshot);
}

} // namespace warpstage::console
