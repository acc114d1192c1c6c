"""Prints OK, or what will not read well, a line each, before the deck is made.

Inputs: `slides`, the list for create_slides; or that list as JSON in the first argument.
"""
import json
import sys

MAX_TITLE_WIDTH = 60
MAX_POINTS = 6
MAX_POINT_WIDTH = 120
MAX_SLIDE_WIDTH = 520
MAX_ROWS = 8
MAX_COLUMNS = 5
MAX_PIE_PARTS = 5
EMPTY_TITLES = {"introduction", "overview", "agenda", "summary", "statistics", "data", "background", "conclusion", "简介", "概述", "背景", "数据", "总结", "结论"}


def width(text):
    """Characters, in which a Chinese one counts as two."""
    return sum(2 if ord(char) > 0x2E7F else 1 for char in text)


def check(number, slide, found):
    def add(field, problem, advice):
        found.append({"slide": number, "field": field, "problem": problem, "advice": advice})

    title = slide.get("title", "").strip()
    layout = slide.get("layout", "content")
    if not title:
        add("title", "it is missing", "say the point of the slide in a sentence")
    elif width(title) > MAX_TITLE_WIDTH:
        add("title", f"it is {width(title)} wide, at most {MAX_TITLE_WIDTH} are read at a glance", "shorten it")
    elif layout in ("content", "two-columns") and title.lower() in EMPTY_TITLES:
        add("title", "it names a topic and says nothing about it", "write what the audience should remember")
    bullets = slide.get("bullets") or []
    if len(bullets) > MAX_POINTS:
        add("bullets", f"there are {len(bullets)} points", f"keep {MAX_POINTS}, or make two slides of them")
    for index, bullet in enumerate(bullets):
        if width(bullet) > MAX_POINT_WIDTH:
            add(f"bullets[{index}]", "it is a paragraph", "keep its core, and move the rest into the notes")
    total = sum(width(bullet) for bullet in bullets)
    if total > MAX_SLIDE_WIDTH:
        add("bullets", f"together they are {total} wide", "make two slides of them")
    table = slide.get("table")
    if table:
        if len(table.get("rows", [])) > MAX_ROWS:
            add("table.rows", f"there are {len(table['rows'])} rows", f"show the {MAX_ROWS} that matter, and name the file with all of them")
        if len(table.get("columns", [])) > MAX_COLUMNS:
            add("table.columns", f"there are {len(table['columns'])} columns", "leave out what no point of the slide needs")
    chart = slide.get("chart")
    if chart:
        categories = chart.get("categories", [])
        for index, series in enumerate(chart.get("series", [])):
            if len(series.get("values", [])) != len(categories):
                add(f"chart.series[{index}].values", f"{len(series.get('values', []))} numbers for {len(categories)} categories", "give one number for each category")
        if chart.get("type") in ("pie", "doughnut") and len(categories) > MAX_PIE_PARTS:
            add("chart.type", f"a {chart['type']} of {len(categories)} parts cannot be compared", "use bar, or add up the smallest parts")
        if table:
            add("table", "a chart and a table share the slide", "make two slides of them")


found = []
slides = inputs["slides"] if "slides" in inputs else json.loads(sys.argv[1])
for number, slide in enumerate(slides, start=1):
    check(number, slide, found)
if slides and slides[0].get("layout") != "cover":
    found.append({"slide": 1, "field": "layout", "problem": "the deck begins without a cover", "advice": "put a cover first"})
if len(slides) > 8 and not any(slide.get("layout") == "section" for slide in slides):
    found.append({"slide": 1, "field": "layout", "problem": f"{len(slides)} slides without a section", "advice": "open each part with one"})
for one in found:
    print(f"slide {one['slide']}, {one['field']}: {one['problem']}; {one['advice']}")
if not found:
    print("OK")
