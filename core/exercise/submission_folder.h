// A folder of submissions as a course system writes it: folders, files or ZIP archives, one or several for each student.
#pragma once

#include "core/base/result.h"
#include "core/base/temporary_folder.h"
#include "core/exercise/submission.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::exercise {

// Whose a name is, and what it is in it. Moodle: "Ada Byron_4711_assignsubmission_file_kernels.cu"; Canvas:
// "byronada_LATE_815_4711_kernels-1.cu". Other names are those of a student as a whole.
struct OwnerOfName {
    std::string student;
    std::string id; // "Participant 4711" for Moodle, "815" for Canvas; empty: none
    std::string rest; // name of the file; empty: the name has none
};
[[nodiscard]] OwnerOfName owner_of(const std::string& name);

class SubmissionFolder {
public:
    // A folder or a ZIP archive of one. Reads names and unpacks archives of students: .cu files of at most 1 MiB. Symbolic links
    // are never followed. Errors: it cannot be read.
    [[nodiscard]] static Result<SubmissionFolder> read(const std::filesystem::path& path);

    // The file of each student for an exercise, in this order: kernels.cu in a folder ID; ID.cu; and if only one exercise is
    // graded, kernels.cu or the only .cu file.
    [[nodiscard]] Submissions of(const std::string& exercise, bool only_exercise) const;

private:
    struct Candidate {
        std::string name; // path inside the submission: "exercises/race/kernels.cu"
        std::filesystem::path file;
    };
    struct Owner {
        std::string student;
        std::string id;
        std::string mistake; // empty: none
        std::vector<Candidate> candidates; // .cu files and links, sorted
        std::size_t archives = 0; // so far
        std::string entry; // of the folder of the class that the student has first; empty: of a course system
        std::string conflict; // it has several; empty: no
    };

    [[nodiscard]] Owner& owner(const OwnerOfName& name);
    void add_entry(const std::filesystem::path& entry);
    void add_folder(Owner& owner, const std::filesystem::path& folder, const std::string& name, unsigned depth);
    void add_archive(Owner& owner, const std::filesystem::path& archive, const std::string& name, unsigned depth);
    [[nodiscard]] static Submission chosen(const Owner& owner, const std::string& exercise, bool only_exercise);

    std::vector<Owner> m_owners; // sorted by the bytes of the students' names
    std::vector<std::string> m_ignored;
    std::shared_ptr<TemporaryFolder> m_unpacked; // null: no archive
    std::size_t m_archives = 0;
};

} // namespace warpstage::exercise
