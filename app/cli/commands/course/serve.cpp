// `warpstage serve`: the server of a class.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/course/web_site.h"
#include "app/serve/certificate.h"
#include "app/serve/class_folder.h"
#include "app/serve/class_server.h"
#include "app/serve/code_picture.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/process/confinement.h"
#include "core/base/process/interrupt.h"
#include "core/base/process/programs.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct ServeOptions {
    std::vector<std::string> exercises; // empty: all shipped ones
    fs::path data; // folder
    std::string address = "0.0.0.0";
    int port = 8000;
    std::string host = "localhost";
    std::string link; // empty: from host and port
    std::string code; // empty: a new one
    fs::path token_file;
    bool tls = false;
    fs::path certificate;
    fs::path key;
    unsigned jobs = 0; // 0: number of processor threads
    bool confined_by_container = false;
};

// The page with the lessons of the program and the exercises of the class; empty: it is not installed.
fs::path site_of(const Assets& assets, const ServeOptions& options, const std::vector<exercise::Exercise>& exercises)
{
    if (!course::has_web_edition(assets.root)) {
        fmt::print("The web edition is not installed: students see the exercises, but no stage.\n");
        return {};
    }
    auto catalog = *assets.catalog;
    for (const auto& exercise : exercises)
        catalog.add(exercise.lesson);
    const auto site = options.data / "site";
    or_refuse(course::write_web_site(assets.root, catalog, { .folder = site }));
    return site;
}

serve::ClassServerOptions server_options(const Common& common, const ServeOptions& options)
{
    serve::ClassServerOptions server;
    const auto assets = or_refuse(find_assets(common));
    server.pages = assets.root / "class";
    server.exercises = chosen_exercises(common, options.exercises);
    or_refuse(serve::prepare_class_folder(options.data));
    server.site = site_of(assets, options, server.exercises);
    server.database = options.data / "class.sqlite";
    server.token = or_refuse(serve::token_in(options.token_file.empty() ? options.data / "token.txt" : options.token_file));
    server.certificate = options.certificate;
    server.key = options.key;
    if (options.tls && options.certificate.empty()) {
        const auto own = or_refuse(serve::own_certificate(options.data, options.host));
        server.certificate = own.certificate;
        server.key = own.key;
    }
    server.address = options.address;
    server.port = options.port;
    server.class_code = options.code.empty() ? serve::new_class_code() : options.code;
    const bool tls = !server.certificate.empty();
    server.link = !options.link.empty() ? options.link + (options.link.ends_with('/') ? "" : "/") + "class/"
                                        : fmt::format("http{}://{}:{}/class/", tls ? "s" : "", options.host, options.port);
    server.jobs = options.jobs == 0 ? processor_threads() : options.jobs;
    server.program = own_program();
    return server;
}

// What has changed, every two seconds.
void print_class(const serve::ClassServer& server, const std::stop_token& stop)
{
    std::vector<std::string> shown;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    while (!ended.wait_for(lock, stop, std::chrono::seconds { 2 }, [] { return false; }) && !stop.stop_requested()) {
        auto lines = server.lines();
        for (const auto& line : lines)
            if (std::ranges::find(shown, line) == shown.end())
                fmt::print("{}\n", line);
        std::fflush(stdout);
        shown = std::move(lines);
    }
}

int serve_class(const Common& common, const ServeOptions& options)
{
    if (options.confined_by_container)
        trust_container();
    if (!can_confine() && !confined_by_container())
        refuse(
            "Kernels of students are compiled and run in processes that Landlock confines (Linux 5.13), which this system does "
            "not have. In a container without other data use `--confined-by-container`.");
    auto server_settings = server_options(common, options);
    const auto link = server_settings.link;
    const auto code = server_settings.class_code;
    const Interrupt interrupt;
    const auto server = or_refuse(serve::ClassServer::start(std::move(server_settings)));
    fmt::print("{}\ncode of the class: {}\n{}", link, code, serve::code_lines(link));
    fmt::print("listening at port {}; Ctrl+C ends\n", server->port());
    std::fflush(stdout);
    print_class(*server, interrupt.stop());
    return kSuccess;
}

} // namespace

void add_serve(CommandLine& line)
{
    auto& app = line.add("serve",
        "Serve a class: the web edition, the presenter's state, exercises that students solve in the browser, and their "
        "submissions");
    auto& options = line.options_of(app, serve_class, [](const ServeOptions& given) {
        if (given.certificate.empty() != given.key.empty())
            refuse("`--certificate` and `--key` are used together.");
    });
    app.add_option("--data", options.data, "Folder for the database of the class, the lecturer's token and the certificate")
        ->required();
    app.add_option("--exercise", options.exercises,
           "Exercise of the class: its id or folder (default: all shipped ones); may be repeated")
        ->allow_extra_args(false);
    app.add_option("--address", options.address, "Address to listen at; 127.0.0.1 behind a proxy")->capture_default_str();
    app.add_option("--port", options.port, "Port; 0: any that is free")->capture_default_str()->check(CLI::Range(0, 65535));
    app.add_option("--host", options.host, "Name or address of this computer for students")->capture_default_str();
    app.add_option(
        "--site", options.link, "Address of the server for students behind a proxy, for example https://example.edu/cuda/");
    app.add_option("--code", options.code, "Code with which students join (default: a new one)");
    app.add_option("--token-file", options.token_file,
        "File whose first line is the lecturer's token (default: `token.txt` in the folder of `--data`, which is written)");
    app.add_flag("--tls", options.tls, "Use https, with a certificate that the server makes for `--host` unless one is given");
    app.add_option("--certificate", options.certificate, "Certificate in PEM format");
    app.add_option("--key", options.key, "Its key in PEM format");
    app.add_option("--jobs", options.jobs, "Compilations and checks at the same time (default: number of processor threads)")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--confined-by-container", options.confined_by_container,
        "Without Landlock: trust the container in which this command runs to keep kernels from other files");
}

} // namespace warpstage::cli
