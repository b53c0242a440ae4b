#include "app/serve/certificate.h"

#include "core/base/verify.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <cstdio>
#include <memory>

namespace warpstage::serve {

namespace {

namespace fs = std::filesystem;

struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
    void operator()(std::FILE* file) const { std::fclose(file); }
};
template <typename T> using Owned = std::unique_ptr<T, Free>;

Owned<std::FILE> private_file(const fs::path& path)
{
    const auto before = umask(0077);
    Owned<std::FILE> file { std::fopen(path.c_str(), "wx") };
    umask(before);
    return file;
}

Owned<X509> certificate_of(EVP_PKEY* key, const std::string& host)
{
    constexpr long kYear = 365L * 24 * 3600;
    Owned<X509> certificate { X509_new() };
    X509_set_version(certificate.get(), X509_VERSION_3);
    std::uint64_t serial = 0;
    VERIFY(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1U);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kYear);
    X509_set_pubkey(certificate.get(), key);
    X509_NAME* const name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(host.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    const bool is_address = host.find_first_not_of("0123456789.:") == std::string::npos;
    const Owned<X509_EXTENSION> names { X509V3_EXT_conf_nid(
        nullptr, nullptr, NID_subject_alt_name, ((is_address ? "IP:" : "DNS:") + host).c_str()) };
    if (names != nullptr)
        X509_add_ext(certificate.get(), names.get(), -1);
    return X509_sign(certificate.get(), key, EVP_sha256()) == 0 ? nullptr : std::move(certificate);
}

} // namespace

Result<CertificateFiles> own_certificate(const fs::path& folder, const std::string& host)
{
    CertificateFiles files { folder / "certificate.pem", folder / "key.pem" };
    std::error_code ignored;
    if (fs::exists(files.certificate, ignored) && fs::exists(files.key, ignored))
        return files;
    const Owned<EVP_PKEY> key { EVP_EC_gen("P-256") };
    const auto certificate = key == nullptr ? nullptr : certificate_of(key.get(), host);
    fs::remove(files.key, ignored);
    fs::remove(files.certificate, ignored);
    const auto key_file = private_file(files.key);
    const auto certificate_file = private_file(files.certificate);
    if (certificate == nullptr || key_file == nullptr || certificate_file == nullptr
        || PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1
        || PEM_write_X509(certificate_file.get(), certificate.get()) != 1)
        return Error { fmt::format("Cannot write a certificate to `{}`.", folder.string()) };
    return files;
}

} // namespace warpstage::serve
