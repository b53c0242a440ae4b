// The worker process of `warpstage grade`: see core/exercise/grade_worker.h. Internal, hidden from --help.
#include "core/exercise/grade_worker.h"

#include "app/cli/command_line.h"

namespace warpstage::cli {

namespace {

int check_submission(const Common& /*common*/, const NoOptions& /*options*/)
{
    return exercise::serve_grading();
}

} // namespace

void add_grade_worker(CommandLine& line)
{
    line.options_of(
        *line.add(exercise::kGradeWorkerCommand, "Worker process of the grading (internal)").group(""), check_submission);
}

} // namespace warpstage::cli
