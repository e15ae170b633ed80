# One interface target that carries the flags of every preset; each of our targets links it privately.
add_library(galois_flags INTERFACE)
target_compile_options(galois_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wextra-semi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(galois_flags INTERFACE -Wno-interference-size)
endif()
# It warns of types with members from an anonymous namespace of an included file: here, of a source.
if(GALOIS_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(galois_flags INTERFACE -Wno-subobject-linkage)
endif()
if(GALOIS_WERROR)
  target_compile_options(galois_flags INTERFACE -Werror)
endif()
# Builds of tests are large. The compiler collects its garbage less often, which saves a tenth of its time
# and takes a fifth more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (GALOIS_SANITIZE OR GALOIS_PRESET STREQUAL "tests"))
  target_compile_options(galois_flags INTERFACE "SHELL:--param ggc-min-expand=300")
endif()
if(GALOIS_NATIVE)
  target_compile_options(galois_flags INTERFACE -march=native)
endif()
if(GALOIS_PROFILE)
  target_compile_definitions(galois_flags INTERFACE GALOIS_PROFILE=1)
endif()
if(GALOIS_SANITIZE)
  # Under a sanitizer this warning is often wrong, as GCC's manual says.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(galois_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  # These checks are made for every access and pointer, and take half of the compiler's time. An
  # access through a null pointer or past an object is found by AddressSanitizer anyway, and the fuzz
  # targets, which are few, make all of them but vptr.
  if(GALOIS_SANITIZE STREQUAL "address,undefined")
    set(UNCHECKED -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr
      -fno-sanitize=nonnull-attribute,returns-nonnull-attribute)
  endif()
  # Checks by calls in place of inlined ones take a fifth less to compile, and tests, which run once, a
  # tenth more.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND GALOIS_SANITIZE MATCHES "address")
    target_compile_options(galois_flags INTERFACE "SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
  target_compile_options(galois_flags INTERFACE
    -fsanitize=${GALOIS_SANITIZE} ${UNCHECKED} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(galois_flags INTERFACE -fsanitize=${GALOIS_SANITIZE})
  # Hundreds of tests are linked, in three fifths of the time by this linker.
  find_program(GOLD ld.gold)
  if(GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(galois_flags INTERFACE -fuse-ld=gold)
  endif()
endif()
