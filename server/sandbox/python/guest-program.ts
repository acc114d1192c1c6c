/** What is imported before the snapshot is taken, so that it costs the runs nothing. */
export const preloadedModules = `
import ast, asyncio, base64, collections, csv, datetime, decimal, functools, hashlib, io, itertools, json, linecache, math, random, re
import statistics, string, sys, textwrap, time, traceback, urllib.parse, uuid
`;

/**
 * Runs in the interpreter before the user's code. \`prepare\` takes away what leads from Python into the JavaScript around it; \`run\` makes the code the
 * body of a function, on its own lines, and tells what came of it as JSON.
 */
export const guestProgram = `
import ast as _ast, json as _json, sys as _sys, traceback as _traceback

class _Run:
    FILE = "code.py"

    def __init__(self):
        # Kept, since the code may put something else in their places.
        self.encode = _json.JSONEncoder(allow_nan=False, check_circular=True).encode
        self.decode = _json.loads
        self.parse = _ast.parse
        self.compile = compile
        self.extract = _traceback.extract_tb

    def prepare(self):
        from _pyodide._importhook import jsfinder
        jsfinder.jsproxies.clear()
        _sys.meta_path.remove(jsfinder)
        for name in list(_sys.modules):
            if name.split(".")[0] in ("js", "pyodide_js"):
                _sys.modules[name] = None
        for name in ("js", "pyodide_js", "_pyodide_core", "micropip", "ctypes", "_ctypes"):
            _sys.modules[name] = None
        for stream in (_sys.stdout, _sys.stderr):
            stream.reconfigure(line_buffering=True)

    def body_of(self, code, given):
        tree = self.parse(code, self.FILE, "exec")
        body = tree.body or [_ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)]
        empty = self.parse("async def code(inputs): pass", self.FILE, "exec")
        empty.body[0].body = body
        namespace = {"__name__": "__main__", "__file__": self.FILE, **given}
        exec(self.compile(empty, self.FILE, "exec"), namespace)
        return namespace["code"]

    async def run(self, code, inputs, args, environment, granted):
        given = {"env": self.decode(environment), **granted}
        _sys.argv = [self.FILE, *self.decode(args)]
        try:
            value = await self.body_of(code, given)(self.decode(inputs))
        except SystemExit as error:
            return self.failed("exited", "", error, exit=error.code)
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
            return self.encode({"value": value})
        except MemoryError as error:
            return self.failed("out-of-memory", "", error)
        except BaseException as error:
            return self.failed("bad-result", str(error), None)

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

    def failed(self, reason, message, error, exit=None, line=None):
        if line is None and error is not None:
            lines = [frame.lineno for frame in self.extract(error.__traceback__) if frame.filename == self.FILE]
            line = lines[-1] if lines else None
        if exit is not None and not isinstance(exit, (int, str)):
            exit = 1
        return self.encode({"reason": reason, "message": message, "line": line, "exit": exit})
`;
