// What the audience sees, in small.
#pragma once

#include "app/console/stage_window.h"

#include <QImage>
#include <QWidget>

namespace warpstage::console {

class MiniatureView : public QWidget {
public:
    explicit MiniatureView(QWidget* parent = nullptr);

    // Takes the picture that has arrived and asks for the next; nothing while nobody can see it.
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
