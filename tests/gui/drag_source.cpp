// A window from which the mouse drags files: `drag_source LIST`, with one path or address per line of the file LIST. Prints a
// line for each drag: "copied", or "refused" by the window below the pointer.
#include <QApplication>
#include <QDrag>
#include <QFile>
#include <QMimeData>
#include <QUrl>
#include <QWidget>
#include <cstdio>
#include <utility>

namespace {

class Source : public QWidget {
public:
    explicit Source(QString list)
        : m_list(std::move(list))
    {
        setWindowTitle("drag source");
        setFixedSize(120, 120);
    }

protected:
    void mousePressEvent(QMouseEvent* /*event*/) override
    {
        QFile list(m_list);
        QList<QUrl> urls;
        if (list.open(QIODevice::ReadOnly))
            for (const QByteArray& line : list.readAll().split('\n'))
                if (!line.isEmpty())
                    urls.append(
                        line.contains("://") ? QUrl(QString::fromUtf8(line)) : QUrl::fromLocalFile(QFile::decodeName(line)));
        auto* const drag = new QDrag(this);
        auto* const files = new QMimeData;
        files->setUrls(urls);
        drag->setMimeData(files);
        std::puts(drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction) == Qt::IgnoreAction ? "refused" : "copied");
        std::fflush(stdout);
    }

private:
    QString m_list;
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    Source source(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString());
    source.show();
    return QApplication::exec();
}
