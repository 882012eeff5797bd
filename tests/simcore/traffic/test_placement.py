"""Where a job stands by default: expectations worked out by hand on small fabrics."""

from simcore.topology import Topology
from simcore.traffic.placement import Placement, natural_key, place_by_structure
from tests.simcore.fabrics import fabric


def _members(topology: Topology, placement: Placement) -> list[list[str]]:
    return [[topology.vertex_ids[row] for row in rail.members.tolist()] for rail in placement.rails]


def _place(topology: Topology, *, count: int | None = None, alike_only: bool = True) -> Placement:
    hosts = range(len(topology.host_ids))
    return place_by_structure(topology, hosts, alike_only=alike_only, count=count)


def _rail_optimised() -> Topology:
    # Position 0 of every host on leaf A, position 1 on leaf B; c names its cards the other way round.
    return fabric(
        [
            ("a/mlx5_2", "A"),
            ("a/mlx5_10", "B"),
            ("b/mlx5_2", "A"),
            ("b/mlx5_10", "B"),
            ("c/mlx5_2", "B"),
            ("c/mlx5_10", "A"),
        ]
    )


def test_adapters_are_numbered_in_natural_order_of_their_names() -> None:
    assert sorted(["mlx5_10", "mlx5_2", "mlx5_1"], key=natural_key) == ["mlx5_1", "mlx5_2", "mlx5_10"]


def test_an_adapter_follows_its_leaf_where_its_name_says_otherwise() -> None:
    topology = _rail_optimised()
    assert _members(topology, _place(topology)) == [
        ["a/mlx5_2", "b/mlx5_2", "c/mlx5_10"],
        ["a/mlx5_10", "b/mlx5_10", "c/mlx5_2"],
    ]


def test_adapters_of_a_host_on_one_leaf_make_rails_by_position() -> None:
    topology = fabric([("a/n0", "A"), ("a/n1", "A"), ("b/n0", "A"), ("b/n1", "A")])
    assert _members(topology, _place(topology)) == [["a/n0", "b/n0"], ["a/n1", "b/n1"]]


def test_hosts_with_another_number_of_adapters_are_left_out_with_the_reason() -> None:
    topology = fabric([("a/n0", "A"), ("b/n0", "A"), ("b/n1", "A"), ("c/n0", "A")])
    placement = _place(topology)
    assert _members(topology, placement) == [["a/n0", "c/n0"]]
    assert [(out.host, out.reason) for out in placement.left_out] == [
        ("b", "has 2 adapters where most hosts have 1")
    ]


def test_of_two_equally_common_numbers_of_adapters_the_larger_counts() -> None:
    topology = fabric([("a/n0", "A"), ("b/n0", "A"), ("b/n1", "A")])
    assert [out.host for out in _place(topology).left_out] == ["a"]


def test_hosts_that_were_asked_for_take_part_with_as_many_adapters_as_the_least_of_them() -> None:
    topology = fabric([("a/n0", "A"), ("b/n0", "A"), ("b/n1", "A")])
    assert _members(topology, _place(topology, alike_only=False)) == [["a/n0", "b/n0"]]


def test_ring_neighbours_share_a_leaf() -> None:
    topology = fabric([("a/n", "A"), ("b/n", "B"), ("c/n", "A"), ("d/n", "B"), ("A", "S"), ("B", "S")])
    assert _members(topology, _place(topology)) == [["a/n", "c/n", "b/n", "d/n"]]


def test_a_count_keeps_the_first_hosts() -> None:
    topology = _rail_optimised()
    placement = _place(topology, count=2)
    assert _members(topology, placement) == [["a/mlx5_2", "b/mlx5_2"], ["a/mlx5_10", "b/mlx5_10"]]
    assert [out.host for out in placement.left_out] == ["c"]
