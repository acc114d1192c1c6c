/** Imported before the snapshot is taken, so that runs start with them. */
export const preloadedModules = `
import ast, asyncio, base64, collections, csv, datetime, decimal, functools, hashlib, io, itertools, json, linecache, math, random, re
import statistics, string, sys, textwrap, time, traceback, urllib.parse, uuid
`;

/** Modules with access to JavaScript or the interpreter's memory. Removed permanently. */
export const removedModules = [
  ...['js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core', 'micropip'],
  ...['ctypes', '_ctypes', '_posixsubprocess', '_remote_debugging', '_xxtestfuzz', 'xxsubtype', '_testbuffer'],
  ...['_testcapi', '_testclinic', '_testclinic_limited', '_testinternalcapi', '_testlimitedcapi'],
];

/**
 * Runs in the interpreter before the user's code, after the other guest modules. `cut_off` removes
 * all ways from Python into JavaScript. `start` runs the code as the body of a function, with its
 * own line numbers; `outcome` is its result as JSON.
 */
export const guestProgram = `
import ast as _ast, gc as _gc, json as _json, traceback as _traceback
from types import BuiltinFunctionType as _BuiltinFunction

class _Run:
    FILE = "code.py"
    REMOVED = ${JSON.stringify(removedModules)}

    def __init__(self):
        # Kept, since the code may put something else in their places.
        self.encode = _json.JSONEncoder(allow_nan=False, check_circular=True).encode
        self.decode = _json.loads
        self.parse = _ast.parse
        self.compile = compile
        self.extract = _traceback.extract_tb
        self.loop = _Loop()
        self.granted = {}
        self.channel = None
        self.done = None

    def cut_off(self):
        from pyodide.ffi import JsProxy
        self.proxy_type = JsProxy
        self.loop.begin()
        _events._event_loop_policy = _LoopPolicy(self.loop)
        # Pyodide's own ask JavaScript.
        _asyncio.run = _asyncio.runners.run = _run_main
        _time.sleep = _time.sleep.__wrapped__
        _sys.meta_path[:] = [finder for finder in _sys.meta_path if not self.is_removed(type(finder)) and not self.is_removed(finder)]
        for name, module in list(_sys.modules.items()):
            if name.split(".")[0] not in self.REMOVED:
                continue
            parent, _, child = name.rpartition(".")
            if parent in _sys.modules and hasattr(_sys.modules[parent], "__dict__"):
                vars(_sys.modules[parent]).pop(child, None)
            if type(module) is type(_sys):
                vars(module).clear()
            del _sys.modules[name]
        for name in self.REMOVED:
            _sys.modules[name] = None
        for stream in (_sys.stdout, _sys.stderr):
            stream.reconfigure(line_buffering=True)
        # What was made of them lives on in caches and loaders.
        for thing in _gc.get_objects():
            if type(thing) is dict and self.is_removed_name(thing.get("__name__")):
                thing.clear()
            elif type(thing) is dict:
                for key in [key for key, value in thing.items() if self.is_foreign(value)]:
                    del thing[key]
            elif self.is_removed(type(thing)) and not self.is_foreign(thing):
                values = getattr(thing, "__dict__", None)
                if type(values) is dict:
                    values.clear()
        _gc.collect()

    def is_foreign(self, thing):
        return self.is_removed(thing) if type(thing) is _BuiltinFunction else isinstance(thing, self.proxy_type)

    def is_removed(self, thing):
        return self.is_removed_name(getattr(thing, "__module__", None))

    def is_removed_name(self, name):
        return str(name).split(".")[0] in self.REMOVED

    def openChannel(self, device):
        self.channel = _Channel(device)

    def grantFetch(self, max_count, max_chars):
        self.granted["fetch"] = _Network(self.channel, max_count, max_chars).fetch

    def grantTools(self, max_count, max_chars):
        self.granted["tools"] = _Tools(self.channel, max_count, max_chars)
        self.granted["ToolError"] = ToolError

    def answer(self, number, head, content):
        self.channel.answer(number, head, content)

    def start(self, code, inputs, args, environment):
        given = {"env": self.decode(environment), **self.granted}
        _sys.argv = [self.FILE, *self.decode(args)]
        self.task = self.loop.create_task(self.run(code, self.decode(inputs), given))

    def step(self):
        wait_ms = self.loop.step()
        if self.task.done() and self.done is None:
            raise RuntimeError("the code ended without a result")
        return wait_ms

    def outcome(self):
        return self.done

    async def run(self, code, inputs, given):
        self.done = await self.result_of(code, inputs, given)

    def body_of(self, code, given):
        tree = self.parse(code, self.FILE, "exec")
        body = tree.body or [_ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)]
        empty = self.parse("async def code(inputs): pass", self.FILE, "exec")
        empty.body[0].body = body
        namespace = {"__name__": "__main__", "__file__": self.FILE, **given}
        exec(self.compile(empty, self.FILE, "exec"), namespace)
        return namespace["code"]

    async def result_of(self, code, inputs, given):
        try:
            value = await self.body_of(code, given)(inputs)
        except SystemExit as error:
            return self.exited(error)
        except MemoryError as error:
            return self.failed("out-of-memory", "", error)
        except SyntaxError as error:
            reason = "syntax" if error.filename == self.FILE and error.__traceback__.tb_next is None or self.is_ours(error) else "threw"
            return self.failed(reason, self.describe(error), error, line=error.lineno if error.filename == self.FILE else None)
        except BaseException as error:
            return self.failed("threw", self.describe(error), error)
        finally:
            for stream in (_sys.stdout, _sys.stderr):
                try:
                    stream.flush()
                except BaseException:
                    pass
        try:
            return "v" + self.encode(value)
        except MemoryError as error:
            return self.failed("out-of-memory", "", error)
        except BaseException as error:
            return self.failed("bad-result", "What the code returns is no JSON: " + str(error), None)

    def is_ours(self, error):
        frames = self.extract(error.__traceback__)
        return not any(frame.filename == self.FILE for frame in frames)

    def describe(self, error):
        name = type(error).__name__
        try:
            message = error.msg if isinstance(error, SyntaxError) else str(error)
        except BaseException:
            message = "(its message cannot be shown)"
        return f"{name}: {message}" if message else name

    # As Python has it: nothing is 0, a text is printed and is 1.
    def exited(self, error):
        code = error.code
        said = ": " + code if isinstance(code, str) else ""
        if code is None:
            code = 0
        elif not isinstance(code, int):
            code = 1
        elif not -(2**31) <= code < 2**31:
            code = -1
        return self.failed("exited", f"The code ended itself with exit code {int(code)}{said}", error, exit_code=int(code))

    def failed(self, reason, message, error, exit_code=None, line=None):
        if line is None and error is not None:
            lines = [frame.lineno for frame in self.extract(error.__traceback__) if frame.filename == self.FILE]
            line = lines[-1] if lines else None
        return "f" + self.encode({"reason": reason, "message": message, "line": line, "exitCode": exit_code})
`;
