//! Rayon behind a C interface, for ../../Rayon.h. A task is a function and its argument. It must
//! not unwind: the C++ side catches what it throws.

use rayon::iter::plumbing::{bridge_unindexed, Folder, UnindexedConsumer, UnindexedProducer};
use rayon::iter::ParallelIterator;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::c_void;

type Call = unsafe extern "C" fn(*mut c_void);
type CallPiece = unsafe extern "C" fn(*mut c_void, u64, u64);

/// An argument that the C++ side lets several threads use.
#[derive(Clone, Copy)]
struct Shared(*mut c_void);
unsafe impl Send for Shared {}
unsafe impl Sync for Shared {}

impl Shared {
    fn pass_to(self, call: Call) {
        unsafe { call(self.0) }
    }
    fn pass_piece(self, call: CallPiece, begin: u64, end: u64) {
        unsafe { call(self.0, begin, end) }
    }
}

/// Starts a pool. Returns null if its threads cannot be started.
#[no_mangle]
pub extern "C" fn galois_rayon_start(threads: usize) -> *mut ThreadPool {
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => Box::into_raw(Box::new(pool)),
        Err(_) => std::ptr::null_mut(),
    }
}

/// Ends a pool that galois_rayon_start() has returned.
///
/// # Safety
/// `pool` is used by nobody, now or later.
#[no_mangle]
pub unsafe extern "C" fn galois_rayon_end(pool: *mut ThreadPool) {
    drop(Box::from_raw(pool));
}

/// Calls `call(data)` on a thread of the pool and waits.
///
/// # Safety
/// `pool` is alive.
#[no_mangle]
pub unsafe extern "C" fn galois_rayon_run(pool: *const ThreadPool, call: Call, data: *mut c_void) {
    let data = Shared(data);
    (*pool).install(|| data.pass_to(call));
}

/// Calls both functions, maybe in parallel. For threads of a pool.
#[no_mangle]
pub extern "C" fn galois_rayon_join(f: Call, f_data: *mut c_void, g: Call, g_data: *mut c_void) {
    let (f_data, g_data) = (Shared(f_data), Shared(g_data));
    rayon::join(|| f_data.pass_to(f), || g_data.pass_to(g));
}

/// A range that is halved as long as Rayon asks for more pieces.
struct Pieces {
    begin: u64,
    end: u64,
    least: u64,
}

impl UnindexedProducer for Pieces {
    type Item = (u64, u64);

    fn split(self) -> (Self, Option<Self>) {
        let length = self.end - self.begin;
        if length < 2 * self.least {
            return (self, None);
        }
        let middle = self.begin + length / 2;
        let upper = Pieces { begin: middle, ..self };
        (Pieces { end: middle, ..self }, Some(upper))
    }

    fn fold_with<F: Folder<Self::Item>>(self, folder: F) -> F {
        folder.consume((self.begin, self.end))
    }
}

impl ParallelIterator for Pieces {
    type Item = (u64, u64);

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge_unindexed(self, consumer)
    }
}

/// Calls `call(data, begin, end)` for pieces of [0, length), maybe in parallel. For threads of a
/// pool. `least` is 1 or more.
#[no_mangle]
pub extern "C" fn galois_rayon_for(length: u64, least: u64, call: CallPiece, data: *mut c_void) {
    let data = Shared(data);
    Pieces { begin: 0, end: length, least }.for_each(|(begin, end)| data.pass_piece(call, begin, end));
}
