"""What is read about a machine before a sweep, over made files, and what is warned of."""

import pytest

from galois_cps.runs import machine


def tree(root, **files):
    """Writes files by their paths below root."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return root


def made(root, cores=4, governor="performance", no_turbo="1", smt="0", load="0.02", free=8):
    cpu = "sys/devices/system/cpu"
    files = {f"{cpu}/intel_pstate/no_turbo": no_turbo, f"{cpu}/smt/active": smt,
             "proc/loadavg": f"{load} 0.10 0.20 1/99 1234",
             "proc/meminfo": f"MemTotal: 999 kB\nMemAvailable: {free * 2**20} kB\nSwapTotal: 0 kB"}
    for core in range(cores):
        files[f"{cpu}/cpu{core}/cpufreq/scaling_governor"] = governor
        pair = f"{core - core % 2}-{core - core % 2 + 1}" if smt == "1" else str(core)
        files[f"{cpu}/cpu{core}/topology/thread_siblings_list"] = pair
    return tree(root, **files)


def told(root, threads=4, cores=range(4), **more):
    return machine.warnings(machine.look(root, list(cores)), threads, root=root, cores=list(cores),
                            **more)


def test_a_quiet_machine_is_read_and_nothing_is_warned_of(tmp_path):
    root = made(tmp_path)
    assert machine.look(root, [0, 1]) == {"governor": "performance", "turbo": False, "smt": False,
                                          "load": 0.02, "memory_available_gib": 8.0}
    assert told(root, graph_bytes=2**30) == []


def test_what_is_not_there_is_left_out(tmp_path):
    assert machine.look(tmp_path, [0]) == {}
    assert machine.warnings({}, 64, 2**40, root=tmp_path, cores=[0]) == []


@pytest.mark.parametrize("settings, words", [
    ({"governor": "powersave"}, "governor is powersave"),
    ({"no_turbo": "0"}, "turbo is on"),
    ({"load": "1.75"}, "the load is 1.8 on 4 cores"),
    ({"smt": "1"}, "up to 4 threads run on 2 physical cores"),
    ({"cores": 8}, "may use 4 of 8 cores"),
    ({"free": 3}, "3.0 GiB of memory are available, and runs may need 4.0 GiB")])
def test_each_fault_is_one_line(tmp_path, settings, words):
    line, = told(made(tmp_path, **settings), graph_bytes=2**30)
    assert words in line


def test_hardware_threads_that_are_not_used_are_fine(tmp_path):
    assert told(made(tmp_path, smt="1"), threads=2) == []


def test_runs_side_by_side_need_more_memory(tmp_path):
    assert told(made(tmp_path), graph_bytes=2**30, jobs=2) == []
    assert len(told(made(tmp_path), graph_bytes=2**30, jobs=3)) == 1


def test_other_processors_have_boost(tmp_path):
    root = tree(tmp_path, **{"sys/devices/system/cpu/cpufreq/boost": "1"})
    assert machine.look(root, [0]) == {"turbo": True}


def test_settings_are_added_to_the_host_of_a_record():
    record = {"host": {"cpu": "x", "synthetic": False}, "time_s": 1}
    assert machine.with_system(record, {"load": 1.0}) == {
        "host": {"cpu": "x", "synthetic": False, "load": 1.0}, "time_s": 1}
    simulated = {"host": {"cpu": "virtual", "synthetic": True}}
    assert machine.with_system(simulated, {"load": 1.0}) == simulated
    assert machine.with_system({"bench": {}}, {"load": 1.0}) == {"bench": {}}
