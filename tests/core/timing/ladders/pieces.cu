// Kernels of `measure_gpu pieces`: tiles that are read or written in pieces of rows.
#include "../../../timing/device/piece_kernels.h"

#define READ(name, ...)                                                                                                          \
    extern "C" __global__ void read_##name(const char* from, unsigned* sink, unsigned rows)                                      \
    {                                                                                                                            \
        read_tile<__VA_ARGS__>(from, sink, rows);                                                                                \
    }
#define WRITE(name, ...)                                                                                                         \
    extern "C" __global__ void written_##name(char* to, unsigned value, unsigned rows)                                           \
    {                                                                                                                            \
        write_tile<__VA_ARGS__>(to, value, rows);                                                                                \
    }
#define COPY(name, read, ...)                                                                                                    \
    extern "C" __global__ void copied_##name(const char* from, char* to, unsigned read_rows, unsigned written_rows)              \
    {                                                                                                                            \
        copy_tile<read, __VA_ARGS__>(from, to, read_rows, written_rows);                                                         \
    }
#define PIECE(piece)                                                                                                             \
    using Rows##piece = Walk<piece, Order::rows>;                                                                                \
    using Columns##piece = Walk<piece, Order::columns>;                                                                          \
    using Scattered##piece = Walk<piece, Order::scattered>;                                                                      \
    READ(piece##_rows, Rows##piece)                                                                                              \
    READ(piece##_columns, Columns##piece)                                                                                        \
    READ(piece##_scattered, Scattered##piece)                                                                                    \
    WRITE(piece##_rows, Rows##piece)                                                                                             \
    WRITE(piece##_columns, Columns##piece)                                                                                       \
    WRITE(piece##_scattered, Scattered##piece)                                                                                   \
    COPY(from_4096_rows_to_##piece##_rows, Whole, Rows##piece)                                                                   \
    COPY(from_##piece##_rows_to_4096_rows, Rows##piece, Whole)                                                                   \
    COPY(from_4096_rows_to_##piece##_columns, Whole, Columns##piece)                                                             \
    COPY(from_4096_rows_to_##piece##_scattered, Whole, Scattered##piece)                                                         \
    COPY(from_##piece##_columns_to_4096_rows, Columns##piece, Whole)                                                             \
    COPY(from_##piece##_scattered_to_4096_rows, Scattered##piece, Whole)                                                         \
    COPY(from_##piece##_rows_to_##piece##_rows, Rows##piece, Rows##piece)                                                        \
    COPY(from_##piece##_scattered_to_##piece##_scattered, Scattered##piece, Scattered##piece)                                    \
    COPY(from_##piece##_columns_to_##piece##_columns, Columns##piece, Columns##piece)                                            \
    COPY(from_##piece##_rows_to_##piece##_columns, Rows##piece, Columns##piece)

READ(4096_rows, Whole)
WRITE(4096_rows, Whole)
COPY(from_4096_rows_to_4096_rows, Whole, Whole)
PIECE(32)
PIECE(64)
PIECE(128)
PIECE(256)
PIECE(512)
PIECE(1024)
PIECE(2048)

#define ORDER(piece, order, name)                                                                                                \
    using Walk##piece##_##name = Walk<piece, Order::order>;                                                                      \
    READ(piece##_##name, Walk##piece##_##name)                                                                                   \
    WRITE(piece##_##name, Walk##piece##_##name)                                                                                  \
    COPY(from_4096_rows_to_##piece##_##name, Whole, Walk##piece##_##name)                                                        \
    COPY(from_##piece##_##name##_to_4096_rows, Walk##piece##_##name, Whole)                                                      \
    COPY(from_##piece##_##name##_to_##piece##_##name, Walk##piece##_##name, Walk##piece##_##name)
ORDER(128, groups, groups)
ORDER(128, squares, squares)
ORDER(128, diagonal, diagonal)
ORDER(256, squares, squares)
