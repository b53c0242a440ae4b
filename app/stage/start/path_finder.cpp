#include "app/stage/start/path_finder.h"

#include "core/base/user_folders.h"

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 2000; // maximum names read from a folder
constexpr std::size_t kMaxPathLength = 1000;

// Expands "~/…" as the shell does.
std::string expanded(const std::string& text)
{
    const auto home = environment("HOME");
    return home && (text == "~" || text.starts_with("~/")) ? *home + text.substr(1) : text;
}

std::vector<std::string> names_in(const std::string& folder, const std::vector<std::string>& endings, const std::stop_token& stop)
{
    std::vector<std::string> names;
    std::error_code error;
    const fs::path place = folder.empty() ? fs::path { "." } : fs::path { expanded(folder) };
    for (fs::directory_iterator at { place, fs::directory_options::skip_permission_denied, error }, end;
         !error && at != end && names.size() < kMaxEntries && !stop.stop_requested(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code unknown;
        if (at->is_directory(unknown))
            names.push_back(name + "/");
        else if (std::ranges::find(endings, at->path().extension().string()) != endings.end())
            names.push_back(name);
    }
    // Files before folders.
    std::ranges::sort(names, {}, [](const std::string& name) { return std::pair { name.ends_with('/'), name }; });
    return names;
}

} // namespace

PathFinder::PathFinder(std::string title, std::vector<std::string> endings, const fs::path& folder)
    : m_endings(std::move(endings))
    , m_reader([this](const std::string& wanted, auto& progress) {
        return Listing { wanted, names_in(wanted, m_endings, progress.stop()) };
    })
{
    m_choice.title = std::move(title);
    std::string text = short_path(folder);
    if (!text.empty() && !text.ends_with('/'))
        text += '/';
    set(std::move(text));
}

std::string PathFinder::folder() const
{
    const auto slash = m_choice.text.rfind('/');
    return slash == std::string::npos ? std::string {} : m_choice.text.substr(0, slash + 1);
}

std::string PathFinder::typed_name() const
{
    return m_choice.text.substr(folder().size());
}

void PathFinder::set(std::string text)
{
    m_choice.text = std::move(text);
    m_choice.chosen = 0;
    m_choice.refusal.clear();
    if (m_requested != folder()) {
        m_requested = folder();
        m_reader.request(*m_requested, Urgency::behind_drawing);
    }
    filter();
}

void PathFinder::filter()
{
    m_choice.names.clear();
    if (m_listing.folder != folder())
        return;
    const std::string typed = typed_name();
    for (const std::string& name : m_listing.names)
        if (name.starts_with(typed) && (!name.starts_with('.') || typed.starts_with('.')))
            m_choice.names.push_back(name);
    if (m_choice.chosen >= m_choice.names.size())
        m_choice.chosen = 0;
}

void PathFinder::type(const std::string& characters)
{
    if (m_choice.text.size() + characters.size() <= kMaxPathLength)
        set(m_choice.text + characters);
    // A typed absolute path replaces the text before it.
    if (const auto twice = m_choice.text.find("//"); twice != std::string::npos)
        set(m_choice.text.substr(twice + 1));
}

void PathFinder::erase()
{
    std::string text = m_choice.text;
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) // within a UTF-8 character
        text.pop_back();
    if (!text.empty())
        text.pop_back();
    set(std::move(text));
}

void PathFinder::complete()
{
    if (m_choice.names.empty())
        return;
    std::string shared = m_choice.names.front();
    for (const std::string& name : m_choice.names) {
        const auto same = std::ranges::mismatch(shared, name);
        shared.erase(same.in1, shared.end());
    }
    const std::string completed = shared.size() > typed_name().size() ? shared : m_choice.names[m_choice.chosen];
    set(folder() + completed);
}

void PathFinder::choose(std::size_t name)
{
    if (name < m_choice.names.size())
        m_choice.chosen = name;
}

void PathFinder::step(int names)
{
    const auto count = static_cast<int>(m_choice.names.size());
    if (count > 0)
        m_choice.chosen = static_cast<std::size_t>((static_cast<int>(m_choice.chosen) + names + count) % count);
}

std::optional<fs::path> PathFinder::open()
{
    const std::string typed = typed_name();
    const bool whole = !typed.empty() && std::ranges::find(m_listing.names, typed) != m_listing.names.end();
    if (!whole && !m_choice.names.empty())
        set(folder() + m_choice.names[m_choice.chosen]);
    if (m_choice.text.empty() || m_choice.text.ends_with('/'))
        return std::nullopt; // the names of the folder arrive later
    return fs::path { expanded(m_choice.text) };
}

bool PathFinder::follow()
{
    auto answer = m_reader.take();
    if (!answer)
        return false;
    m_listing = std::move(answer->result);
    filter();
    return true;
}

} // namespace warpstage::stage
