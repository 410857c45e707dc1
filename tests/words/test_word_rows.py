"""Every row says all that the tests take from it, so that no promise is tested of nothing."""

from __future__ import annotations

import pytest
from tests.words.words_made import ROWS, folder_of, said, text_of

from rulewright.workspace import load

KINDS = ("names", "made", "renames", "reads", "log", "log pl", "asks")


@pytest.mark.parametrize("word", ROWS)
def test_a_row_says_what_its_word_promises(word: str) -> None:
    heads = {line[2:].partition(":")[0] for line in text_of(word).split("\n") if line.startswith("# ")}
    assert heads <= set(KINDS)
    assert said(word, "reads") and (said(word, "made") or word == "weights")
    assert said(word, "names") or said(word, "renames")


@pytest.mark.parametrize("word", ROWS)
def test_a_row_is_without_mistakes(word: str) -> None:
    assert load(str(folder_of(word))).all_findings == ()
