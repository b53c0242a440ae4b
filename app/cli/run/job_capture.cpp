#include "app/cli/run/job_capture.h"

#include "app/cli/command.h"
#include "core/base/temporary_folder.h"
#include "core/base/whole_file.h"
#include "core/capture_file/archive.h"
#include "core/capture_file/capture_lesson.h"
#include "core/engine/launch_parameters.h"
#include "core/session_file/session_file.h"
#include "core/simt/faults/fault_names.h"
#include "core/simt/texture/texture_table.h"

#include <algorithm>
#include <utility>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;
using capture::CapturedLaunch;

constexpr const char* kPtxFile = "kernels.ptx";
constexpr std::uint64_t kFirstAddress = 0x7f00'0000'0000; // as on a GPU, above all addresses of the virtual machine
constexpr std::uint64_t kAlignment = 4096; // an access behind a buffer does not reach the next one

std::vector<std::uint64_t> addresses_of(const problem::Plan& plan)
{
    std::vector<std::uint64_t> addresses;
    std::uint64_t next = kFirstAddress;
    for (const auto& buffer : plan.buffers) {
        addresses.push_back(next);
        next += (buffer.bytes / kAlignment + 2) * kAlignment;
    }
    return addresses;
}

// Their names in the folder; only zeros have no file.
class Contents {
public:
    explicit Contents(fs::path folder)
        : m_folder(std::move(folder))
    {
    }

    std::string store(const std::string& name, std::span<const std::byte> bytes) const
    {
        if (std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte { 0 }; }))
            return {};
        or_refuse(write_whole_file(m_folder / name, { reinterpret_cast<const char*>(bytes.data()), bytes.size() }));
        return name;
    }

private:
    fs::path m_folder;
};

void add_memory(CapturedLaunch& launch, const problem::Plan& plan, const kernel_run::JobOutcome& outcome,
    std::span<const std::uint64_t> addresses, const Contents& contents)
{
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const auto& buffer = plan.buffers[i];
        auto before = engine::initial_bytes(buffer, addresses);
        before.resize(buffer.bytes);
        capture::CapturedMemory memory { buffer.name, addresses[i], buffer.bytes, {},
            contents.store(fmt::format("{}.before", i), before), {} };
        if (launch.finished && outcome.contents[i] != before)
            memory.after = contents.store(fmt::format("{}.after", i), outcome.contents[i]);
        launch.memory.push_back(std::move(memory));
    }
}

CapturedLaunch captured(const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const Contents& contents)
{
    const auto& plan = *job.plan;
    const auto& planned = job.launch();
    const auto addresses = addresses_of(plan);
    std::vector<std::uint64_t> handles;
    CapturedLaunch launch;
    for (const auto& texture : engine::texture_arguments(planned)) {
        handles.push_back(simt::kFirstTexture + handles.size());
        launch.textures.push_back({ texture.texture, addresses[texture.buffer] });
    }
    launch.number = 1;
    launch.kernel = job.kernel().name;
    launch.grid = planned.grid;
    launch.block = planned.block;
    launch.cluster = planned.cluster;
    launch.shared_bytes = planned.shared_bytes;
    launch.parameters = or_refuse(engine::parameter_block(job.kernel(), planned, addresses, handles));
    launch.device = outcome.machine.name;
    launch.ptx = kPtxFile;
    // Addresses in memory after the run are those of the run, not of the capture.
    const bool has_addresses = std::ranges::any_of(plan.buffers, [](const auto& buffer) { return !buffer.addresses.empty(); });
    launch.finished = !outcome.contents.empty() && !has_addresses;
    if (outcome.trap)
        launch.fault = simt::name_of(outcome.trap->kind);
    add_memory(launch, plan, outcome, addresses, contents);
    return launch;
}

} // namespace

void add_job_capture(CLI::App& app, fs::path& file)
{
    app.add_option("--capture", file,
        "Write the launch with its buffers to this file, *.warpstage, which opens like a lesson, also in the web edition");
}

void check_job_capture(const fs::path& file)
{
    if (!file.empty() && file.extension() != session_file::kEnding)
        refuse(fmt::format("`--capture` must end with `{}`, not `{}`.", session_file::kEnding, file.string()));
}

void check_job_capture(const kernel_run::KernelJob& job)
{
    if (job.launches() != 1)
        refuse("`--capture` requires one launch. Remove `--then`.");
    if (!job.plan->variables.empty())
        refuse("`--capture` cannot be combined with `--set-symbol`. Use `warpstage capture` for a program that sets variables.");
}

void write_job_capture(const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const fs::path& file)
{
    const TemporaryFolder folder;
    const fs::path files = folder.path() / "captured";
    const fs::path lesson = folder.path() / "lesson";
    std::error_code failed;
    fs::create_directories(files, failed);
    if (folder.path().empty() || failed)
        refuse(fmt::format("Cannot create a temporary folder in `{}`.", fs::temp_directory_path().string()));
    or_refuse(write_whole_file(files / kPtxFile, job.source.lesson->ptx_text));
    capture_file::CaptureRequest request { { captured(job, outcome, Contents(files)) }, files,
        capture_file::lesson_id(file.stem().string()), {}, job.source.lesson->source };
    const auto addresses = addresses_of(*job.plan);
    for (std::size_t i = 0; i < job.buffers.size(); ++i)
        request.buffers.push_back({ addresses[i], job.buffers[i].name, std::string { ptx::name_of(job.buffers[i].type) } });
    const auto written = or_refuse(capture_file::write_lesson(request, lesson));
    or_refuse(capture_file::pack(lesson, file));
    for (const auto& sentence : written.left_out)
        warn(sentence);
}

} // namespace warpstage::cli
