from bot.core.flood import CLICKS_PER_MEMBER, QUIZ_PER_MEMBER, Gate


def test_the_gate_opens_again_when_the_period_is_over():
    gate = Gate((2, 60.0))
    for at in (0.0, 10.0):
        gate.let_through("a", at)
    assert [gate.wait_s("a", at) for at in (10.0, 59.0, 60.0)] == [50.0, 1.0, 0.0]


def test_asking_counts_nothing():
    gate = Gate((1, 60.0))
    assert [gate.wait_s("a", 0.0) for _ in range(5)] == [0.0] * 5


def test_keys_do_not_disturb_each_other():
    gate = Gate((1, 60.0))
    gate.let_through("a", 0.0)
    assert gate.wait_s("b", 0.0) == 0.0


def test_a_thousand_members_may_click_at_once_and_nobody_is_remembered_for_ever():
    gate = Gate(CLICKS_PER_MEMBER)
    for member in range(10_000):
        assert gate.wait_s(member, float(member)) == 0.0
        gate.let_through(member, float(member))
    assert len(gate._passed) < 200


def test_the_limits_are_the_promised_ones():
    assert (QUIZ_PER_MEMBER, CLICKS_PER_MEMBER) == ((1, 5.0), (30, 60.0))
