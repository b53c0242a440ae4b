// The class server: the web edition, the presenter's state as events, compilation, exercises and submissions, over HTTP.
#pragma once

#include "core/base/result.h"
#include "core/exercise/exercise.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::serve {

struct ClassServerOptions {
    std::filesystem::path site; // the web edition; empty: none
    std::filesystem::path pages; // the page of the class
    std::filesystem::path database;
    std::filesystem::path certificate; // PEM; empty: without TLS
    std::filesystem::path key;
    std::vector<exercise::Exercise> exercises;
    std::string address = "0.0.0.0"; // to listen at
    int port = 8000; // 0: any that is free
    std::string class_code; // that students enter
    std::string token; // of the lecturer
    std::string link; // address of the page, for its QR code
    unsigned jobs = 2; // at work at the same time
    std::filesystem::path program; // for the worker processes
};

class ClassServer {
public:
    // Errors: the database cannot be used, the port is taken, the certificate cannot be read, or kernels cannot be compiled.
    [[nodiscard]] static Result<std::unique_ptr<ClassServer>> start(ClassServerOptions options);
    ClassServer(const ClassServer&) = delete;
    ClassServer& operator=(const ClassServer&) = delete;
    ~ClassServer(); // ends all connections; submissions without a result are graded after the next start

    [[nodiscard]] int port() const;
    // See class_lines().
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    class Parts;
    explicit ClassServer(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace warpstage::serve
