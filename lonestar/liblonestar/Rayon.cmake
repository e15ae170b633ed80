# The target lonestar_rayon: Rayon behind the C interface of schedulers/rayon/, if there are cargo and the
# sources that librust-rayon-dev installs. Nothing is downloaded.
find_program(GALOIS_CARGO cargo)
set(GALOIS_CRATES /usr/share/cargo/registry CACHE PATH "Folder with the sources of Rayon and what it needs")
file(GLOB RAYON_SOURCES ${GALOIS_CRATES}/rayon-[0-9]*)
if(NOT GALOIS_CARGO OR NOT RAYON_SOURCES)
  message(STATUS "No scheduler 'rayon': it needs cargo and librust-rayon-dev (scripts/setup --peers)")
  return()
endif()
# cargo writes Cargo.lock beside Cargo.toml, so the crate is copied.
set(RAYON_FROM ${CMAKE_CURRENT_SOURCE_DIR}/schedulers/rayon)
set(RAYON_IN ${CMAKE_CURRENT_BINARY_DIR}/rayon)
set(RAYON_LIBRARY ${RAYON_IN}/target/release/libgalois_rayon.a)
add_custom_command(OUTPUT ${RAYON_LIBRARY}
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${RAYON_FROM} ${RAYON_IN}
  COMMAND ${GALOIS_CARGO} build --release --offline --quiet --manifest-path ${RAYON_IN}/Cargo.toml
    --target-dir ${RAYON_IN}/target
    --config "source.crates-io.replace-with='installed'"
    --config "source.installed.directory='${GALOIS_CRATES}'"
  DEPENDS ${RAYON_FROM}/Cargo.toml ${RAYON_FROM}/src/lib.rs
  COMMENT "Building Rayon" VERBATIM)
add_custom_target(lonestar_rayon_library DEPENDS ${RAYON_LIBRARY})
find_package(Threads REQUIRED)
add_library(lonestar_rayon INTERFACE)
add_dependencies(lonestar_rayon lonestar_rayon_library)
target_link_libraries(lonestar_rayon INTERFACE ${RAYON_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})
