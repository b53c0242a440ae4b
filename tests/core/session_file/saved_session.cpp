#include "tests/core/session_file/saved_session.h"

#include "core/session_file/restore.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

namespace warpstage::session_file::testing {

std::shared_ptr<const lesson::Catalog> shipped_lessons()
{
    static const auto catalog = [] {
        const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        return std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    }();
    return catalog;
}

void tick(session::Session& session, int times)
{
    for (int i = 0; i < times; ++i) {
        session.tick(std::chrono::steady_clock::now());
        session.settle();
    }
    session.tick(std::chrono::steady_clock::now());
}

std::unique_ptr<session::Session> running_session(const std::string& lesson, const std::string& variant, const std::string& n)
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    options.variant = variant;
    options.parameters = { { "n", n } };
    auto session = session::Session::create(shipped_lessons(), options);
    EXPECT_TRUE(session) << session.error().message;
    tick(**session, 4);
    return *std::move(session);
}

Document saved_reduction()
{
    static const Document document = [] {
        const auto session = running_session("reduction", "reduce2", "1024");
        EXPECT_NE(session->snapshot()->run->recording, nullptr);
        return document_of(*session->snapshot(), "2026-11-21 20:51 UTC", "warpstage 0.1.0");
    }();
    return document;
}

} // namespace warpstage::session_file::testing
