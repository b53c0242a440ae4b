// The time of day and the time since the lecture began.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QWidget>

namespace warpstage::console {

class ClockView : public QWidget {
public:
    explicit ClockView(QWidget* parent = nullptr);

    void refresh();
    void start_again();

    // "0:07:12".
    [[nodiscard]] static QString words(qint64 seconds);

private:
    QLabel* m_now;
    QLabel* m_elapsed;
    QElapsedTimer m_since;
};

} // namespace warpstage::console
