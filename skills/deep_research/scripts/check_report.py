"""Prints OK, or what a report lacks, a line each: check_report.py <report>"""
import re
import sys

report = sys.argv[1] if len(sys.argv) > 1 else ""
problems = []

SECTIONS = [
    ("summary", r"^#+ .*(summary|摘要)"),
    ("findings", r"^#+ .*(findings|发现)"),
    ("disagreements", r"^#+ .*(disagreement|分歧)"),
    ("open questions", r"^#+ .*(open question|待解问题)"),
    ("sources", r"^#+ .*(sources|来源)"),
]
for name, pattern in SECTIONS:
    if not re.search(pattern, report, re.IGNORECASE | re.MULTILINE):
        problems.append(f"No section: {name}")

if not re.search(r"(?:search(?:ed)?|搜索).{0,20}\b\d{4}-\d{2}-\d{2}\b", report, re.IGNORECASE):
    problems.append("The date of the search is missing, as 'Date of search: 2026-01-31'")
if not re.search(r"(?:depth|深度).{0,10}(?:shallow|deep|浅|深)", report, re.IGNORECASE):
    problems.append("The depth is missing, as 'Depth: deep'")

SOURCE = re.compile(r"^\s*(?:[-*]\s*)?\[(\d+)\] (.{1,300}?) - ([a-z0-9.-]+(?::\d+)?) (★{1,5}☆{0,4})\s*$", re.MULTILINE)
sources = {int(number): (title, domain, stars) for number, title, domain, stars in SOURCE.findall(report)}
for number, (_, _, stars) in sources.items():
    if len(stars) != 5:
        problems.append(f"[{number}] has not five stars in all, as ★★★☆☆")
if not sources:
    problems.append("No source is listed as '[n] title - domain ★★★☆☆'")

start = re.search(r"^#+ .*(sources|来源)", report, re.IGNORECASE | re.MULTILINE)
body = report[: start.start()] if start else report
cited = {int(number) for number in re.findall(r"\[(\d+)\]", body)}
for number in sorted(cited - set(sources)):
    problems.append(f"[{number}] is cited and not listed")
for number in sorted(set(sources) - cited):
    problems.append(f"[{number}] is listed and never cited")

# Each aspect under "findings" is a heading of the third level, and rests on three sources.
for heading, text in re.findall(r"^### (.+)\n((?:(?!^#{1,3} ).*\n?)*)", body, re.MULTILINE):
    found = set(re.findall(r"\[(\d+)\]", text))
    if len(found) < 3 and not re.search(r"fewer than 3 sources|不足 ?3 个来源", text):
        problems.append(f"'{heading.strip()}' cites {len(found)} sources of at least 3")

for line in body.splitlines():
    if re.search(r"\[(?:disagreement|分歧)\]", line, re.IGNORECASE) and len(set(re.findall(r"\[(\d+)\]", line))) < 2:
        problems.append(f"A disagreement names fewer than two sources: {line.strip()[:80]}")
    figures = re.search(r"\d[\d.,]*\s?(?:%|percent|million|billion|trillion|亿|万|美元|元)", line)
    if figures and not line.startswith("#") and len(set(re.findall(r"\[(\d+)\]", line))) < 2:
        if not re.search(r"single source|单一来源", line):
            problems.append(f"A key figure has fewer than two sources: {line.strip()[:80]}")

print("\n".join(dict.fromkeys(problems)) or "OK")
