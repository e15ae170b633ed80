# The shapes of target that this project has, each made in one place.

# Where tests call programs: those of another instruction set through scripts (scripts/dev/test-aarch64).
set(GALOIS_CALLED_DIR ${CMAKE_BINARY_DIR}/bin)
if(CMAKE_CROSSCOMPILING)
  set(GALOIS_CALLED_DIR ${CMAKE_BINARY_DIR}/run)
endif()

# galois_library(TARGET [EXPORTS map]): what the libraries that we install have in common. Shared ones
# export what the map in cmake/ names, by default the namespace galois. Static ones follow
# CMAKE_CXX_VISIBILITY_PRESET.
function(galois_library TARGET)
  cmake_parse_arguments(L "" "EXPORTS" "" ${ARGN})
  if(NOT L_EXPORTS)
    set(L_EXPORTS GaloisExports.map)
  endif()
  set_target_properties(${TARGET} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${GALOIS_SOVERSION} DEFINE_SYMBOL "")
  get_target_property(KIND ${TARGET} TYPE)
  if(KIND STREQUAL "SHARED_LIBRARY")
    set(MAP ${PROJECT_SOURCE_DIR}/cmake/${L_EXPORTS})
    galois_exported(${TARGET})
    set_target_properties(${TARGET} PROPERTIES INSTALL_RPATH "$ORIGIN" LINK_DEPENDS ${MAP})
    target_link_options(${TARGET} PRIVATE -Wl,--version-script=${MAP})
  endif()
endfunction()

# galois_exported(TARGET): TARGET is, or becomes part of, a library that we install. The map of a shared
# library decides what is exported, and it cannot show what the compiler hides.
function(galois_exported TARGET)
  if(BUILD_SHARED_LIBS)
    set_property(TARGET ${TARGET} PROPERTY CXX_VISIBILITY_PRESET)
    set_target_properties(${TARGET} PROPERTIES VISIBILITY_INLINES_HIDDEN OFF)
  endif()
endfunction()

# galois_counted(TARGET...): scripts/dev/recorded-numbers counts the instructions of the targets, so they
# are optimised as in a release build, which the preset tests is not otherwise.
function(galois_counted)
  if(GALOIS_PRESET STREQUAL "tests")
    foreach(TARGET ${ARGN})
      target_compile_options(${TARGET} PRIVATE -O3)
    endforeach()
  endif()
endfunction()

# What a test's source mentions if it runs suites of policies.
set(GALOIS_SUITES "GALOIS_POLICY_SUITE\\(|PolicyRanges,")
# What it mentions if the test, or a library that it calls, runs more than one thread.
set(GALOIS_THREADS "${GALOIS_SUITES}|thread|ThreadPool|SharedMemSys|on_each|do_all|for_each|Threads\\(|Session|Parallel|Blocks|graph-info|Distances|EndsEarly")

# galois_mention(RESULT regex file...): sets RESULT to the lines of the files that match.
function(galois_mention RESULT REGEX)
  set(MENTIONED "")
  foreach(FILE ${ARGN})
    file(STRINGS ${FILE} LINES REGEX "${REGEX}")
    list(APPEND MENTIONED ${LINES})
  endforeach()
  set(${RESULT} "${MENTIONED}" PARENT_SCOPE)
endfunction()

# galois_elsewhere(RESULT label source...): whether GALOIS_TESTS_ONCE leaves a test to another build of
# scripts/test. Below lonestar, which builds with a sanitizer leave out, ThreadSanitizer's has the stress
# tests and the suites of policies, and AddressSanitizer's the other unit tests. Those that do less in a
# build with a sanitizer are also in the one without.
function(galois_elsewhere RESULT LABEL)
  set(ELSEWHERE OFF)
  if(GALOIS_TESTS_ONCE AND LABEL MATCHES "^(unit|stress)$" AND
     NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/lonestar/")
    galois_mention(SUITES "${GALOIS_SUITES}" ${ARGN})
    galois_mention(LESS "kSanitized|support/Seeds.h" ${ARGN})
    set(HOME address)
    if(LABEL STREQUAL "stress" OR SUITES)
      set(HOME thread)
    endif()
    if(NOT GALOIS_SANITIZE MATCHES "${HOME}" AND (GALOIS_SANITIZE OR NOT LESS))
      set(ELSEWHERE ON)
    endif()
  endif()
  set(${RESULT} ${ELSEWHERE} PARENT_SCOPE)
endfunction()

# Tests run on more threads than there are processors.
if(GALOIS_BUILD_TESTS)
  add_library(galois_oversubscribe OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/../libgalois/test/support/Oversubscribe.cpp)
endif()

# galois_test(NAME source... [LIBS lib...] [LABELS label...] [ARGS arg...])
# A GoogleTest program, registered with CTest under NAME. Sources are relative to the caller.
# Labels: "unit" (default), "stress", "relacy", "app". A build with ThreadSanitizer leaves out the
# tests that run one thread only, in which it would find nothing.
function(galois_test NAME)
  if(NOT GALOIS_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(T "" "TIMEOUT" "LIBS;LABELS;ARGS" ${ARGN})
  if(GALOIS_SANITIZE STREQUAL "thread")
    galois_mention(MENTIONED "${GALOIS_THREADS}" ${T_UNPARSED_ARGUMENTS})
    # Ranks that are fibers of one thread run one at a time.
    galois_mention(FIBERS "SimulatedTransport|VirtualTransport|DistGraphs.h" ${T_UNPARSED_ARGUMENTS})
    if(FIBERS OR NOT MENTIONED)
      return()
    endif()
  endif()
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  galois_elsewhere(ELSEWHERE ${T_LABELS} ${T_UNPARSED_ARGUMENTS})
  if(ELSEWHERE)
    return()
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 600)
  endif()
  add_executable(${NAME} ${T_UNPARSED_ARGUMENTS})
  target_include_directories(${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/libgalois/test)
  target_link_libraries(${NAME} PRIVATE galois_flags galois_oversubscribe ${T_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  # Tests of templates take as long to optimise as all applications; those run what is optimised.
  target_compile_options(${NAME} PRIVATE $<$<CONFIG:Release>:-Og>)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
  set(program ${NAME})
  if(CMAKE_CROSSCOMPILING)
    set(program ${GALOIS_CALLED_DIR}/${NAME})
  endif()
  add_test(NAME ${NAME} COMMAND ${program} ${T_ARGS})
  set_tests_properties(${NAME} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT})
  # Suites of policies also run as on a machine of several sockets, with tasks of one size.
  galois_mention(SUITES "GALOIS_POLICY_SUITES?\\(" ${T_UNPARSED_ARGUMENTS})
  if(SUITES)
    set(VARIABLE HWLOC_SYNTHETIC)
    set(MACHINES "pack:2 core:2 pu:1" "pack:4 core:1 pu:1")
    if(GALOIS_VIRTUAL)
      set(VARIABLE GALOIS_TEST_TOPOLOGY)
      set(MACHINES "pack:2 core:8" "pack:4 core:4")
    endif()
    foreach(MACHINE ${MACHINES})
      string(REGEX MATCH "[0-9]+" SOCKETS ${MACHINE})
      set(AGAIN ${NAME}-on-${SOCKETS}-sockets)
      add_test(NAME ${AGAIN} COMMAND ${program} --gtest_filter=*PolicySuite/0.*:GaloisWorklists*)
      set_tests_properties(${AGAIN} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT}
        ENVIRONMENT "${VARIABLE}=${MACHINE}")
    endforeach()
  endif()
endfunction()

# galois_relacy_test(NAME source...): a plain program that exits non-zero when the model checker
# finds a fault. Relacy cannot live beside sanitizers, so those presets leave it out; for another
# instruction set it would say the same again.
function(galois_relacy_test NAME)
  if(NOT GALOIS_BUILD_TESTS OR GALOIS_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  add_executable(${NAME} ${ARGN})
  target_include_directories(${NAME} PRIVATE
    ${PROJECT_SOURCE_DIR}/libgalois/include ${PROJECT_SOURCE_DIR}/libgalois/compat/include
    ${PROJECT_SOURCE_DIR}/libgalois/test)
  target_compile_options(${NAME} PRIVATE -fno-sized-deallocation -w -Og)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
  add_test(NAME ${NAME} COMMAND ${NAME})
  set_tests_properties(${NAME} PROPERTIES LABELS relacy TIMEOUT 300)
endfunction()
