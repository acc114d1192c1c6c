"""Aspects of a topic with their sub-queries: query_strategy.py <topic> [shallow|deep]"""
import json
import re
import sys

topic = " ".join(sys.argv[1].split()) if len(sys.argv) > 1 else ""
depth = sys.argv[2].strip().lower() if len(sys.argv) > 2 else "deep"
if not topic or len(topic) > 300:
    sys.exit("Give a topic of 1 to 300 characters as the first argument")
if depth not in ("shallow", "deep"):
    sys.exit("The depth is shallow or deep")

is_chinese = re.search(r"[\u4e00-\u9fff]", topic) is not None
# The part that is searched: without words that only ask for a report.
asking = r"^(?:please |can you |could you )?(?:research|investigate|study|look into|do a (?:deep )?research on|write a report on)\s+|^(?:请|帮我|麻烦)*(?:深入|详细)?(?:调研|研究|调查|分析)(?:一下)?"
subject = re.sub(asking, "", topic, flags=re.IGNORECASE).strip(" ?？。.!！") or topic

ASPECTS = [
    ("overview", "概况", ["{s} overview definition", "{s} 是什么 概况"]),
    ("figures", "关键数字", ["{s} statistics size growth", "{s} 数据 规模 增长率"]),
    ("players", "主要参与者", ["{s} leading companies organisations", "{s} 主要企业 机构"]),
    ("recent", "最新进展", ["{s} latest news developments", "{s} 最新 进展 动态"]),
    ("risks", "风险与争议", ["{s} criticism risks limitations", "{s} 争议 风险 局限"]),
    ("rules", "法规与标准", ["{s} regulation standards", "{s} 法规 标准 政策"]),
]
chosen = ASPECTS if depth == "deep" else [ASPECTS[0], ASPECTS[1], ASPECTS[4]]
plan = {
    "subject": subject,
    "depth": depth,
    "sourcesPerQuery": 3,
    "aspects": [
        {
            "name": chinese if is_chinese else english,
            "queries": [query.format(s=subject) for query in (reversed(queries) if is_chinese else queries)],
        }
        for english, chinese, queries in chosen
    ],
}
if not is_chinese:
    for aspect in plan["aspects"]:
        aspect["queries"] = aspect["queries"][:1]
print(json.dumps(plan, ensure_ascii=False, indent=1))
