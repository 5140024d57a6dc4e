import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core import zones
from bot.core.errors import UnknownZone

NOW = datetime.datetime(2026, 7, 1, 14, 40, tzinfo=datetime.UTC)


def suggested(text):
    return [zone.name for zone in zones.suggest(text, NOW)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("berlin", "Europe/Berlin"),
        ("new y", "America/New_York"),
        ("NEW_Y", "America/New_York"),
        ("york", "America/New_York"),
        ("são p", "America/Sao_Paulo"),
        ("utc", "UTC"),
        ("etc/u", "Etc/UTC"),
        ("Europe/Lon", "Europe/London"),
        ("Tokio", "Asia/Tokyo"),
        ("salem", "America/North_Dakota/New_Salem"),
    ],
)
def test_a_zone_is_found_by_what_people_type_of_its_city(typed, first):
    assert suggested(typed)[0] == first


def test_suggestions_tell_the_time_on_the_walls_there():
    assert zones.suggest("berlin", NOW) == [zones.Zone("Europe/Berlin", "16:40")]
    assert zones.suggest("kolkata", NOW)[0].wall_time == "20:10"


def test_at_most_25_are_suggested_and_nothing_typed_gives_well_known_ones():
    assert len(suggested("a")) == 25
    assert "Europe/London" in suggested("")
    assert {"UTC"} < set(suggested("  "))
    assert suggested("x" * 6000) == []


def test_no_duplicates_under_technical_names_are_offered():
    offered = zones.names()
    assert {"UTC", "Etc/UTC"} <= offered
    assert [name for name in offered if name.startswith(("posix", "right", "SystemV")) or name == "GMT"] == []
    assert [name for name in offered if name.startswith("Etc/")] == ["Etc/UTC"]


@pytest.mark.parametrize("typed", ["UTC", "utc", "Etc/UTC", "etc/utc"])
def test_plain_utc_can_be_set_and_does_not_shift_in_summer(typed):
    """Field reports, Posts 2: no plain UTC to choose."""
    name = zones.resolve(typed)
    assert NOW.astimezone(ZoneInfo(name)).utcoffset() == datetime.timedelta(0)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("London", ("Europe/London",)),
        ("Tokio", ("Asia/Tokyo",)),
        ("Rome, please", ()),
        ("../UTC", ()),
        (" ", ()),
        ("GMT+1", ()),
    ],
)
def test_what_is_no_zone_in_full_is_refused_with_what_was_probably_meant(typed, nearest):
    """Field reports, Posts 2."""
    with pytest.raises(UnknownZone) as refused:
        zones.resolve(typed)
    assert refused.value.nearest == nearest


def test_a_whole_name_is_taken_in_any_case():
    assert zones.resolve("Europe/London") == zones.resolve(" europe/london ") == "Europe/London"


def test_every_zone_that_can_be_set_can_be_used():
    assert {len(zones.wall_time(name, NOW)) for name in zones.names()} == {5}
