// The device that runs the kernels and the parameters of the lesson.
#pragma once

#include "app/console/parameters/parameter_form.h"
#include "app/console/window/session_link.h"

#include <QScrollArea>
#include <QStringList>

class QComboBox;

namespace warpstage::console {

class DevicePane : public QScrollArea {
public:
    // `link` must outlive this.
    explicit DevicePane(SessionLink& link, QWidget* parent = nullptr);

    void show_snapshot(const session::Snapshot& snapshot);
    [[nodiscard]] QWidget& first_editor() const;

private:
    QComboBox* m_device;
    QStringList m_entries; // of m_device
    QLabel* m_detail;
    ParameterForm* m_parameters;
};

} // namespace warpstage::console
