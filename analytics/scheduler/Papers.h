/** The papers that describe worklist policies, as `--wl=help` cites them. */
#pragma once

namespace lonestar::papers {

inline constexpr char kChaseLev[] = "Chase, Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005";
inline constexpr char kGalois[] =
    "Nguyen, Lenharth, Pingali, A Lightweight Infrastructure for Graph Analytics, SOSP 2013";
inline constexpr char kHdcps[] =
    "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler for Shared "
    "Memory Multicores, HPCA 2022";
inline constexpr char kMbq[] =
    "Zhang, Posluns, Jeffrey, Multi Bucket Queues: Efficient Concurrent Priority Scheduling, SPAA "
    "2024";
inline constexpr char kMultiQueue[] =
    "Rihani, Sanders, Dementiev, MultiQueues: Simple Relaxed Concurrent Priority Queues, SPAA 2015";
inline constexpr char kPmod[] =
    "Yesil, Heidarshenas, Morrison, Torrellas, Understanding Priority-Based Scheduling of Graph "
    "Algorithms on a Shared-Memory Platform, SC 2019";
inline constexpr char kPrivateDeques[] =
    "Acar, Chargueraud, Rainey, Scheduling Parallel Programs by Work Stealing with Private Deques, "
    "PPoPP 2013";
inline constexpr char kSmq[] =
    "Postnikova, Koval, Nadiradze, Alistarh, Multi-Queues Can Be State-of-the-Art Priority "
    "Schedulers, PPoPP 2022";
inline constexpr char kSprayList[] =
    "Alistarh, Kopinsky, Li, Shavit, The SprayList: A Scalable Relaxed Priority Queue, PPoPP 2015";
inline constexpr char kWasp[] =
    "D'Antonio, Mai, Tsigas, Vandierendonck, Wasp: Efficient Asynchronous Single-Source Shortest "
    "Path on Multicore Systems via Work Stealing, SC 2025";

} // namespace lonestar::papers
