/**
 * The guest's event loop: asyncio's own without sockets, which the host steps. Pyodide's loop holds
 * JavaScript functions, from which code could reach Node's internals.
 */
export const guestLoop = `
import asyncio as _asyncio, math as _math, sys as _sys, time as _time
from asyncio import base_events as _base_events, events as _events

class _NoSelector:
    def select(self, timeout):
        return []

class _Loop(_base_events.BaseEventLoop):
    # Answers from outside wait while a step runs, so that none may last.
    MAX_STEP_SECONDS = 0.01

    def __init__(self):
        super().__init__()
        self._selector = _NoSelector()

    def _process_events(self, found):
        pass

    def _write_to_self(self):
        pass

    def begin(self):
        _events._set_running_loop(None)
        self._run_forever_setup()

    def step(self):
        end = _time.monotonic() + self.MAX_STEP_SECONDS
        while True:
            self._run_once()
            wait_ms = self._wait_ms()
            if wait_ms != 0 or _time.monotonic() > end:
                return wait_ms

    def _wait_ms(self):
        if self._ready:
            return 0
        if not self._scheduled:
            return -1
        return max(0, _math.ceil((self._scheduled[0]._when - self.time()) * 1000))

    def run_until_complete(self, future):
        # Code that ends with asyncio.run(main()) is understood: it is run within the loop that runs already.
        if not self.is_running():
            return super().run_until_complete(future)
        task = _asyncio.ensure_future(future, loop=self)
        current = _asyncio.current_task(self)
        if current is not None:
            _asyncio.tasks._leave_task(self, current)
        try:
            while not task.done():
                self._run_once()
                wait_ms = self._wait_ms()
                if wait_ms > 0:
                    _time.sleep(wait_ms / 1000)
                elif wait_ms < 0 and not task.done():
                    raise RuntimeError("It waits for an answer from outside, which only comes while nothing blocks: use await")
        finally:
            if current is not None:
                _asyncio.tasks._enter_task(self, current)
        return task.result()

def _run_main(main, *, debug=None, loop_factory=None):
    return _events.get_running_loop().run_until_complete(main)

class _LoopPolicy(_events._AbstractEventLoopPolicy):
    def __init__(self, loop):
        self.loop = loop

    def get_event_loop(self):
        return self.loop

    def set_event_loop(self, loop):
        pass

    def new_event_loop(self):
        return self.loop
`;
