// The archive at the end of the single-file program: the contents of all files as one zstd frame, a list of the files, and a
// trailer. packaging/make_single_file.py writes it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { kKeyLength = 32 }; // characters

struct Entry {
    char kind; // 'd': folder, 'f': file, 'l': symbolic link
    mode_t mode;
    uint64_t size; // bytes of a file
    const char* path; // relative, without ".."
    const char* target; // of a link
};

struct Archive {
    int file;
    uint64_t frame_start;
    uint64_t frame_size; // bytes in the file
    char key[kKeyLength + 1]; // of the contents: the same for the same archive, another one for every other
    struct Entry* entries; // a folder precedes its files
    size_t count;
    uint64_t size; // bytes of all files
};

// Reads the list. Returns NULL, or what is wrong; the archive is then not usable.
const char* open_archive(const char* program, struct Archive* archive);

// Writes all files below `folder`, an empty folder that only this process uses. Returns 0, else errno; EBADMSG: the archive is
// damaged.
int extract(const struct Archive* archive, int folder);

// Whether all these files are below `folder`, with their sizes, and no other user can change them.
bool is_complete(const struct Archive* archive, int folder);
