#include "app/serve/class_store.h"

#include "core/base/verify.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <sqlite3.h>

#include <array>
#include <utility>

namespace warpstage::serve {

namespace {

constexpr const char* kSchema = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA secure_delete = ON;
CREATE TABLE IF NOT EXISTS student (id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS submission (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  exercise TEXT NOT NULL, source TEXT NOT NULL, time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  result TEXT NOT NULL DEFAULT '', points INTEGER NOT NULL DEFAULT 0, possible INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS submission_of ON submission (student, exercise);
CREATE TABLE IF NOT EXISTS progress (
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  exercise TEXT NOT NULL, result TEXT NOT NULL, points INTEGER NOT NULL, possible INTEGER NOT NULL, submitted INTEGER NOT NULL,
  PRIMARY KEY (student, exercise));
)";

std::string digits_of(const unsigned char* bytes, std::size_t count)
{
    std::string digits;
    for (std::size_t i = 0; i < count; ++i)
        digits += fmt::format("{:02x}", bytes[i]);
    return digits;
}

std::string hash_of(const std::string& token)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash {};
    unsigned size = 0;
    VERIFY(EVP_Digest(token.data(), token.size(), hash.data(), &size, EVP_sha256(), nullptr) == 1);
    return digits_of(hash.data(), size);
}

// One statement with its values.
class Statement {
public:
    Statement(sqlite3* database, const char* text)
        : m_database(database)
    {
        VERIFY(sqlite3_prepare_v2(database, text, -1, &m_statement, nullptr) == SQLITE_OK);
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() { sqlite3_finalize(m_statement); }

    Statement& add(const std::string& text)
    {
        sqlite3_bind_text(m_statement, ++m_bound, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        return *this;
    }
    Statement& add(std::int64_t number)
    {
        sqlite3_bind_int64(m_statement, ++m_bound, number);
        return *this;
    }

    [[nodiscard]] bool next() { return sqlite3_step(m_statement) == SQLITE_ROW; }
    [[nodiscard]] Result<void> run()
    {
        if (sqlite3_step(m_statement) == SQLITE_DONE)
            return {};
        return Error { fmt::format(
            "The database of the class cannot be written: {}. Check that the disk is not full.", sqlite3_errmsg(m_database)) };
    }

    [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(m_statement, column); }
    [[nodiscard]] std::string text(int column) const
    {
        const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
        return bytes == nullptr ? std::string {}
                                : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
    }

private:
    sqlite3* m_database;
    sqlite3_stmt* m_statement = nullptr;
    int m_bound = 0;
};

constexpr const char* kSubmissionColumns =
    "SELECT id, student, exercise, source, time, result, points, possible FROM submission ";

std::vector<Submission> submissions_from(Statement& statement)
{
    std::vector<Submission> all;
    while (statement.next())
        all.push_back({ statement.number(0), statement.number(1), statement.text(2), statement.text(3), statement.text(4),
            statement.text(5), static_cast<std::uint32_t>(statement.number(6)),
            static_cast<std::uint32_t>(statement.number(7)) });
    return all;
}

} // namespace

std::string random_digits(std::size_t bytes)
{
    std::vector<unsigned char> random(bytes);
    VERIFY(RAND_bytes(random.data(), static_cast<int>(bytes)) == 1);
    return digits_of(random.data(), bytes);
}

Result<std::unique_ptr<ClassStore>> ClassStore::open(const std::filesystem::path& file)
{
    sqlite3* database = nullptr;
    const int opened = sqlite3_open_v2(file.c_str(), &database,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
    std::unique_ptr<ClassStore> store { new ClassStore(database) };
    constexpr int kPatience = 5000; // milliseconds
    if (opened == SQLITE_OK)
        sqlite3_busy_timeout(database, kPatience);
    if (opened != SQLITE_OK || sqlite3_exec(database, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK)
        return Error { fmt::format("The database `{}` cannot be used: {}.", file.string(), sqlite3_errmsg(database)) };
    return store;
}

ClassStore::~ClassStore()
{
    sqlite3_close(m_database);
}

Result<ClassStore::Joined> ClassStore::join(const std::string& name)
{
    const std::scoped_lock lock(m_mutex);
    constexpr std::size_t kTokenBytes = 16;
    Joined joined { { 0, name }, random_digits(kTokenBytes) };
    Statement insert { m_database, "INSERT INTO student (token, name) VALUES (?, ?)" };
    if (auto done = insert.add(hash_of(joined.token)).add(name).run(); !done)
        return done.error();
    joined.student.id = sqlite3_last_insert_rowid(m_database);
    return joined;
}

std::optional<Student> ClassStore::student_of(const std::string& token) const
{
    const std::scoped_lock lock(m_mutex);
    Statement find { m_database, "SELECT id, name FROM student WHERE token = ?" };
    if (!find.add(hash_of(token)).next())
        return std::nullopt;
    return Student { find.number(0), find.text(1) };
}

std::vector<Student> ClassStore::students() const
{
    const std::scoped_lock lock(m_mutex);
    Statement all { m_database, "SELECT id, name FROM student ORDER BY id" };
    std::vector<Student> students;
    while (all.next())
        students.push_back({ all.number(0), all.text(1) });
    return students;
}

Result<void> ClassStore::remove(std::int64_t student)
{
    const std::scoped_lock lock(m_mutex);
    auto removed = Statement { m_database, "DELETE FROM student WHERE id = ?" }.add(student).run();
    sqlite3_exec(m_database, "PRAGMA wal_checkpoint(TRUNCATE)", nullptr, nullptr, nullptr); // not in the journal either
    return removed;
}

Result<std::int64_t> ClassStore::submit(std::int64_t student, const std::string& exercise, const std::string& source)
{
    const std::scoped_lock lock(m_mutex);
    Statement insert { m_database, "INSERT INTO submission (student, exercise, source) VALUES (?, ?, ?)" };
    if (auto done = insert.add(student).add(exercise).add(source).run(); !done)
        return done.error();
    return std::int64_t { sqlite3_last_insert_rowid(m_database) };
}

Result<void> ClassStore::set_result(const Submission& graded)
{
    const std::scoped_lock lock(m_mutex);
    Statement update { m_database, "UPDATE submission SET result = ?, points = ?, possible = ? WHERE id = ?" };
    return update.add(graded.result).add(graded.points).add(graded.possible).add(graded.id).run();
}

Result<void> ClassStore::set_progress(const Progress& progress)
{
    const std::scoped_lock lock(m_mutex);
    Statement update { m_database,
        "INSERT INTO progress (student, exercise, result, points, possible, submitted) SELECT id, ?, ?, ?, ?, ? FROM student "
        "WHERE "
        "id = ? ON CONFLICT (student, exercise) DO UPDATE SET result = excluded.result, points = excluded.points, possible = "
        "excluded.possible, submitted = max(submitted, excluded.submitted)" };
    return update.add(progress.exercise)
        .add(progress.result)
        .add(progress.points)
        .add(progress.possible)
        .add(progress.submitted ? 1 : 0)
        .add(progress.student)
        .run();
}

std::vector<Submission> ClassStore::submissions_of(std::int64_t student) const
{
    const std::scoped_lock lock(m_mutex);
    Statement find { m_database, (std::string { kSubmissionColumns } + "WHERE student = ? ORDER BY id").c_str() };
    return submissions_from(find.add(student));
}

std::vector<Submission> ClassStore::unfinished() const
{
    const std::scoped_lock lock(m_mutex);
    Statement find { m_database, (std::string { kSubmissionColumns } + "WHERE result = '' ORDER BY id").c_str() };
    return submissions_from(find);
}

std::vector<Progress> ClassStore::progress() const
{
    const std::scoped_lock lock(m_mutex);
    Statement all { m_database, "SELECT student, exercise, result, points, possible, submitted FROM progress" };
    std::vector<Progress> found;
    while (all.next())
        found.push_back({ all.number(0), all.text(1), all.text(2), static_cast<std::uint32_t>(all.number(3)),
            static_cast<std::uint32_t>(all.number(4)), all.number(5) != 0 });
    return found;
}

} // namespace warpstage::serve
