#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { kTrailerSize = 92, kMaxList = 1 << 24 };

static const char* const kIncomplete = "this file is incomplete or damaged; download it again";

static bool read_at(int file, void* buffer, size_t size, uint64_t offset)
{
    for (char* to = buffer; size > 0;) {
        const ssize_t count = pread(file, to, size, (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        to += count;
        size -= (size_t)count;
        offset += (uint64_t)count;
    }
    return true;
}

// No "..", no absolute path: an archive writes below its folder only.
static bool is_below(const char* path)
{
    if (*path == '\0' || *path == '/')
        return false;
    for (const char* part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        const size_t length = strcspn(part, "/");
        if (length == 0 || (length == 1 && part[0] == '.') || (length == 2 && part[0] == '.' && part[1] == '.'))
            return false;
    }
    return true;
}

// A line "f\t755\t1234\tbin/warpstage\t". The fields stay in `line`.
static bool read_entry(char* line, struct Entry* entry)
{
    char* fields[5];
    for (int i = 0; i < 5; i++) {
        fields[i] = line;
        line = strchr(line, '\t');
        if (i < 4 && line == NULL)
            return false;
        if (i < 4)
            *line++ = '\0';
    }
    char* end = NULL;
    entry->kind = fields[0][0];
    entry->mode = (mode_t)strtoul(fields[1], &end, 8) & 0755;
    if (*end != '\0')
        return false;
    entry->size = strtoull(fields[2], &end, 10);
    entry->path = fields[3];
    entry->target = fields[4];
    return *end == '\0' && strchr("dfl", entry->kind) != NULL && is_below(entry->path)
        && (entry->kind != 'l' || *entry->target != '\0');
}

static bool read_list(char* list, struct Archive* archive)
{
    size_t lines = 0;
    for (const char* c = list; *c != '\0'; c++)
        lines += *c == '\n';
    archive->entries = calloc(lines + 1, sizeof *archive->entries);
    if (archive->entries == NULL)
        return false;
    while (*list != '\0') {
        char* const end = strchr(list, '\n');
        if (end == NULL)
            return false;
        *end = '\0';
        struct Entry* const entry = &archive->entries[archive->count++];
        if (!read_entry(list, entry))
            return false;
        archive->size += entry->kind == 'f' ? entry->size : 0;
        list = end + 1;
    }
    return archive->count > 0;
}

const char* open_archive(const char* program, struct Archive* archive)
{
    *archive = (struct Archive) { .file = open(program, O_RDONLY | O_CLOEXEC) };
    if (archive->file < 0)
        return strerror(errno);
    struct stat status;
    char trailer[kTrailerSize + 1] = { 0 };
    if (fstat(archive->file, &status) != 0 || status.st_size < kTrailerSize)
        return kIncomplete;
    const uint64_t end = (uint64_t)status.st_size - kTrailerSize;
    unsigned long long start = 0;
    unsigned long long frame = 0;
    unsigned long long list = 0;
    if (!read_at(archive->file, trailer, kTrailerSize, end)
        || sscanf(trailer, "WSFILE1 %16llx %16llx %16llx %32[0-9a-f]\n", &start, &frame, &list, archive->key) != 4
        || strlen(archive->key) != kKeyLength || list > kMaxList || start > end || frame > end || start + frame + list != end)
        return kIncomplete;
    archive->frame_start = start;
    archive->frame_size = frame;
    char* const text = calloc(1, list + 1); // the entries point into it
    if (text == NULL || !read_at(archive->file, text, list, start + frame) || !read_list(text, archive))
        return kIncomplete;
    return NULL;
}

// Decompressed bytes, in pieces.
struct Reader {
    const struct Archive* archive;
    ZSTD_DStream* stream;
    uint64_t offset; // of the next compressed byte in the frame
    ZSTD_inBuffer in;
    size_t hint; // 0: the frame has ended and its checksum was correct
    char input[1 << 17];
    char output[1 << 18];
};

// Reads at most `wanted` bytes into the output; 0: damaged, or the end of the frame.
static size_t read_piece(struct Reader* reader, uint64_t wanted)
{
    ZSTD_outBuffer out = { reader->output, wanted < sizeof reader->output ? (size_t)wanted : sizeof reader->output, 0 };
    while (out.pos == 0 && reader->hint != 0) {
        if (reader->in.pos == reader->in.size) {
            const uint64_t left = reader->archive->frame_size - reader->offset;
            const size_t count = left < sizeof reader->input ? (size_t)left : sizeof reader->input;
            if (count == 0
                || !read_at(reader->archive->file, reader->input, count, reader->archive->frame_start + reader->offset))
                return 0;
            reader->offset += count;
            reader->in = (ZSTD_inBuffer) { reader->input, count, 0 };
        }
        reader->hint = ZSTD_decompressStream(reader->stream, &out, &reader->in);
        if (ZSTD_isError(reader->hint))
            return 0;
        if (out.size == 0)
            break;
    }
    return out.pos;
}

static int write_all(int file, const char* bytes, size_t size)
{
    while (size > 0) {
        const ssize_t count = write(file, bytes, size);
        if (count < 0 && errno != EINTR)
            return errno;
        if (count > 0) {
            bytes += count;
            size -= (size_t)count;
        }
    }
    return 0;
}

static int extract_file(struct Reader* reader, const struct Entry* entry, int folder)
{
    const int file = openat(folder, entry->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    int failed = 0;
    for (uint64_t left = entry->size; left > 0 && failed == 0;) {
        const size_t count = read_piece(reader, left);
        left -= count;
        failed = count == 0 ? EBADMSG : write_all(file, reader->output, count);
    }
    if (failed == 0 && fchmod(file, entry->mode) != 0)
        failed = errno;
    if (close(file) != 0 && failed == 0)
        failed = errno;
    return failed;
}

static int extract_entries(struct Reader* reader, int folder)
{
    for (size_t i = 0; i < reader->archive->count; i++) {
        const struct Entry* const entry = &reader->archive->entries[i];
        int failed = 0;
        if (entry->kind == 'f')
            failed = extract_file(reader, entry, folder);
        else if (entry->kind == 'd' ? mkdirat(folder, entry->path, 0700) != 0
                                    : symlinkat(entry->target, folder, entry->path) != 0)
            failed = errno;
        if (failed != 0)
            return failed;
    }
    // What follows the last byte is the checksum.
    read_piece(reader, 0);
    return reader->hint == 0 ? 0 : EBADMSG;
}

int extract(const struct Archive* archive, int folder)
{
    struct Reader* const reader = malloc(sizeof *reader);
    if (reader == NULL)
        return ENOMEM;
    *reader = (struct Reader) { .archive = archive, .stream = ZSTD_createDStream(), .hint = 1 };
    const int failed = reader->stream == NULL ? ENOMEM : extract_entries(reader, folder);
    ZSTD_freeDStream(reader->stream);
    free(reader);
    return failed;
}

bool is_complete(const struct Archive* archive, int folder)
{
    for (size_t i = 0; i < archive->count; i++) {
        const struct Entry* const entry = &archive->entries[i];
        struct stat status;
        if (fstatat(folder, entry->path, &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_uid != geteuid())
            return false;
        const mode_t kind = entry->kind == 'd' ? S_IFDIR : entry->kind == 'f' ? S_IFREG : S_IFLNK;
        if ((status.st_mode & S_IFMT) != kind)
            return false;
        if (kind != S_IFLNK && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
            return false;
        if (kind == S_IFREG && ((uint64_t)status.st_size != entry->size || (status.st_mode & 0777) != entry->mode))
            return false;
    }
    return true;
}
