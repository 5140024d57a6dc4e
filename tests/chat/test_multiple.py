from tests.chat.world import buttons, post_of, text


async def letters_of(world, card, *option_ids):
    stored = await world.read(lambda store: store.post(post_of(card)).post)
    return "".join(sorted(stored.letter_of(option_id) for option_id in option_ids))


async def open_choice(world, member, card):
    return (await world.presses(member, card, f"m:{post_of(card)}")).response


async def submit(world, member, card, *option_ids):
    """Opens the choice, taps the options one after the other, and submits."""
    choice = await open_choice(world, member, card)
    chosen = ""
    for letter in await letters_of(world, card, *option_ids):
        chosen = "".join(sorted({*chosen, letter}))
        await world.presses(member, choice, f"c:{post_of(card)}:{chosen}")
    return (await world.presses(member, choice, f"s:{post_of(card)}:{chosen}")).response


async def test_the_card_has_one_answer_button_and_i_dont_know(world):
    card = await world.quiz(topic="sets")
    post_id = post_of(card)
    assert buttons(card) == [f"m:{post_id}", f"q:{post_id}:0", f"x:{post_id}:0"]


async def test_the_choice_is_private_and_shows_what_is_chosen(world):
    card = await world.quiz(topic="sets")
    choice = await open_choice(world, world.bob, card)
    assert choice.ephemeral
    assert "**Which two properties help most against waiting? (Choose two.)**" in text(choice)
    await world.presses(world.bob, choice, f"c:{post_of(card)}:B")
    assert f"s:{post_of(card)}:B" in buttons(choice)
    await world.presses(world.bob, choice, f"c:{post_of(card)}:")
    assert f"s:{post_of(card)}:" in buttons(choice)


async def test_the_exact_set_is_right(world):
    card = await world.quiz(topic="sets")
    reply = await submit(world, world.bob, card, "key-1", "key-2")
    assert "### ✓ Right" in text(reply)
    assert "+3 points" in text(reply)


async def test_a_wrong_set_explains_each_choice_and_what_was_missed(world):
    card = await world.quiz(topic="sets")
    reply = await submit(world, world.bob, card, "key-1", "wrong-1")
    for part in (
        "### ✗ Not this set",
        "✓ ",
        "✗ ",
        "○ Missed: ",
        "Length only adds delay.",
        "They answer soon.",
    ):
        assert part in text(reply)
    assert "Colour helps the technician" not in text(reply)


async def test_a_choice_under_way_survives_a_restart(world):
    card = await world.quiz(topic="sets")
    choice = await open_choice(world, world.bob, card)
    letters = await letters_of(world, card, "key-1", "key-2")
    await world.presses(world.bob, choice, f"c:{post_of(card)}:{letters[0]}")
    await world.restart()
    await world.presses(world.bob, choice, f"c:{post_of(card)}:{letters}")
    await world.restart()
    reply = await world.presses(world.bob, choice, f"s:{post_of(card)}:{letters}")
    assert "✓ Right" in text(reply.response)


async def test_answering_again_shows_the_verdict_whichever_way_it_is_tried(world):
    card = await world.quiz(topic="sets")
    choice = await open_choice(world, world.bob, card)
    await world.presses(world.bob, choice, f"c:{post_of(card)}:A")
    verdict = await submit(world, world.bob, card, "key-1")
    by_answer = await open_choice(world, world.bob, card)
    by_submit = (await world.presses(world.bob, choice, f"s:{post_of(card)}:A")).response
    by_toggle = (await world.presses(world.bob, choice, f"c:{post_of(card)}:")).response
    by_unknown = (await world.presses(world.bob, card, f"q:{post_of(card)}:0")).response
    for reply in (by_answer, by_submit, by_toggle, by_unknown):
        assert text(verdict) in text(reply)
    assert "counts, not “I don't know”" in text(by_unknown)


async def test_an_empty_set_is_no_answer(world):
    card = await world.quiz(topic="sets")
    choice = await open_choice(world, world.bob, card)
    post_id = post_of(card)
    await world.forged(world.bob, choice, f"c:{post_id}:A", f"s:{post_id}:")
    assert await world.read(lambda store: store.first_response(post_id, world.bob.id)) is None
