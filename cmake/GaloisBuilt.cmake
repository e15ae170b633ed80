# Takes the objects of another build of these sources, instead of compiling the same again. A build of
# the Python package takes those of build/release, if both have the same compiler and flags; GALOIS_BUILT
# names another folder, or none. Objects are brought up to date there first, by its own build system, so
# none is older than its sources. What that build has not compiled yet is compiled here.
set(GALOIS_BUILT ${PROJECT_SOURCE_DIR}/build/release CACHE STRING
  "Folder of a build whose objects are taken if its flags are the same; empty: none")
set(GALOIS_FROM_BUILT OFF)    # whether they are taken
set(GALOIS_BUILT_OBJECTS "") # those that the other build can make, below its folder

# galois_difference(RESULT): sets RESULT to one line about what the other build has in another way, or to
# nothing.
function(galois_difference RESULT)
  set(SAME CMAKE_HOME_DIRECTORY CMAKE_GENERATOR CMAKE_CXX_COMPILER CMAKE_BUILD_TYPE CMAKE_CXX_FLAGS
    CMAKE_CXX_FLAGS_RELEASE CMAKE_CXX_VISIBILITY_PRESET BUILD_SHARED_LIBS GALOIS_NATIVE GALOIS_PROFILE
    GALOIS_VIRTUAL GALOIS_SANITIZE GALOIS_HWLOC)
  load_cache(${GALOIS_BUILT} READ_WITH_PREFIX BUILT_ ${SAME})
  foreach(NAME ${SAME})
    set(HERE "${${NAME}}")
    set(THERE "${BUILT_${NAME}}")
    if(NAME STREQUAL "CMAKE_CXX_COMPILER") # c++ and g++ are often one
      file(REAL_PATH "${HERE}" HERE)
      file(REAL_PATH "${THERE}" THERE)
    endif()
    if(HERE AND HERE STREQUAL THERE OR NOT HERE AND NOT THERE)
      continue()
    endif()
    set(${RESULT} "${NAME} is '${THERE}' there and '${HERE}' here" PARENT_SCOPE)
    return()
  endforeach()
  file(GLOB COMPILERS ${GALOIS_BUILT}/CMakeFiles/*/CMakeCXXCompiler.cmake)
  foreach(COMPILER ${COMPILERS})
    file(STRINGS ${COMPILER} FOUND REGEX "CMAKE_CXX_COMPILER_VERSION \"${CMAKE_CXX_COMPILER_VERSION}\"")
    if(NOT FOUND)
      set(${RESULT} "its compiler is not ${CMAKE_CXX_COMPILER_VERSION}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${RESULT} "" PARENT_SCOPE)
endfunction()

if(SKBUILD AND EXISTS ${GALOIS_BUILT}/build.ninja AND NOT GALOIS_BUILT STREQUAL CMAKE_BINARY_DIR)
  galois_difference(DIFFERENCE)
  if(NOT DIFFERENCE) # its list of objects may be older than the sources
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${GALOIS_BUILT} --target build.ninja
      RESULT_VARIABLE FAILED OUTPUT_QUIET ERROR_VARIABLE DIFFERENCE)
    if(NOT FAILED)
      set(DIFFERENCE "")
    endif()
  endif()
  if(DIFFERENCE)
    message(STATUS "Takes no objects of ${GALOIS_BUILT}: ${DIFFERENCE}")
  else()
    set(GALOIS_FROM_BUILT ON)
    file(STRINGS ${GALOIS_BUILT}/build.ninja GALOIS_BUILT_OBJECTS REGEX "^build [^ ]+\\.o: CXX_COMPILER")
    list(TRANSFORM GALOIS_BUILT_OBJECTS REPLACE "^build ([^ ]+): .*" "\\1")
  endif()
endif()

# galois_same_there(RESULT FILE): whether the other build has generated the same as a file below
# CMAKE_BINARY_DIR.
function(galois_same_there RESULT FILE)
  set(${RESULT} OFF PARENT_SCOPE)
  file(RELATIVE_PATH NAME ${CMAKE_BINARY_DIR} ${FILE})
  if(GALOIS_FROM_BUILT AND EXISTS ${GALOIS_BUILT}/${NAME})
    file(READ ${FILE} HERE)
    file(READ ${GALOIS_BUILT}/${NAME} THERE)
    if(HERE STREQUAL THERE)
      set(${RESULT} ON PARENT_SCOPE)
    endif()
  endif()
endfunction()

# galois_built(RESULT TARGET SOURCE): sets RESULT to the object that the other build has of a source of
# TARGET, or to nothing: its path below both folders of builds.
function(galois_built RESULT TARGET SOURCE)
  set(${RESULT} "" PARENT_SCOPE)
  get_filename_component(SOURCE ${SOURCE} ABSOLUTE)
  file(RELATIVE_PATH FOLDER ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  file(RELATIVE_PATH NAME ${CMAKE_CURRENT_BINARY_DIR} ${SOURCE})
  if(NAME MATCHES "^\\.\\.")
    file(RELATIVE_PATH NAME ${CMAKE_CURRENT_SOURCE_DIR} ${SOURCE})
    get_source_file_property(OWN_DEFINITIONS ${SOURCE} COMPILE_DEFINITIONS) # as versions and names of builds
    if(OWN_DEFINITIONS)
      return()
    endif()
  else()
    galois_same_there(SAME ${SOURCE})
    if(NOT SAME)
      return()
    endif()
  endif()
  set(OBJECT ${FOLDER}/CMakeFiles/${TARGET}.dir/${NAME}.o)
  if(OBJECT IN_LIST GALOIS_BUILT_OBJECTS AND EXISTS ${GALOIS_BUILT}/${OBJECT})
    set(${RESULT} ${OBJECT} PARENT_SCOPE)
  endif()
endfunction()

# galois_take(TARGET INTO): takes what the other build has of the sources of TARGET, as parts of the
# library INTO.
function(galois_take TARGET INTO)
  get_target_property(SOURCES ${TARGET} SOURCES)
  set(KEPT "")
  set(TAKEN "")
  foreach(SOURCE ${SOURCES})
    galois_built(OBJECT ${TARGET} ${SOURCE})
    if(OBJECT)
      list(APPEND TAKEN ${OBJECT})
    else()
      list(APPEND KEPT ${SOURCE})
    endif()
  endforeach()
  galois_replace(${TARGET} ${INTO} "${KEPT}" "${TAKEN}")
endfunction()

# galois_take_all(TARGET): takes all objects of TARGET, however many sources one has, if the other build has
# each. For targets that depend on nothing but what both builds have alike.
function(galois_take_all TARGET)
  set(TAKEN ${GALOIS_BUILT_OBJECTS})
  file(RELATIVE_PATH FOLDER ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  list(FILTER TAKEN INCLUDE REGEX "^${FOLDER}/CMakeFiles/${TARGET}\\.dir/")
  foreach(OBJECT ${TAKEN})
    if(NOT EXISTS ${GALOIS_BUILT}/${OBJECT})
      return()
    endif()
  endforeach()
  galois_replace(${TARGET} ${TARGET} "" "${TAKEN}")
endfunction()

# galois_replace(TARGET INTO KEPT TAKEN): TARGET compiles the sources KEPT, and INTO has the objects TAKEN.
function(galois_replace TARGET INTO KEPT TAKEN)
  if(NOT TAKEN)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY GALOIS_TAKEN ${TAKEN})
  list(TRANSFORM TAKEN PREPEND ${GALOIS_BUILT}/)
  if(NOT KEPT) # a target has a source
    set(KEPT ${CMAKE_BINARY_DIR}/Nothing.cpp)
    file(CONFIGURE OUTPUT ${KEPT} CONTENT "")
  endif()
  set_property(TARGET ${TARGET} PROPERTY SOURCES ${KEPT})
  target_sources(${INTO} PRIVATE ${TAKEN})
  add_dependencies(${INTO} galois_taken)
endfunction()

# galois_finish_taking(): to be called when all is taken.
function(galois_finish_taking)
  get_property(OBJECTS GLOBAL PROPERTY GALOIS_TAKEN)
  if(NOT OBJECTS)
    return()
  endif()
  list(LENGTH OBJECTS COUNT)
  message(STATUS "Takes ${COUNT} objects of ${GALOIS_BUILT}")
  list(TRANSFORM OBJECTS PREPEND ${GALOIS_BUILT}/ OUTPUT_VARIABLE FILES)
  add_custom_target(galois_taken COMMAND ${CMAKE_COMMAND} --build ${GALOIS_BUILT} --target ${OBJECTS}
    BYPRODUCTS ${FILES} COMMENT "Bringing up to date the objects of ${GALOIS_BUILT}" USES_TERMINAL VERBATIM)
endfunction()
