import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.chat.atlas import atlas
from bot.core import cities, zones
from bot.core.errors import UnknownZone

NOW = datetime.datetime(2026, 7, 1, 14, 40, tzinfo=datetime.UTC)


def suggested(text):
    return [zone.name for zone in atlas().suggest(text, NOW)]


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
        ("Delhi", "Asia/Kolkata"),
        ("Mumbai", "Asia/Kolkata"),
        ("bangal", "Asia/Kolkata"),
        ("Munich", "Europe/Berlin"),
        ("münchen", "Europe/Berlin"),
        ("Hamburg", "Europe/Berlin"),
        ("Frankfurt", "Europe/Berlin"),
        ("Barcelona", "Europe/Madrid"),
        ("Beijing", "Asia/Shanghai"),
        ("Osaka", "Asia/Tokyo"),
        ("San Francisco", "America/Los_Angeles"),
        ("Boston", "America/New_York"),
        ("Seattle", "America/Los_Angeles"),
        ("Washington", "America/New_York"),
        ("Mumbay", "Asia/Kolkata"),
    ],
)
def test_a_zone_is_found_by_what_people_type_of_its_city(typed, first):
    assert suggested(typed)[0] == first


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("India", ["Asia/Kolkata"]),
        ("Germany", ["Europe/Berlin", "Europe/Busingen"]),
        ("DE", ["Europe/Berlin"]),
        ("germ", ["Europe/Berlin"]),
        ("usa", ["America/New_York", "America/Chicago", "America/Denver"]),
        ("United States", ["America/New_York", "America/Chicago", "America/Denver"]),
        ("uk", ["Europe/London"]),
        ("brazil", ["America/Sao_Paulo"]),
        ("South Korea", ["Asia/Seoul"]),
        ("Brunei", ["Asia/Brunei"]),
    ],
)
def test_a_country_leads_to_its_zones_the_large_ones_first(typed, first):
    assert suggested(typed)[: len(first)] == first


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("IST", ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]),
        ("est", ["America/New_York", "America/Toronto"]),
        ("PST", ["America/Los_Angeles"]),
        ("GMT", ["Europe/London", "UTC"]),
        ("CET", ["Europe/Berlin", "Europe/Paris"]),
        ("+5:30", ["Asia/Kolkata", "Asia/Colombo"]),
        ("+0530", ["Asia/Kolkata"]),
        ("UTC+2", ["Europe/Berlin", "Europe/Paris"]),
        ("GMT -7", ["America/Phoenix", "America/Los_Angeles"]),
        ("utc−7", ["America/Phoenix", "America/Los_Angeles"]),
    ],
)
def test_an_abbreviation_or_a_difference_leads_to_the_zones_that_have_it_now(typed, first):
    assert suggested(typed)[: len(first)] == first


def test_suggestions_tell_the_time_on_the_walls_there():
    assert atlas().suggest("berlin", NOW) == [zones.Zone("Europe/Berlin", "16:40")]
    assert atlas().suggest("kolkata", NOW)[0].wall_time == "20:10"


def test_at_most_25_are_suggested():
    assert len(suggested("a")) == 25


@pytest.mark.parametrize("typed", ["", "  ", "qqqq", "+13:45", "x" * 6000])
def test_where_nothing_fits_the_wall_times_from_west_to_east_help_to_choose(typed):
    offered = atlas().suggest(typed, NOW)
    assert offered[0] == zones.Zone("UTC", "14:40")
    offsets = [NOW.astimezone(ZoneInfo(zone.name)).utcoffset() for zone in offered[1:]]
    assert offsets == sorted(offsets)
    assert len(set(offsets)) > 15


@pytest.mark.parametrize(
    "name", ["LHI", "US/Eastern", "Brazil/East", "Etc/GMT+5", "EST5EDT", "Asia/Calcutta"]
)
def test_old_and_technical_names_are_offered_only_to_who_types_them_out(name):
    assert name not in {
        each for typed in ("lhi", "us/e", "brazil", "etc", "est", "calc") for each in suggested(typed)
    }
    if "/" in name:
        assert atlas().resolve(name, NOW) == suggested(name)[0] == name


def test_the_words_belong_to_zones_and_countries_of_today():
    today = {word.zone for word in atlas()._words}
    assert set(cities.WORDS) <= today
    for words in (*cities.WORDS.values(), *cities.COUNTRIES.values()):
        assert all(word == word.strip() and word for word in words.split(", "))


@pytest.mark.parametrize("typed", ["UTC", "utc", "Etc/UTC", "etc/utc"])
def test_plain_utc_can_be_set_and_does_not_shift_in_summer(typed):
    """Field reports, Posts 2: no plain UTC to choose."""
    name = atlas().resolve(typed, NOW)
    assert NOW.astimezone(ZoneInfo(name)).utcoffset() == datetime.timedelta(0)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("London", ("Europe/London",)),
        ("Tokio", ("Asia/Tokyo",)),
        ("Rome, please", ()),
        ("../UTC", ()),
        (" ", ()),
        ("GMT+1", ("Europe/London", "Europe/Lisbon", "Europe/Dublin")),
        ("EST", ("America/New_York", "America/Toronto", "Europe/Tallinn")),
    ],
)
def test_what_is_no_zone_in_full_is_refused_with_what_was_probably_meant(typed, nearest):
    """Field reports, Posts 2."""
    with pytest.raises(UnknownZone) as refused:
        atlas().resolve(typed, NOW)
    assert refused.value.nearest == nearest


def test_a_whole_name_is_taken_in_any_case():
    assert atlas().resolve("Europe/London", NOW) == atlas().resolve(" europe/london ", NOW) == "Europe/London"


def test_every_zone_that_can_be_set_can_be_used():
    assert {len(zones.wall_time(name, NOW)) for name in atlas()._exact.values()} == {5}
