// Measures versions of one program of the suite, which take turns: `compare PROGRAM LIBRARY...`, "./PROGRAM.LABEL.so" each.
// Prints "program,version,us,us_flushed" as median times; without numbers if the result of the version is wrong. Built by
// tools/advice-suite.
#include "suite.h"

#include <dlfcn.h>

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace {

struct Version {
    std::string library;
    bool arrived = false; // or ended without a result
    bool correct = false;
    std::function<void()> launch;
    std::function<void()> reset;
    std::vector<float> times[2]; // microseconds: with what L2 keeps of the launch before, and after other data filled L2
};

std::mutex mutex;
std::condition_variable changed;
bool measured = false;
thread_local Version* own = nullptr;

// Each version runs as far as to its measurement, in a thread of its own, and waits there.
void run(Version& version)
{
    own = &version;
    void* library = dlopen(version.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    using Main = int(int, char**);
    auto* program = library == nullptr ? nullptr : reinterpret_cast<Main*>(dlsym(library, "_Z10suite_mainiPPc"));
    if (program == nullptr)
        std::fprintf(stderr, "%s\n", dlerror());
    else
        program(1, nullptr);
    const std::lock_guard lock(mutex);
    version.arrived = true;
    changed.notify_all();
}

float time_of(const Version& version, char* flush, cudaEvent_t start, cudaEvent_t stop)
{
    version.reset();
    if (flush != nullptr) {
        suite::clear(flush, suite::kFlushed);
    } else {
        version.launch();
        version.reset();
    }
    suite::wait_for_host<<<1, 1>>>(100'000);
    suite::check(cudaEventRecord(start));
    version.launch();
    suite::check(cudaEventRecord(stop));
    suite::check(cudaEventSynchronize(stop));
    float milliseconds = 0.0F;
    suite::check(cudaEventElapsedTime(&milliseconds, start, stop));
    return 1000.0F * milliseconds;
}

float median(std::vector<float>& times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace

void suite_compare(const std::function<void()>& launch, const std::function<void()>& reset, bool correct)
{
    std::unique_lock lock(mutex);
    own->launch = launch;
    own->reset = reset;
    own->correct = correct;
    own->arrived = true;
    changed.notify_all();
    changed.wait(lock, [] { return measured; });
}

int main(int argc, char** argv)
{
    constexpr int kRounds = 41;
    std::list<Version> versions;
    std::vector<std::thread> threads;
    for (int i = 2; i < argc; ++i) {
        versions.push_back({ argv[i] });
        threads.emplace_back([&version = versions.back()] { run(version); });
    }
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return std::all_of(versions.begin(), versions.end(), [](auto& one) { return one.arrived; }); });
    }
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    suite::check(cudaEventCreate(&start));
    suite::check(cudaEventCreate(&stop));
    char* other = suite::zeros<char>(suite::kFlushed);
    for (int round = -2; round < kRounds; ++round) {
        versions.reverse(); // none is always measured after the same one
        for (Version& version : versions)
            for (int flushed = 0; version.correct && flushed < 2; ++flushed)
                if (const float time = time_of(version, flushed == 0 ? nullptr : other, start, stop); round >= 0)
                    version.times[flushed].push_back(time);
    }
    for (Version& version : versions) {
        const std::string label = version.library.substr(0, version.library.rfind('.'));
        std::printf("%s,%s,", argv[1], label.substr(label.rfind('.') + 1).c_str());
        if (version.correct)
            std::printf("%.3f,%.3f\n", median(version.times[0]), median(version.times[1]));
        else
            std::printf(",\n");
    }
    {
        const std::lock_guard lock(mutex);
        measured = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads)
        thread.join();
}
