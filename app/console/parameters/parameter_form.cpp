#include "app/console/parameters/parameter_form.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"
#include "core/problem/expressions/number.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace warpstage::console {

namespace {

using problem::Parameter;

// Accepts the same values as --set: "20480", "2^22", "1e6".
class IntegerBox : public QSpinBox {
public:
    using QSpinBox::QSpinBox;

    [[nodiscard]] std::optional<int> number_in(const QString& text) const
    {
        const auto value = problem::parse_integer(from_qt(text.trimmed()));
        return value && *value >= minimum() && *value <= maximum() ? std::optional { static_cast<int>(*value) } : std::nullopt;
    }

protected:
    [[nodiscard]] int valueFromText(const QString& text) const override { return number_in(text).value_or(value()); }
    [[nodiscard]] QString textFromValue(int value) const override { return QString::number(value); }
    QValidator::State validate(QString& text, int& /*position*/) const override
    {
        return number_in(text) ? QValidator::Acceptable : QValidator::Intermediate;
    }
};

bool fits_spin_box(const Parameter& parameter)
{
    constexpr double kMax = std::numeric_limits<int>::max();
    return parameter.kind == Parameter::Kind::integer && parameter.maximum <= kMax && parameter.minimum >= -kMax;
}

} // namespace

ParameterForm::ParameterForm(Submit submit, QWidget* parent)
    : QWidget(parent)
    , m_submit(std::move(submit))
    , m_rows(new QFormLayout)
    , m_complaint(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_rows);
    column->addWidget(m_complaint);
    column->addStretch(1);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_complaint->setTextFormat(Qt::PlainText); // quotes values
    m_complaint->setWordWrap(true);
    m_complaint->setAccessibleName(qtr("Parameter error"));
    m_complaint->hide();
}

void ParameterForm::show_parameters(const session::Snapshot& snapshot)
{
    // A lesson with edited kernels is a new object with the same problem; the form is kept because the user may be typing.
    const bool other =
        m_lesson == nullptr || snapshot.setup->lesson == nullptr || snapshot.setup->lesson->problem != m_lesson->problem;
    m_lesson = snapshot.setup->lesson;
    m_shown = snapshot.setup->parameters;
    if (other)
        rebuild();
    m_offered = {};
    const QWidget* const focus = QApplication::focusWidget();
    for (Editor& editor : m_editors) {
        const auto view = std::ranges::find(m_shown, editor.id, &session::ParameterView::id);
        const bool in_use = focus != nullptr && (editor.widget == focus || editor.widget->isAncestorOf(focus));
        if (view == m_shown.end() || (in_use && view->value == editor.shown))
            continue;
        const QSignalBlocker quiet(editor.widget);
        editor.shown = view->value;
        editor.show(view->value);
    }
}

void ParameterForm::rebuild()
{
    while (m_rows->rowCount() > 0)
        m_rows->removeRow(0);
    m_editors.clear();
    m_complaint->hide();
    if (m_lesson == nullptr || m_lesson->problem == nullptr)
        return;
    for (const auto& parameter : m_lesson->problem->parameters())
        add_editor(parameter);
}

void ParameterForm::add_editor(const Parameter& parameter)
{
    Editor editor { parameter.id, nullptr, {} };
    if (parameter.kind == Parameter::Kind::choice || (parameter.kind != Parameter::Kind::text && !parameter.choices.empty()))
        make_list(editor, parameter);
    else if (fits_spin_box(parameter))
        make_spin_box(editor, parameter);
    else
        make_line(editor);
    const QString unit = parameter.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(to_qt(parameter.unit));
    editor.widget->setObjectName(to_qt("parameter-" + parameter.id));
    editor.widget->setAccessibleName(to_qt(parameter.label) + unit);
    editor.widget->setToolTip(plain_tip(to_qt("--set " + parameter.id + "=…")));
    m_rows->addRow(to_qt(parameter.label) + unit, editor.widget);
    m_editors.push_back(std::move(editor));
}

// A number can be typed if the choices are suggestions.
void ParameterForm::make_list(Editor& editor, const Parameter& parameter)
{
    auto* box = new QComboBox(this);
    const auto offer_text = [this, id = parameter.id](const QString& text) {
        offer(id, from_qt(text));
    };
    box->setEditable(parameter.kind != Parameter::Kind::choice);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (const auto& choice : parameter.choices)
        box->addItem(to_qt(choice));
    if (box->isEditable()) {
        connect_line(*box->lineEdit(), parameter.id);
        connect(box, &QComboBox::textActivated, this, offer_text);
    } else {
        connect(box, &QComboBox::currentTextChanged, this, offer_text);
    }
    editor.widget = box;
    editor.show = [box](const std::string& value) {
        box->setCurrentText(to_qt(value));
    };
}

void ParameterForm::make_spin_box(Editor& editor, const Parameter& parameter)
{
    auto* box = new IntegerBox(this);
    box->setRange(static_cast<int>(parameter.minimum), static_cast<int>(parameter.maximum));
    box->setSingleStep(static_cast<int>(parameter.multiple_of));
    box->setKeyboardTracking(false); // an unfinished number is not submitted
    connect(box, &QSpinBox::valueChanged, this, [this, id = parameter.id](int value) { offer(id, std::to_string(value)); });
    editor.widget = box;
    editor.show = [box](const std::string& value) {
        if (const auto number = box->number_in(to_qt(value)))
            box->setValue(*number);
    };
}

void ParameterForm::make_line(Editor& editor)
{
    auto* line = new QLineEdit(this);
    connect_line(*line, editor.id);
    editor.widget = line;
    editor.show = [line](const std::string& value) {
        if (line->text() != to_qt(value))
            line->setText(to_qt(value));
    };
}

void ParameterForm::connect_line(QLineEdit& line, const std::string& id)
{
    connect(
        &line, &QLineEdit::textEdited, this, [this, id](const QString& text) { static_cast<void>(accepts(id, from_qt(text))); });
    connect(&line, &QLineEdit::editingFinished, this, [this, &line, id] { offer(id, from_qt(line.text())); });
}

bool ParameterForm::accepts(const std::string& id, const std::string& value)
{
    const auto& parameters = m_lesson->problem->parameters();
    auto settings = problem::Settings::initial(parameters);
    const auto set = settings.set(parameters, id, value);
    m_complaint->setText(set ? QString() : QStringLiteral("⚠ ") + to_qt(set.error().message));
    m_complaint->setVisible(!set);
    return set.ok();
}

void ParameterForm::offer(const std::string& id, const std::string& value)
{
    const auto shown = std::ranges::find(m_shown, id, &session::ParameterView::id);
    const bool same = shown != m_shown.end() && shown->value == value;
    if (!accepts(id, value) || same || m_offered == std::pair { id, value })
        return;
    m_offered = { id, value };
    m_submit(id, value);
}

} // namespace warpstage::console
