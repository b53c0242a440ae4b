// The current lesson's parameters, each with a suitable editor: a list of choices, a spin box, or a line that is validated while
// typing. A value that the problem rejects is not sent; the reason is shown below.
#pragma once

#include "core/problem/parameter.h"
#include "core/session/snapshot.h"

#include <QFormLayout>
#include <QLabel>
#include <QWidget>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class QLineEdit;

namespace warpstage::console {

class ParameterForm : public QWidget {
public:
    using Submit = std::function<void(const std::string& id, const std::string& value)>;
    explicit ParameterForm(Submit submit, QWidget* parent = nullptr);

    // The editor with the focus keeps the typed text.
    void show_parameters(const session::Snapshot& snapshot);

    // The reason for a rejected value; empty: none.
    [[nodiscard]] QString complaint() const { return m_complaint->text(); }

private:
    struct Editor {
        std::string id;
        QWidget* widget = nullptr;
        std::function<void(const std::string&)> show; // a value of the session
        std::string shown {}; // the last one
    };

    void rebuild();
    void add_editor(const problem::Parameter& parameter);
    void make_list(Editor& editor, const problem::Parameter& parameter);
    void make_spin_box(Editor& editor, const problem::Parameter& parameter);
    void make_line(Editor& editor);
    void connect_line(QLineEdit& line, const std::string& id);
    // Whether the problem accepts the value; shows the reason if not.
    bool accepts(const std::string& id, const std::string& value);
    void offer(const std::string& id, const std::string& value);

    Submit m_submit;
    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::vector<session::ParameterView> m_shown;
    QFormLayout* m_rows;
    QLabel* m_complaint;
    std::vector<Editor> m_editors;
    std::pair<std::string, std::string> m_offered; // since the last snapshot: one key press can finish an edit twice
};

} // namespace warpstage::console
