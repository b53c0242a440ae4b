// The students of a class, what they submitted and what they reached: a SQLite database that survives the end of the server.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

struct sqlite3;

namespace warpstage::serve {

struct Student {
    std::int64_t id = 0;
    std::string name; // as the student gave it; may be empty
};

struct Submission {
    std::int64_t id = 0;
    std::int64_t student = 0;
    std::string exercise;
    std::string source;
    std::string time; // UTC
    std::string result; // JSON of the assessment; empty: not graded yet
    std::uint32_t points = 0;
    std::uint32_t possible = 0;
};

// The latest check or submission of a student for an exercise.
struct Progress {
    std::int64_t student = 0;
    std::string exercise;
    std::string result; // JSON
    std::uint32_t points = 0;
    std::uint32_t possible = 0;
    bool submitted = false;
};

// Thread-safe. Errors are those of the database, as a sentence.
class ClassStore {
public:
    [[nodiscard]] static Result<std::unique_ptr<ClassStore>> open(const std::filesystem::path& file);
    ClassStore(const ClassStore&) = delete;
    ClassStore& operator=(const ClassStore&) = delete;
    ~ClassStore();

    struct Joined {
        Student student;
        std::string token; // only here: the database has its SHA-256
    };
    [[nodiscard]] Result<Joined> join(const std::string& name);
    [[nodiscard]] std::optional<Student> student_of(const std::string& token) const;
    [[nodiscard]] std::vector<Student> students() const;
    // With everything that the student submitted.
    [[nodiscard]] Result<void> remove(std::int64_t student);

    // On the disk when it returns.
    [[nodiscard]] Result<std::int64_t> submit(std::int64_t student, const std::string& exercise, const std::string& source);
    [[nodiscard]] Result<void> set_result(const Submission& graded);
    [[nodiscard]] Result<void> set_progress(const Progress& progress);
    [[nodiscard]] std::vector<Submission> submissions_of(std::int64_t student) const;
    [[nodiscard]] std::vector<Submission> unfinished() const;
    [[nodiscard]] std::vector<Progress> progress() const;

private:
    explicit ClassStore(sqlite3* database)
        : m_database(database)
    {
    }

    sqlite3* m_database;
    mutable std::mutex m_mutex;
};

// Hexadecimal digits from the random numbers of the system.
[[nodiscard]] std::string random_digits(std::size_t bytes);

} // namespace warpstage::serve
