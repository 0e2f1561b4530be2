"""A stand-in for a search service: an MCP server on stdin and stdout, whose results are made up.

`search-web` and its like give six results for a query, `search-empty` none.
"""

from __future__ import annotations

import json
import sys
from typing import Any

TOOLS = ("search-web", "search-xiaohongshu", "search-zhihu", "search-empty")


def results(tool: str, query: str) -> list[dict[str, str]]:
    if tool == "search-empty":
        return []
    site = tool.removeprefix("search-")
    slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in query)[:20]
    return [
        {"title": f"{site} result {at}", "url": f"https://{site}.example.org/{slug}/{at}?token=s3cr3t"}
        for at in range(6)
    ]


def answer(method: str, given: dict[str, Any]) -> dict[str, Any] | None:
    if method == "initialize":
        return {
            "protocolVersion": given.get("protocolVersion", "2024-11-05"), "capabilities": {"tools": {}},
            "serverInfo": {"name": "autosearch", "version": "1"},
        }  # fmt: skip
    if method == "tools/list":
        schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
        return {"tools": [{"name": name, "description": "search", "inputSchema": schema} for name in TOOLS]}
    if method == "tools/call":
        found = results(given["name"], given["arguments"]["query"])
        return {"content": [{"type": "text", "text": json.dumps({"results": found}, ensure_ascii=False)}]}
    return {}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            told = answer(asked["method"], asked.get("params") or {})
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": told}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
