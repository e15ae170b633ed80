"""scripts/dev/tutorial-page: the page shows the code of every program of the tutorial."""

from conftest import SCRIPTS, load_program

ROOT = SCRIPTS.parent
tutorial = load_program("dev/tutorial-page")

ONE, TWO = "lonestar/tutorial/1-one.cpp", "lonestar/tutorial/2-two.cpp"


def page(*sections):
    return "# Tutorial\n" + "".join(
        f"\n## Title\n\n[`{path}`](../{path})\n\n```cpp\n{code}```\n\n    output\n"
        for path, code in sections)


def test_a_page_in_step_has_no_problem():
    text = page((ONE, "int one;\n"), (TWO, "int two;\n"))
    assert tutorial.renewed(text, {ONE: "int one;\n", TWO: "int two;\n"}) == (text, [])


def test_other_code_is_reported_and_replaced():
    changed, problems = tutorial.renewed(page((ONE, "old;\n"), (TWO, "")), {ONE: "new;\n", TWO: "2;\n"})
    assert problems == [f"{ONE}: the page shows other code", f"{TWO}: the page shows other code"]
    assert changed == page((ONE, "new;\n"), (TWO, "2;\n"))


def test_missing_and_superfluous_sections_are_reported():
    text = page((ONE, "int one;\n"))
    assert tutorial.renewed(text, {ONE: "int one;\n", TWO: "x"})[1] == [
        f"{TWO}: the page shows no such program"]
    assert tutorial.renewed(text, {})[1] == [
        f"{ONE}: the page shows this program, which does not exist"]


def test_the_order_matters():
    text = page((TWO, "2;\n"), (ONE, "1;\n"))
    assert tutorial.renewed(text, {ONE: "1;\n", TWO: "2;\n"})[1] == [
        "the programs are not in their order on the page"]


def test_the_page_of_the_repository_is_in_step():
    sources = tutorial.programs(ROOT)
    assert sources
    text = (ROOT / "docs" / "tutorial.md").read_text()
    assert tutorial.renewed(text, sources) == (text, [])
