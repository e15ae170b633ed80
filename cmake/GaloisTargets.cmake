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

# galois_precompiled(TARGET header...): with GALOIS_PRECOMPILED, sources of TARGET take these headers from
# one compilation. With REUSE_FROM another target of the same flags instead of headers, they take that
# one's. A compilation of headers takes as long as it saves in about five sources.
function(galois_precompiled TARGET)
  if(NOT GALOIS_PRECOMPILED OR GALOIS_FROM_BUILT)
    return()
  endif()
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${TARGET} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${TARGET} PRIVATE ${ARGN})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${TARGET} PRIVATE -fpch-preprocess) # for ccache
  endif()
endfunction()

# galois_optimised(TARGET...): the targets are optimised as in a release build, which the preset tests is
# not otherwise: scripts/dev/recorded-numbers counts their instructions, or tests run them for minutes.
function(galois_optimised)
  if(GALOIS_PRESET STREQUAL "tests")
    foreach(TARGET ${ARGN})
      target_compile_options(${TARGET} PRIVATE -O3)
      set_target_properties(${TARGET} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON) # which have other flags
    endforeach()
  endif()
endfunction()

# galois_optimised_source(file): the same for one source.
function(galois_optimised_source FILE)
  if(GALOIS_PRESET STREQUAL "tests")
    set_source_files_properties(${FILE} PROPERTIES COMPILE_OPTIONS -O3 SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# galois_mention(RESULT regex file...): sets RESULT to the lines of the files that match.
function(galois_mention RESULT REGEX)
  set(MENTIONED "")
  foreach(FILE ${ARGN})
    file(STRINGS ${FILE} LINES REGEX "${REGEX}")
    list(APPEND MENTIONED ${LINES})
  endforeach()
  set(${RESULT} "${MENTIONED}" PARENT_SCOPE)
endfunction()

# galois_elsewhere(RESULT sanitizers source...): whether GALOIS_TESTS_ONCE leaves a test that these
# sanitizers run to another build of scripts/test. lonestar and analytics are in none with a sanitizer. A
# test that does less in those is also in the one without.
function(galois_elsewhere RESULT SANITIZERS)
  set(ELSEWHERE OFF)
  if(GALOIS_TESTS_ONCE AND NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/(lonestar|analytics)/")
    string(REGEX MATCH "address|thread" THIS "${GALOIS_SANITIZE}")
    if(THIS)
      if(NOT THIS IN_LIST SANITIZERS)
        set(ELSEWHERE ON)
      endif()
    else()
      galois_mention(LESS "kSanitized|support/Seeds.h" ${ARGN})
      if(NOT LESS)
        set(ELSEWHERE ON)
      endif()
    endif()
  endif()
  set(${RESULT} ${ELSEWHERE} PARENT_SCOPE)
endfunction()

# Tests run on more threads than there are processors.
if(GALOIS_BUILD_TESTS)
  add_library(galois_oversubscribe OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/../libgalois/test/support/Oversubscribe.cpp)
  # What ends a test of ONE_THREAD that starts another one.
  add_library(galois_one_thread OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/../libgalois/test/support/OneThread.cpp)
  target_link_libraries(galois_one_thread PRIVATE galois_flags)
endif()

# galois_headers(KIND TARGET [LIBS lib...] [OPTIONS option...] HEADERS header...): TARGET, an executable,
# takes these headers from the compilation that all of this KIND take them from.
function(galois_headers KIND TARGET)
  cmake_parse_arguments(H "" "" "LIBS;OPTIONS;HEADERS" ${ARGN})
  if(NOT TARGET ${KIND})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/test/Headers.cpp CONTENT "")
    add_library(${KIND} OBJECT ${CMAKE_BINARY_DIR}/test/Headers.cpp)
    target_link_libraries(${KIND} PRIVATE ${H_LIBS})
    # As executables have it.
    set_target_properties(${KIND} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${KIND} PRIVATE -fPIE ${H_OPTIONS})
    galois_precompiled(${KIND} ${H_HEADERS})
  endif()
  galois_precompiled(${TARGET} REUSE_FROM ${KIND})
endfunction()

# galois_unit_test(NAME): the target unit_tests, which scripts/test --quick builds, has this program.
function(galois_unit_test NAME)
  if(NOT TARGET unit_tests)
    add_custom_target(unit_tests)
  endif()
  add_dependencies(unit_tests ${NAME})
endfunction()

# galois_test(NAME source... [LIBS lib...] [LABELS label...] [ARGS arg...]
#             [SUITES | ONE_THREAD | FIBERS | TRACED])
# A GoogleTest program, registered with CTest under NAME. Sources are relative to the caller.
# Labels: "unit" (default), "stress", "relacy", "app", "virtual".
#
# Each test runs in every build, but for two cases. A build with ThreadSanitizer leaves out a test that
# says that it runs ONE_THREAD only, which is checked in the other builds, and one whose ranks are FIBERS
# of one thread, which ThreadSanitizer does not know. And if GALOIS_TESTS_ONCE divides the tests among the
# builds of scripts/test, AddressSanitizer's has the unit tests, ThreadSanitizer's the stress tests, and
# both have SUITES of policies. Suites also run as on machines of two and of four sockets, and if the tests
# are divided, as on the former under AddressSanitizer and as on the latter under ThreadSanitizer.
#
# TRACED says FIBERS, and that some runs detect the end of a computation or of rounds. The test NAME.trace
# compares the steps that they take with the models of libdist/models/.
function(galois_test NAME)
  if(NOT GALOIS_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(T "SUITES;ONE_THREAD;FIBERS;TRACED" "TIMEOUT" "LIBS;LABELS;ARGS" ${ARGN})
  if(GALOIS_SANITIZE STREQUAL "thread" AND (T_ONE_THREAD OR T_FIBERS OR T_TRACED))
    return()
  endif()
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  set(SANITIZERS address)
  if(T_SUITES)
    set(SANITIZERS address thread)
  elseif(T_LABELS STREQUAL "stress")
    set(SANITIZERS thread)
  endif()
  galois_elsewhere(ELSEWHERE "${SANITIZERS}" ${T_UNPARSED_ARGUMENTS})
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
  set(OPTIMISATION $<$<CONFIG:Release>:-Og>)
  target_compile_options(${NAME} PRIVATE ${OPTIMISATION})
  # LLVM defines macros for those of programs.
  set(KIND galois_test_headers)
  set(PROGRAMS "")
  if("${T_LIBS}" MATCHES "lonestar|galois_llvm")
    set(KIND galois_program_test_headers)
    set(PROGRAMS galois_llvm)
  endif()
  galois_headers(${KIND} ${NAME} LIBS galois galois_flags GTest::gtest GTest::gmock ${PROGRAMS}
    OPTIONS ${OPTIMISATION}
    HEADERS <gtest/gtest.h> <gmock/gmock.h> <thread> ${PROJECT_SOURCE_DIR}/libgalois/include/galois/Galois.h)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test
    EXCLUDE_FROM_ALL OFF)
  if("unit" IN_LIST T_LABELS)
    galois_unit_test(${NAME})
  endif()
  if(T_ONE_THREAD)
    target_link_libraries(${NAME} PRIVATE galois_one_thread)
  endif()
  if(T_SUITES)
    target_compile_definitions(${NAME} PRIVATE GALOIS_TEST_SUITES=1)
  endif()
  set(program ${NAME})
  if(CMAKE_CROSSCOMPILING)
    set(program ${GALOIS_CALLED_DIR}/${NAME})
  endif()
  add_test(NAME ${NAME} COMMAND ${program} ${T_ARGS})
  set_tests_properties(${NAME} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT})
  if(T_TRACED AND NOT CMAKE_CROSSCOMPILING)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(TRACE ${CMAKE_BINARY_DIR}/test/${NAME}.trace)
    set_tests_properties(${NAME} PROPERTIES FIXTURES_SETUP ${NAME} ENVIRONMENT GALOIS_RANK_TRACE=${TRACE})
    add_test(NAME ${NAME}.trace
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/dev/check-trace ${TRACE})
    set_tests_properties(${NAME}.trace PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT}
      FIXTURES_REQUIRED ${NAME})
  endif()
  # Suites of policies also run as on a machine of several sockets, with tasks of one size.
  if(T_SUITES)
    set(VARIABLE HWLOC_SYNTHETIC)
    set(MACHINES "pack:2 core:2 pu:1" "pack:4 core:1 pu:1")
    if(GALOIS_VIRTUAL)
      set(VARIABLE GALOIS_TEST_TOPOLOGY)
      set(MACHINES "pack:2 core:8" "pack:4 core:4")
    endif()
    if(GALOIS_TESTS_ONCE)
      if(GALOIS_SANITIZE STREQUAL "thread")
        list(REMOVE_AT MACHINES 0)
      else()
        list(REMOVE_AT MACHINES 1)
      endif()
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

# galois_relacy_test(NAME source... [LONG]): a plain program that exits non-zero when the model checker
# finds a fault. What takes LONG to run is optimised, which takes six seconds more to compile, and half
# as long to run. Relacy cannot live beside sanitizers, so those presets leave it out; for another
# instruction set it would say the same again. With GALOIS_TESTS_ONCE it also leaves out the sources whose
# executions scripts/dev/explore explores, all of them and under the whole memory model.
function(galois_relacy_test NAME)
  if(NOT GALOIS_BUILD_TESTS OR GALOIS_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  cmake_parse_arguments(T "LONG" "" "" ${ARGN})
  if(GALOIS_TESTS_ONCE)
    list(GET T_UNPARSED_ARGUMENTS 0 SOURCE)
    get_filename_component(SOURCE ${SOURCE} NAME)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/scripts/dev/exploration.toml)
    galois_mention(EXPLORED "^test = .*/${SOURCE}\"$" ${PROJECT_SOURCE_DIR}/scripts/dev/exploration.toml)
    if(EXPLORED)
      return()
    endif()
  endif()
  add_executable(${NAME} ${T_UNPARSED_ARGUMENTS})
  target_include_directories(${NAME} PRIVATE
    ${PROJECT_SOURCE_DIR}/libgalois/include ${PROJECT_SOURCE_DIR}/libgalois/compat/include
    ${PROJECT_SOURCE_DIR}/libgalois/test)
  set(OPTIONS -fno-sized-deallocation -w $<IF:$<BOOL:${T_LONG}>,-O2,-Og>)
  target_compile_options(${NAME} PRIVATE ${OPTIONS})
  if(NOT T_LONG) # those are few
    galois_headers(galois_relacy_headers ${NAME} OPTIONS ${OPTIONS}
      -I${PROJECT_SOURCE_DIR}/libgalois/include -I${PROJECT_SOURCE_DIR}/libgalois/test
      HEADERS ${PROJECT_SOURCE_DIR}/libgalois/test/support/CheckedAtomics.h)
  endif()
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
  add_test(NAME ${NAME} COMMAND ${NAME})
  set_tests_properties(${NAME} PROPERTIES LABELS relacy TIMEOUT 300)
endfunction()

# galois_explored_test(NAME source...): a plain program that runs under the explorer of
# libgalois/test/explorer/ and exits non-zero if that finds a fault. It has memory and threads of its own,
# which sanitizers do not know.
function(galois_explored_test NAME)
  if(NOT TARGET galois_explorer)
    return()
  endif()
  add_executable(${NAME} ${ARGN})
  target_link_libraries(${NAME} PRIVATE galois_explorer)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
  galois_unit_test(${NAME})
  add_test(NAME ${NAME} COMMAND ${NAME})
  set_tests_properties(${NAME} PROPERTIES LABELS unit TIMEOUT 300)
endfunction()
