# One interface target that carries the flags of every preset; each of our targets links it privately.
add_library(galois_flags INTERFACE)
target_compile_options(galois_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wextra-semi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(galois_flags INTERFACE -Wno-interference-size)
endif()
if(GALOIS_WERROR)
  target_compile_options(galois_flags INTERFACE -Werror)
endif()
if(GALOIS_NATIVE)
  target_compile_options(galois_flags INTERFACE -march=native)
endif()
if(GALOIS_PROFILE)
  target_compile_definitions(galois_flags INTERFACE GALOIS_PROFILE=1)
endif()
if(GALOIS_SANITIZE)
  # Of the checks for undefined behaviour, three find nothing here that the others miss: an access
  # through a null pointer or past an object is AddressSanitizer's, and casts down a class hierarchy
  # are not used. They double the time that the optimiser takes.
  if(GALOIS_SANITIZE MATCHES "undefined")
    set(UNNEEDED -fno-sanitize=null,object-size,vptr)
  endif()
  target_compile_options(galois_flags INTERFACE
    -fsanitize=${GALOIS_SANITIZE} ${UNNEEDED} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(galois_flags INTERFACE -fsanitize=${GALOIS_SANITIZE})
endif()
