# cmake -DSOURCE=<tree> -DOUT=<header> -P BuildCommit.cmake: writes the commit of the tree into a
# header, touching it only when that changed.
set(COMMIT "")
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE COMMIT ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
set(TEXT "#define GALOIS_BUILD_COMMIT \"${COMMIT}\"\n")
set(OLD "")
if(EXISTS ${OUT})
  file(READ ${OUT} OLD)
endif()
if(NOT OLD STREQUAL TEXT)
  file(WRITE ${OUT} ${TEXT})
endif()
