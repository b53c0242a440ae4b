#include "core/exercise/submission_folder.h"

#include "core/exercise/exercise.h"
#include "core/exercise/source_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <utility>

namespace warpstage::exercise {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMaxDepth = 8; // of folders and archives in a submission
constexpr std::size_t kMaxCandidates = 2000;
constexpr std::size_t kMaxArchives = 10; // of a student
constexpr std::uint64_t kMaxUnpacked = std::uint64_t { 16 } << 20U; // bytes of an archive of a student
constexpr std::uint64_t kMaxClass = std::uint64_t { 4 } << 30U; // bytes of an archive of a class

bool is_plain(const fs::path& path, fs::file_type type)
{
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() == type;
}

// Sorted by the bytes of the names, so that every run grades in the same order.
Result<std::vector<fs::path>> entries_of(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        entries.push_back(entry->path());
    if (failed)
        return Error { fmt::format("The folder `{}` cannot be read: {}.", folder.string(), failed.message()) };
    std::ranges::sort(entries, {}, [](const fs::path& path) { return path.native(); });
    return entries;
}

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

// Canvas counts later files of the same name: "kernels-1.cu".
std::string stem_of(const std::string& name)
{
    static const std::regex counted { R"((.+)-\d+)" };
    const auto stem = lower(fs::path { name }.stem().string());
    std::smatch parts;
    return std::regex_match(stem, parts, counted) ? parts[1].str() : stem;
}

} // namespace

OwnerOfName owner_of(const std::string& name)
{
    if (name.size() > 500) // a regular expression needs stack for each character
        return { name, {}, {} };
    static const std::regex moodle { R"(([^\n]+)_(\d+)_assignsubmission_(?:file|onlinetext)(?:_([^\n]*))?)" };
    static const std::regex canvas { R"(([a-z0-9-]+)_(?:LATE_)?(\d+)_(\d+)_([^\n]+))" };
    std::smatch parts;
    if (std::regex_match(name, parts, moodle))
        return { parts[1], "Participant " + parts[2].str(), parts[3] };
    if (std::regex_match(name, parts, canvas))
        return { parts[1], parts[2], parts[4] };
    return { name, {}, {} };
}

SubmissionFolder::Owner& SubmissionFolder::owner(const OwnerOfName& name)
{
    const auto known =
        std::ranges::find_if(m_owners, [&](const Owner& owner) { return owner.student == name.student && owner.id == name.id; });
    if (known != m_owners.end())
        return *known;
    return m_owners.emplace_back(Owner { name.student, name.id, {}, {}, 0, {}, {} });
}

void SubmissionFolder::add_folder(Owner& owner, const fs::path& folder, const std::string& name, unsigned depth)
{
    const auto entries = entries_of(folder);
    if (!entries) {
        owner.mistake = entries.error().message;
        return;
    }
    for (const auto& entry : *entries) {
        const auto own = entry.filename().string();
        if (own.front() == '.' || own == "__MACOSX")
            continue;
        if (owner.candidates.size() >= kMaxCandidates || depth > kMaxDepth) {
            owner.mistake = "The submission has too many files or folders.";
            return;
        }
        if (is_plain(entry, fs::file_type::directory))
            add_folder(owner, entry, name + own + "/", depth + 1);
        else if (has_archive_ending(entry) && is_plain(entry, fs::file_type::regular))
            add_archive(owner, entry, name, depth + 1);
        else if (has_cuda_ending(entry))
            owner.candidates.push_back({ name + own, entry });
        else if (is_plain(entry, fs::file_type::symlink))
            owner.candidates.push_back({ name + own + "/" + std::string { kStartFile }, entry }); // may stand for a folder
    }
}

void SubmissionFolder::add_archive(Owner& owner, const fs::path& archive, const std::string& name, unsigned depth)
{
    if (m_unpacked == nullptr)
        m_unpacked = std::make_shared<TemporaryFolder>();
    const auto place = m_unpacked->path() / std::to_string(m_archives++);
    std::error_code failed;
    fs::create_directories(place, failed);
    if (++owner.archives > kMaxArchives)
        owner.mistake = "The submission has too many archives.";
    else if (const auto unpacked = unpack_sources(archive, place, kMaxUnpacked); !unpacked)
        owner.mistake = unpacked.error().message;
    else
        add_folder(owner, place, name, depth);
}

void SubmissionFolder::add_entry(const fs::path& entry)
{
    const auto name = entry.filename().string();
    auto owned = owner_of(name);
    const bool is_source = has_cuda_ending(entry);
    const bool is_archive = has_archive_ending(entry);
    const bool is_folder = is_plain(entry, fs::file_type::directory);
    if (!is_folder && owned.rest.empty() && (is_source || is_archive))
        owned.student = entry.stem().string();
    if (owned.rest.empty() && owned.id.empty() && (is_folder || is_source || is_archive)) {
        auto& student = owner(owned); // no participant of a course system, so there is one entry
        if (!student.entry.empty())
            student.conflict = fmt::format("The submission has both {} and {}.", student.entry, name);
        student.entry = name;
    }
    if (is_folder)
        return add_folder(owner(owned), entry, {}, 0);
    if (is_archive && is_plain(entry, fs::file_type::regular))
        return add_archive(owner(owned), entry, {}, 0);
    if (is_source)
        return owner(owned).candidates.push_back({ owned.rest.empty() ? name : owned.rest, entry });
    if (is_plain(entry, fs::file_type::regular))
        m_ignored.push_back(name);
    else
        owner(owned).mistake = fmt::format("The submission is {}.", kind_of(entry));
}

Result<SubmissionFolder> SubmissionFolder::read(const fs::path& path)
{
    SubmissionFolder folder;
    auto root = path;
    if (has_archive_ending(path) && is_plain(path, fs::file_type::regular)) {
        folder.m_unpacked = std::make_shared<TemporaryFolder>();
        root = folder.m_unpacked->path() / "class";
        std::error_code failed;
        fs::create_directories(root, failed);
        if (const auto unpacked = unpack_sources(path, root, kMaxClass); !unpacked)
            return unpacked.error();
    }
    const auto entries = entries_of(root);
    if (!entries)
        return entries.error();
    for (const auto& entry : *entries)
        folder.add_entry(entry);
    std::ranges::stable_sort(folder.m_owners, {}, &Owner::student);
    return folder;
}

Submission SubmissionFolder::chosen(const Owner& owner, const std::string& exercise, bool only_exercise)
{
    Submission submission { owner.student, {}, {}, owner.id };
    const auto parent_of = [](const Candidate& candidate) {
        return fs::path { candidate.name }.parent_path().filename().string();
    };
    const auto is_start = [](const Candidate& candidate) {
        return stem_of(fs::path { candidate.name }.filename().string()) == fs::path { kStartFile }.stem().string();
    };
    if (!owner.conflict.empty()) {
        submission.mistake = owner.conflict;
        return submission;
    }
    const std::vector<std::function<bool(const Candidate&)>> rules {
        [&](const Candidate& candidate) { return is_start(candidate) && parent_of(candidate) == exercise; },
        [&](const Candidate& candidate) { return stem_of(candidate.name) == lower(exercise); },
        [&](const Candidate& candidate) { return only_exercise && is_start(candidate); },
        [&](const Candidate& /*candidate*/) { return only_exercise; },
    };
    for (const auto& rule : rules) {
        std::vector<const Candidate*> found;
        for (const auto& candidate : owner.candidates)
            if (rule(candidate))
                found.push_back(&candidate);
        if (found.empty())
            continue;
        const auto depth = [](const Candidate* candidate) {
            return std::ranges::count(candidate->name, '/');
        };
        std::ranges::stable_sort(found, {}, depth);
        if (found.size() > 1 && depth(found[0]) == depth(found[1]))
            submission.mistake = is_start(*found[0])
                ? fmt::format("The submission has both {} and {}.", found[0]->name, found[1]->name)
                : fmt::format("The folder has several .cu files and none with the name {}.", kStartFile);
        else if (is_plain(found[0]->file, fs::file_type::regular))
            submission.file = found[0]->file;
        else
            submission.mistake = fmt::format("The file {} is {}.", found[0]->file.filename().string(), kind_of(found[0]->file));
        return submission;
    }
    submission.mistake = owner.mistake.empty() ? fmt::format("No file {} was handed in.", kStartFile) : owner.mistake;
    submission.missing = owner.mistake.empty();
    return submission;
}

Submissions SubmissionFolder::of(const std::string& exercise, bool only_exercise) const
{
    Submissions submissions;
    submissions.ignored = m_ignored;
    for (const auto& owner : m_owners)
        submissions.found.push_back(chosen(owner, exercise, only_exercise));
    return submissions;
}

} // namespace warpstage::exercise
