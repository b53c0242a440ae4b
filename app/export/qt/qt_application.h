// Qt needs an application object for its fonts. Without one, an object without a display is
// created for the lifetime of this one.
#pragma once

#include <QGuiApplication>
#include <array>
#include <memory>

namespace warpstage::exporter {

class QtApplication {
public:
    QtApplication();
    QtApplication(const QtApplication&) = delete;
    QtApplication& operator=(const QtApplication&) = delete;
    ~QtApplication();

private:
    // Qt keeps references to these and removes the options that it recognizes.
    std::array<char, 10> m_program { "warpstage" };
    std::array<char, 10> m_option { "-platform" };
    std::array<char, 10> m_platform { "offscreen" };
    std::array<char*, 4> m_words { m_program.data(), m_option.data(), m_platform.data(), nullptr };
    int m_count = 3;
    QtMessageHandler m_handler = nullptr; // previous handler
    std::unique_ptr<QGuiApplication> m_application;
};

} // namespace warpstage::exporter
