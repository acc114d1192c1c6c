/** The guest's `tools`: `await tools.web_search(query="…")`. The host checks the name. */
export const guestTools = `
import json as _json

class ToolError(Exception):
    pass

class _Tools:
    def __init__(self, channel, max_calls, max_chars):
        self._channel = channel
        self._max_calls = max_calls
        self._max_chars = max_chars
        self._made = 0

    async def _call(self, name, arguments):
        if len(_json.dumps(arguments, ensure_ascii=False)) > self._max_chars:
            raise ToolError(f"The arguments of a tool call have at most {self._max_chars} characters")
        if self._made >= self._max_calls:
            raise ToolError(f"A program may make {self._max_calls} tool calls, and this is one more")
        self._made += 1
        answer, _ = await self._channel.ask("call", {"name": name, "args": arguments})
        if not answer["ok"]:
            raise ToolError(answer["message"])
        return answer["value"]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name):
        async def call(arguments=None, /, **named):
            return await self._call(str(name), {**(arguments or {}), **named})
        return call
`;
