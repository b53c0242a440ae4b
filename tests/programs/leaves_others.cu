// Starts programs, one in a session of its own, writes their numbers to the file that it is given, and waits.
#include <cuda_runtime.h>

#include <cstdio>
#include <unistd.h>

int main(int count, char** words)
{
    int devices = 0;
    if (count < 2 || cudaGetDeviceCount(&devices) != cudaSuccess)
        return 1;
    FILE* file = fopen(words[1], "a");
    fprintf(file, "%d\n", getpid());
    for (int own_session = 0; own_session < 2; ++own_session) {
        const pid_t child = fork();
        if (child == 0) {
            if (own_session == 1)
                setsid();
            execlp("sleep", "sleep", "300", nullptr);
            _exit(127);
        }
        fprintf(file, "%d\n", child);
    }
    fclose(file);
    pause();
}
