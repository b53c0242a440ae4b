# Finds nvcc and the CUDA headers: at CUDA_HOME, on the PATH, at /usr/local/cuda, or from the distribution. Nothing is linked: the
# driver is opened at run time. nvcc turns each lesson's kernels into PTX at build time.

find_program(WARPSTAGE_NVCC nvcc HINTS ENV CUDA_HOME PATH_SUFFIXES bin PATHS /usr/local/cuda REQUIRED
  DOC "The CUDA compiler; tools/install-dependencies installs one if none is found")
file(REAL_PATH ${WARPSTAGE_NVCC} nvcc_real)
cmake_path(GET nvcc_real PARENT_PATH nvcc_folder)
if(WARPSTAGE_GPU)
  find_path(WARPSTAGE_CUDA_INCLUDE cuda.h HINTS ${nvcc_folder}/../include ENV CUDA_HOME PATH_SUFFIXES include PATHS /usr/local/cuda REQUIRED)
  # In the folder of cuda.h, or in NVIDIA's folder of CUPTI. Without these headers warpstage has no hardware counters.
  find_path(WARPSTAGE_CUPTI_INCLUDE cupti_range_profiler.h
    HINTS ${WARPSTAGE_CUDA_INCLUDE} ${nvcc_folder}/../extras/CUPTI/include ENV CUDA_HOME PATH_SUFFIXES include extras/CUPTI/include
    PATHS /usr/local/cuda /usr/local/cuda/extras/CUPTI)
  # CUB is in the folder of cuda.h, since CUDA 13 in a separate folder. Without it `warpstage bench reduction` has no line for CUB.
  find_path(WARPSTAGE_CUB_INCLUDE cub/cub.cuh HINTS ${WARPSTAGE_CUDA_INCLUDE} ${WARPSTAGE_CUDA_INCLUDE}/cccl PATHS /usr/local/cuda/include /usr/local/cuda/include/cccl)
  message(STATUS "CUDA compiler: ${WARPSTAGE_NVCC}; headers: ${WARPSTAGE_CUDA_INCLUDE}")

  # cuda.h for core/gpu only. SYSTEM suppresses its warnings.
  add_library(warpstage_cuda_headers INTERFACE)
  target_include_directories(warpstage_cuda_headers SYSTEM INTERFACE ${WARPSTAGE_CUDA_INCLUDE})
  if(WARPSTAGE_CUPTI_INCLUDE)
    target_include_directories(warpstage_cuda_headers SYSTEM INTERFACE ${WARPSTAGE_CUPTI_INCLUDE})
  endif()
endif()

# Flags for every kernel, for nvcc here and for NVRTC in the program.
set(WARPSTAGE_KERNEL_FLAGS -lineinfo -std=c++17)
# Additional flags of a lesson's builds, name=flag.
set(WARPSTAGE_BUILD_FLAGS ftz=-ftz=true fast=-use_fast_math)

# warpstage_compile_kernels(SOURCE OUTPUT [ARCHITECTURE [FLAG...]]): PTX with line information for the oldest architecture that all of CUDA
# 11 to 13 support, or for ARCHITECTURE. A kernel that does not compile fails the build.
function(warpstage_compile_kernels source output)
  set(architecture compute_75)
  if(ARGC GREATER 2)
    set(architecture ${ARGV2})
  endif()
  set(flags)
  if(ARGC GREATER 3)
    list(SUBLIST ARGV 3 -1 flags)
  endif()
  cmake_path(GET output PARENT_PATH output_folder)
  file(MAKE_DIRECTORY ${output_folder})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${WARPSTAGE_NVCC} -ptx -arch=${architecture} ${WARPSTAGE_KERNEL_FLAGS} -Werror all-warnings ${flags} -o ${output} ${source}
    COMMAND ${CMAKE_COMMAND} -D PTX=${output} -P ${PROJECT_SOURCE_DIR}/cmake/shorten_ptx_paths.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/shorten_ptx_paths.cmake
    COMMENT "PTX of ${source}"
    VERBATIM)
endfunction()
