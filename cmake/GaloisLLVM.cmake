# galois_llvm: the command-line parser of LLVM Support (llvm::cl), any LLVM from 14 on. Link it where a
# program has flags; libgalois itself never does.
enable_language(C) # LLVM's package looks for its own dependencies by compiling C
find_package(LLVM REQUIRED CONFIG)
if(LLVM_VERSION_MAJOR LESS 14)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR} is too old: 14 or newer is needed "
                      "(Debian: apt-get install llvm-dev)")
endif()
# LLVM's own targets belong to the folder that found them, so each folder that includes this file finds
# them; ours exists once.
if(TARGET galois_llvm)
  return()
endif()
llvm_map_components_to_libnames(GALOIS_LLVM_LIBS support)

add_library(galois_llvm INTERFACE)
target_include_directories(galois_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(GALOIS_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(galois_llvm INTERFACE ${GALOIS_LLVM_DEFINITIONS})
if(NOT LLVM_ENABLE_RTTI)
  # An LLVM without type information has none for cl::Option, which every flag derives from.
  target_compile_options(galois_llvm INTERFACE -fno-rtti)
endif()
target_link_libraries(galois_llvm INTERFACE ${GALOIS_LLVM_LIBS})
