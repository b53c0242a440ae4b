// A miniature of the stage.
#pragma once

#include "app/console/stage_window.h"

#include <QImage>
#include <QWidget>

namespace warpstage::console {

class MiniatureView : public QWidget {
public:
    explicit MiniatureView(QWidget* parent = nullptr);

    // Shows the miniature that has arrived and requests the next one; does nothing while the view is hidden.
    void refresh(StageWindow& stage);

    [[nodiscard]] const QImage& picture() const { return m_picture; }
    [[nodiscard]] QSize sizeHint() const override { return { 320, 180 }; }
    [[nodiscard]] QSize minimumSizeHint() const override { return { 160, 90 }; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_picture;
};

} // namespace warpstage::console
