"""Rank a Dask array chunk by chunk, and let a cluster count an equity and solve draw games.

Here the cluster is two processes of this machine; ``Client("tcp://host:8786")`` is any other.
"""

import dask.array as da
from distributed import Client, LocalCluster

import fastlow
from fastlow.draws import solve
from fastlow.equity import equity


def main() -> None:
    """Do all three. Processes start by importing this file, so that it must not begin at once."""
    hands = da.from_array(fastlow.deal(1_000_000, 7, rng=1), chunks=(100_000, 7))
    ranks = fastlow.rank(hands, "A-5")  # nothing is computed yet
    print(ranks)
    print("8 or better:", int((fastlow.rank(hands, "A-5", qualifier=8) <= 56).sum().compute()))

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        # The same figures as without a client, whatever the number of workers.
        razz = equity("razz", ["A23", "678"], trials=20_000_000, rng=1, client=client)
        print(razz)

        # One strategy takes half a second: a cluster pays where there are many of them.
        for solved in client.gather(client.map(solve, ["2-7", "A-5"], draws=1)):
            print(solved.ranking, "is solved,", solved.rounds, "rounds")


if __name__ == "__main__":
    main()
