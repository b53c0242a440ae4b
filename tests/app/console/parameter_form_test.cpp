#include "app/console/parameters/parameter_form.h"
#include "tests/app/console/qt_environment.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>

namespace warpstage::console {
namespace {

using Submitted = std::vector<std::pair<std::string, std::string>>;

class Form : public ::testing::Test {
protected:
    void show(const std::string& lesson, const std::string& variant, const std::string& n)
    {
        m_session = testing::running_session(lesson, variant, n);
        m_form.show_parameters(*m_session->snapshot());
        m_form.show();
    }
    template <typename Widget> Widget* editor(const char* id)
    {
        auto* widget = dynamic_cast<Widget*>(m_form.findChild<QWidget*>(QString("parameter-") + id));
        EXPECT_NE(widget, nullptr) << id;
        return widget;
    }

    Submitted m_submitted;
    ParameterForm m_form { [this](const std::string& id, const std::string& value) {
        m_submitted.emplace_back(id, value);
    } };
    std::unique_ptr<session::Session> m_session;
};

TEST_F(Form, EveryParameterHasAnEditorWithItsValueAndAName)
{
    show("reduction", "reduce1", "4096");
    const auto snapshot = m_session->snapshot();
    for (const auto& parameter : snapshot->setup->parameters) {
        const auto* widget = m_form.findChild<QWidget*>(QString::fromStdString("parameter-" + parameter.id));
        ASSERT_NE(widget, nullptr) << parameter.id;
        EXPECT_TRUE(widget->accessibleName().startsWith(QString::fromStdString(parameter.label)));
        if (const auto* box = dynamic_cast<const QComboBox*>(widget)) {
            EXPECT_EQ(box->currentText().toStdString(), parameter.value) << parameter.id;
        }
    }
    EXPECT_TRUE(m_submitted.empty()) << "showing a value sends nothing";
}

TEST_F(Form, AChoiceIsSentImmediately)
{
    show("reduction", "reduce1", "4096");
    editor<QComboBox>("finish")->setCurrentIndex(1);
    ASSERT_EQ(m_submitted.size(), 1U);
    EXPECT_EQ(m_submitted[0].first, "finish");
}

TEST_F(Form, ARejectedValueIsReportedAndNotSent)
{
    show("reduction", "reduce1", "4096");
    auto* size = editor<QComboBox>("n");
    size->setFocus();
    size->lineEdit()->selectAll();
    QTest::keyClicks(size->lineEdit(), "many");
    QTest::keyClick(size->lineEdit(), Qt::Key_Return);
    EXPECT_TRUE(m_submitted.empty());
    EXPECT_NE(m_form.complaint().toStdString().find("Parameter n must be an integer such as 20480, 2^22 or 1e6, not `many`."),
        std::string::npos)
        << m_form.complaint().toStdString();
    size->lineEdit()->selectAll();
    QTest::keyClicks(size->lineEdit(), "2^13");
    QTest::keyClick(size->lineEdit(), Qt::Key_Return);
    ASSERT_EQ(m_submitted.size(), 1U);
    EXPECT_EQ(m_submitted[0].second, "2^13");
    EXPECT_TRUE(m_form.complaint().isEmpty());
}

TEST_F(Form, AnotherLessonHasOtherEditors)
{
    show("reduction", "reduce1", "4096");
    m_session = testing::running_session("banks", "", "");
    m_form.show_parameters(*m_session->snapshot());
    EXPECT_EQ(m_form.findChild<QWidget*>("parameter-finish"), nullptr);
    EXPECT_NE(m_form.findChild<QWidget*>("parameter-pattern"), nullptr);
}

} // namespace
} // namespace warpstage::console
