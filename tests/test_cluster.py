"""Dask arrays are ranked as one call ranks them, and a cluster counts as one machine does."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import fastlow
from fastlow import cli, sample
from fastlow.equity import equity, running

dask = pytest.importorskip("dask", reason="the extra dask is not installed")
da = pytest.importorskip("dask.array", reason="the extra dask is not installed")

HANDS = fastlow.deal(1000, 7, jokers=2, rng=1)
DEALS = fastlow.deal(600, 9, rng=2)
HOLES, BOARDS = DEALS[:, :4], DEALS[:, 4:]


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("this is computed too early")


def test_ranks_are_lazy_and_those_of_one_call() -> None:
    with dask.config.set(scheduler=never):
        lazy = fastlow.rank(da.from_array(HANDS, chunks=(300, 7)), "A-5", qualifier=8)
    assert lazy.dtype == np.uint16
    assert lazy.shape == (1000,)
    assert lazy.chunks == ((300, 300, 300, 100),)
    computed = lazy.compute()
    assert computed.dtype == np.uint16
    np.testing.assert_array_equal(computed, fastlow.rank(HANDS, "A-5", qualifier=8))


@pytest.mark.parametrize("chunks", [(1000, 7), (128, 2), (1, 7), ((1, 999), (3, 4)), (0, 7)])
@pytest.mark.parametrize("axis", [0, -1, 1])
def test_chunks_and_axis_do_not_matter(chunks: Any, axis: int) -> None:
    hands = HANDS[: 1000 if chunks[0] != 1 else 5]
    if chunks == (0, 7):
        hands, chunks = HANDS[:0], (1, 7)
    cards = hands if axis else hands.T
    lazy = da.from_array(cards, chunks=chunks if axis else chunks[::-1])
    ranks = fastlow.rank(lazy, "2-7", axis=axis)
    np.testing.assert_array_equal(ranks, fastlow.rank(hands, "2-7"))


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_hands_in_more_dimensions(axis: int) -> None:
    cards = np.moveaxis(HANDS.reshape(50, 20, 7), -1, axis)
    lazy = fastlow.rank(da.from_array(cards, chunks=6), "A-6", axis=axis)
    assert lazy.shape == (50, 20)
    np.testing.assert_array_equal(lazy, fastlow.rank(cards, "A-6", axis=axis))


def test_one_hand_is_a_lazy_scalar() -> None:
    lazy = fastlow.rank(da.from_array(HANDS[0], chunks=2), "A-5")
    assert lazy.shape == ()
    assert int(lazy) == fastlow.rank(HANDS[0], "A-5")


def test_other_integers_unknown_lengths_and_threads() -> None:
    lazy = da.from_array(HANDS.astype(np.int64), chunks=(100, 7))
    some = lazy[lazy[:, 0] > 25]
    assert np.isnan(some.shape[0])
    ranks = fastlow.rank(some, "A-5", workers=2)
    np.testing.assert_array_equal(ranks, fastlow.rank(HANDS[HANDS[:, 0] > 25], "A-5"))


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize(
    ("holes", "boards"),
    [
        (HOLES, BOARDS),
        (HOLES[:1], BOARDS),
        (HOLES.reshape(20, 30, 4), BOARDS.reshape(20, 30, 5)),
        (HOLES[0], BOARDS[:1]),
        (HOLES[0], BOARDS[0]),
    ],
)
def test_omaha_hands_broadcast_lazily(holes: Any, boards: Any, axis: int) -> None:
    expected = fastlow.rank_omaha(holes, boards, "A-5", qualifier=8, check=False)
    holes, boards = (np.moveaxis(cards, -1, axis) for cards in (holes, boards))
    for hole in (da.from_array(holes, chunks=37), da.from_array(holes, chunks=3)):
        for board in (boards, da.from_array(boards, chunks=101), da.from_array(boards, chunks=2)):
            lazy = fastlow.rank_omaha(hole, board, "A-5", qualifier=8, axis=axis, check=False)
            assert lazy.dtype == np.uint16
            assert lazy.shape == expected.shape
            np.testing.assert_array_equal(lazy, expected)
    lazy = fastlow.rank_omaha(holes, da.from_array(boards), "A-5", qualifier=8, axis=axis,
                              check=False)  # fmt: skip
    np.testing.assert_array_equal(lazy, expected)


@pytest.mark.parametrize(
    ("cards", "ranking", "options", "error", "message"),
    [
        (HANDS, "7-2", {}, ValueError, "ranking must be one of"),
        (HANDS, "A-5", {"qualifier": 3}, ValueError, "qualifier"),
        (HANDS, "A-5", {"axis": 0}, ValueError, r"on axis 0, not \(1000, 7\)"),
        (HANDS[:, :4], "A-5", {}, ValueError, r"5, 6 or 7 cards on axis -1, not \(1000, 4\)"),
        (HANDS.astype(float), "A-5", {}, TypeError, "must be integers, not float64"),
        (HANDS, "A-5", {"out": np.empty(1000, np.uint16)}, TypeError, "lazy"),
    ],
)
def test_what_can_be_refused_is_refused_at_once(
    cards: Any, ranking: str, options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fastlow.rank(da.from_array(cards), ranking, **options)


def test_omaha_refuses_at_once() -> None:
    hole = da.from_array(HOLES)
    with pytest.raises(ValueError, match="do not broadcast"):
        fastlow.rank_omaha(hole, BOARDS[:7], "A-5")
    with pytest.raises(ValueError, match="board must have 3, 4 or 5 cards"):
        fastlow.rank_omaha(hole, HOLES[0, :2], "A-5")
    with pytest.raises(TypeError, match="board must be integers"):
        fastlow.rank_omaha(hole, BOARDS / 1, "A-5")


def test_a_faulty_hand_is_named_with_its_chunk() -> None:
    hands = HANDS.copy()
    hands[777, 3] = 60
    lazy = fastlow.rank(da.from_array(hands, chunks=(500, 7)), "A-5")
    with pytest.raises(ValueError, match=r"60 at index \(277, 3\) .* begins at index 500"):
        lazy.compute()
    same = da.from_array(np.vstack([HOLES, BOARDS[:1, :4]]), chunks=100)
    with pytest.raises(ValueError, match=r"appears twice .* at index 0, .* begins at index 600"):
        fastlow.rank_omaha(same, BOARDS[0], "A-5")[600:].compute()


def test_a_dask_data_frame_is_shown_the_way() -> None:
    dd = pytest.importorskip("dask.dataframe", reason="pandas is not installed")
    import pandas as pd

    frame = dd.from_pandas(pd.DataFrame(HANDS), npartitions=3)
    with pytest.raises(TypeError, match="map_partitions"):
        fastlow.rank(frame, "A-5")
    ranks = frame.map_partitions(fastlow.rank, "A-5", meta=("rank", np.uint16)).compute()
    np.testing.assert_array_equal(ranks, fastlow.rank(HANDS, "A-5"))


# A cluster of two processes.


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with cluster.get_client() as client:
        client.wait_for_workers(2)
        yield client


MANY = fastlow.format(fastlow.deal(50, 6, dead="Ac 2d 3c 4c Kc 8c", rng=3))
SPOTS: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "hands": ("razz", ["A23", "678"], {"trials": 3_000_000}),
    "ranges": ("omaha8", ["AA**", "KK**"], {"trials": 1_000_000}),
    "an error": ("stud8", ["Ac2c3c", "KcKdQc"], {"error": 0.0004}),
    "draws to come": ("27-triple", ["2345", "Tc8d6h4s2c"], {"draws": 2, "trials": 500_000}),
    "all run-outs": ("razz-27", ["2c3c4c5c7d", "3d4d7c8c"], {"method": "exact"}),
    "all multisets": ("razz", ["A23", "678"], {}),
    "all of many hands": ("razz", [", ".join(MANY), "Ac2d3c4cKc8c"], {"method": "exact"}),
    "hands by weight": ("razz", ["Ad[2,3]c56dQdQc : 0.3, Ad2h3h5c7c8d", "Ac2d3c4cKc8c"], {}),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_a_cluster_has_the_figures_of_one_machine(client: Any, spot: str) -> None:
    game, hands, options = SPOTS[spot]
    alone = equity(game, hands, rng=7, **options)
    together = equity(game, hands, rng=7, client=client, **options)
    assert (alone.counts == together.counts).all()
    assert (alone.n, alone.exact, alone.seeds) == (together.n, together.exact, together.seeds)


@pytest.mark.parametrize(("threads", "together"), [(1, 1), (7, 16), (64, 5)])
def test_how_the_jobs_are_dealt_out_does_not_matter(
    client: Any, threads: int, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastlow.cluster.MOST_TOGETHER", together)
    monkeypatch.setattr("fastlow.cluster.Cluster._threads", lambda _: threads)
    for name in ("hands", "an error", "hands by weight"):
        test_a_cluster_has_the_figures_of_one_machine(client, name)


def test_a_worker_killed_in_the_middle_changes_nothing(client: Any) -> None:
    workers = client.run(os.getpid)
    seen: list[tuple[int, int]] = []

    def kill_one(done: int, total: int) -> None:
        if not seen:
            os.kill(next(iter(workers.values())), signal.SIGKILL)
        seen.append((done, total))

    trials = 120_000_000
    together = equity(
        "razz", ["A23", "678"], trials=trials, rng=5, client=client, progress=kill_one
    )
    alone = equity("razz", ["A23", "678"], trials=trials, rng=5)
    assert (alone.counts == together.counts).all()
    assert seen[0][0] < seen[-1][0] == seen[-1][1] == trials
    client.wait_for_workers(2)
    assert len({*workers.values()} & {*client.run(os.getpid).values()}) == 1


def test_what_cannot_be_dealt_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(ValueError, match="As is in hand 0 and in hand 1"):
        equity("razz", ["As 2d 3h", "As 4d 5h"], client="never asked")


def test_whoever_stops_a_run_leaves_nothing_behind(client: Any) -> None:
    steps = running("razz", ["A23", "678"], method="sample", error=1e-9, client=client)
    assert next(steps).n == next(sample.sizes(None))
    del steps
    deadline = time.monotonic() + 20
    while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_arrays_are_ranked_by_a_cluster(client: Any) -> None:
    ranks = fastlow.rank(da.from_array(HANDS, chunks=(100, 7)), "2-7")
    computed = client.compute(ranks).result()
    np.testing.assert_array_equal(computed, fastlow.rank(HANDS, "2-7"))


def test_strategies_are_solved_by_a_cluster(client: Any) -> None:
    from fastlow.draws import solve

    rankings = ("2-7", "A-5")
    solved = client.gather(client.map(solve, rankings, draws=1))
    for ranking, strategy in zip(rankings, solved, strict=True):
        alone = solve(ranking, 1)
        assert (strategy.ways == alone.ways).all()
        assert (strategy.worth == alone.worth).all()


def test_the_command_asks_a_cluster(cluster: Any) -> None:
    spot = ["equity", "razz", "A23", "678", "--trials", "1000000", "--seed", "3", "--json"]
    alone = CliRunner().invoke(cli.app, spot)
    together = CliRunner().invoke(cli.app, [*spot, "--scheduler", cluster.scheduler_address])
    assert (together.exit_code, together.stderr) == (0, ""), together.exception
    assert together.stdout == alone.stdout


def test_the_command_says_that_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastlow.cluster.PATIENCE", 0.5)
    spot = ["equity", "razz", "A23", "678", "--scheduler", "tcp://127.0.0.1:9"]
    result = CliRunner().invoke(cli.app, spot)
    assert result.exit_code == 1
    assert "tcp://127.0.0.1:9" in result.stderr


@pytest.mark.slow
def test_twenty_million_hands_are_ranked_as_in_one_call(client: Any) -> None:
    size, seeds = 1_000_000, range(20)
    dealt = [dask.delayed(fastlow.deal)(size, 5, rng=seed) for seed in seeds]
    chunks = [da.from_delayed(hands, (size, 5), np.uint8) for hands in dealt]
    ranks = fastlow.rank(da.concatenate(chunks), "2-7").compute()
    hands = np.concatenate([fastlow.deal(size, 5, rng=seed) for seed in seeds])
    np.testing.assert_array_equal(ranks, fastlow.rank(hands, "2-7"))


def test_the_recipe_runs() -> None:
    example = Path(__file__).parents[1] / "examples" / "with_dask.py"
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=300
    )
    assert "dask.array<rank, shape=(1000000,), dtype=uint16" in done.stdout
    assert "Equity razz, 20,000,000 deals" in done.stdout
