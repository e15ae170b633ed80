# `cmake --install` and the CMake package Galois. What is installed holds no path of this machine and
# no flag of the build, so the tree may be moved. Components: library, development, programs.
include(CMakePackageConfigHelpers)

set(PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Galois)
set(GALOIS_COMPONENTS shmem worklists)
set(GALOIS_SHARED ${BUILD_SHARED_LIBS})

# galois_install(EXPORT name TARGETS target...): libraries and their file for the CMake package.
function(galois_install)
  cmake_parse_arguments(I "" "EXPORT" "TARGETS" ${ARGN})
  install(TARGETS ${I_TARGETS} EXPORT ${I_EXPORT}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT ${I_EXPORT} NAMESPACE Galois:: FILE ${I_EXPORT}.cmake
    DESTINATION ${PACKAGE_DIR} COMPONENT development)
endfunction()

galois_install(EXPORT GaloisShmemTargets TARGETS galois galois_worklists)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libgalois/include/galois
  ${PROJECT_SOURCE_DIR}/libgalois/compat/include/galois
  DESTINATION ${GALOIS_INCLUDE_DIR} COMPONENT development FILES_MATCHING PATTERN "*.h")

# Headers only. With component dist_mpi, the package also looks for MPI.
list(APPEND GALOIS_COMPONENTS dist)
galois_install(EXPORT GaloisDistTargets TARGETS galois_dist)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libdist/include/galois
  DESTINATION ${GALOIS_INCLUDE_DIR} COMPONENT development FILES_MATCHING PATTERN "*.h")

if(TARGET galois_inputs)
  list(APPEND GALOIS_COMPONENTS inputs)
  galois_install(EXPORT GaloisInputsTargets TARGETS galois_inputs)
  foreach(FOLDER . check describe flags formats generate io kept names roads transform weights)
    file(GLOB HEADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/inputs/${FOLDER}/*.h)
    if(NOT TARGET galois_analytics) # It makes graphs for the algorithms.
      list(FILTER HEADERS EXCLUDE REGEX "/ReadGraph\\.h$")
    endif()
    install(FILES ${HEADERS}
      DESTINATION ${GALOIS_INCLUDE_DIR}/inputs/${FOLDER} COMPONENT development)
  endforeach()
endif()

if(TARGET galois_analytics)
  list(APPEND GALOIS_COMPONENTS analytics)
  galois_install(EXPORT GaloisAnalyticsTargets TARGETS galois_analytics)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/analytics/include/galois
    DESTINATION ${GALOIS_INCLUDE_DIR} COMPONENT development FILES_MATCHING PATTERN "*.h")
endif()

# A further library joins here: its component in GALOIS_COMPONENTS, one galois_install(), its headers,
# and what it depends on in GaloisConfig.cmake.in.

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/GaloisConfig.cmake.in
  ${PROJECT_BINARY_DIR}/GaloisConfig.cmake INSTALL_DESTINATION ${PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/GaloisConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/GaloisConfig.cmake
  ${PROJECT_BINARY_DIR}/GaloisConfigVersion.cmake ${PROJECT_SOURCE_DIR}/cmake/GaloisHwloc.cmake
  DESTINATION ${PACKAGE_DIR} COMPONENT development)

set(PROGRAMS "")
if(GALOIS_PROGRAMS)
  # The applications are the executables of the folders of analytics/cpu and those of forkjoin/ and search/,
  # the tools those of inputs/. Those that need an MPI or simulate nodes are for the build that made them.
  file(GLOB APPLICATIONS CONFIGURE_DEPENDS
    RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lonestar/analytics/cpu/*/CMakeLists.txt)
  list(TRANSFORM APPLICATIONS REPLACE "/CMakeLists.txt$" "")
  foreach(FOLDER inputs lonestar/forkjoin lonestar/forkjoin/graphs lonestar/search ${APPLICATIONS})
    get_property(CANDIDATES DIRECTORY ${PROJECT_SOURCE_DIR}/${FOLDER} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(CANDIDATE ${CANDIDATES})
      get_target_property(KIND ${CANDIDATE} TYPE)
      get_target_property(FOLDER_OF_BINARY ${CANDIDATE} RUNTIME_OUTPUT_DIRECTORY)
      if(KIND STREQUAL "EXECUTABLE" AND FOLDER_OF_BINARY STREQUAL CMAKE_RUNTIME_OUTPUT_DIRECTORY
          AND NOT CANDIDATE MATCHES "^fuzz-|-(dist|nodes)$")
        list(APPEND PROGRAMS ${CANDIDATE})
      endif()
    endforeach()
  endforeach()
  set_target_properties(${PROGRAMS} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS ${PROGRAMS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)

  # What the programs call: graph-info --plot, and --report.
  set(SHARE ${CMAKE_INSTALL_DATADIR}/galois-cps)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/inputs/plot-graph-info
    DESTINATION ${SHARE}/inputs COMPONENT programs)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/report DESTINATION ${SHARE}/scripts
    COMPONENT programs)
  install(FILES ${PROJECT_SOURCE_DIR}/scripts/lib/common.sh
    DESTINATION ${SHARE}/scripts/lib COMPONENT programs)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scripts/lab ${PROJECT_SOURCE_DIR}/scripts/galois_inputs
    DESTINATION ${SHARE}/scripts COMPONENT programs FILES_MATCHING PATTERN "*.py"
    PATTERN peers EXCLUDE PATTERN tune EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/galois_cps/runs
    ${PROJECT_SOURCE_DIR}/python/galois_cps/charts DESTINATION ${SHARE}/scripts/galois_cps
    COMPONENT programs FILES_MATCHING PATTERN "*.py")

  # Manual pages and completion, from what the programs print with --help.
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING)
    set(DOCS ${PROJECT_BINARY_DIR}/program-docs)
    set(PATHS ${PROGRAMS})
    list(TRANSFORM PATHS REPLACE "(.+)" "$<TARGET_FILE:\\1>")
    file(GLOB SCRIPT CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scripts/dev/program_docs/*.py)
    add_custom_command(OUTPUT ${DOCS}.stamp
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/dev/program-docs --out ${DOCS} ${PATHS}
      COMMAND ${CMAKE_COMMAND} -E touch ${DOCS}.stamp
      DEPENDS ${PROGRAMS} ${SCRIPT}
      COMMENT "Writing manual pages and completion" VERBATIM)
    add_custom_target(program_docs ALL DEPENDS ${DOCS}.stamp)
    install(DIRECTORY ${DOCS}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT programs)
    install(DIRECTORY ${DOCS}/bash-completion ${DOCS}/zsh
      DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs)
  else()
    message(STATUS "No manual pages and no completion: they need Python 3 and programs that run here")
  endif()
endif()

# All that is installed: what the build preset `package` builds, whatever was left out.
add_custom_target(galois_to_install DEPENDS ${PROGRAMS})
foreach(PART galois galois_inputs galois_analytics program_docs)
  if(TARGET ${PART})
    add_dependencies(galois_to_install ${PART})
  endif()
endforeach()

if(PROJECT_IS_TOP_LEVEL)
  include(GaloisPackage)
endif()
