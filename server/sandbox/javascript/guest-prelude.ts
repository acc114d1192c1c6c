import { MAX_JSON_DEPTH } from '#lib/json/json-limits.ts';
import { guestChannel } from './guest-channel.ts';
import { guestFetch } from './guest-fetch.ts';
import { guestTools } from './guest-tools.ts';

/**
 * The guest's globals beyond the language: a console, timers, files and host requests. Runs before
 * the user's code and keeps references to the built-ins it needs, since that code may replace them.
 */
export const guestPrelude = `(() => {
  const { __print: print, __wait: wait, __end: end } = globalThis;
  const { __fileNames: fileNames, __readFile: readFile, __writeFile: writeFile, __fetch: askFetch, __call: askCall } = globalThis;
  for (const name of ['__print', '__wait', '__end', '__fileNames', '__readFile', '__writeFile', '__fetch', '__call']) delete globalThis[name];
  const { stringify: write, parse } = JSON;
  const { create, entries: entriesOf, freeze, keys: keysOf } = Object;
  const { isArray } = Array;
  const { apply } = Reflect;
  const { then } = Promise.prototype;
  const { join } = Array.prototype;
  const text = String;
  const ErrorType = Error;
  const { Map: MapType, Set: SetType } = globalThis;
  const MAX_DEPTH = ${MAX_JSON_DEPTH};

  // JSON.stringify writes null and {} for them.
  const withoutJson = (value) => {
    if (typeof value === 'number') return value !== value || value === 1 / 0 || value === -1 / 0 ? text(value) : undefined;
    if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return undefined;
    if (value instanceof MapType) return 'a Map: return Object.fromEntries(map)';
    return value instanceof SetType ? 'a Set: return [...set]' : undefined;
  };
  const refuseWithoutJson = (value, at) => {
    const kind = withoutJson(value);
    if (kind !== undefined) throw new ErrorType(at + kind);
  };
  // QuickJS's JSON.stringify is quadratic in the depth. Cycles are left to it: its message names them.
  const isTooDeep = (value, around, depth, isStrict) => {
    if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return false;
    for (let at = 0; at < depth; at++) if (around[at] === value) return false;
    if (depth >= MAX_DEPTH) return true;
    around[depth] = value;
    const keys = isArray(value) ? undefined : keysOf(value);
    const { length } = keys ?? value;
    for (let at = 0; at < length; at++) {
      const key = keys === undefined ? at : keys[at];
      const part = value[key];
      if (isStrict) refuseWithoutJson(part, 'at ' + key + ' it has ');
      if (isTooDeep(part, around, depth + 1, isStrict)) return true;
    }
    return false;
  };
  const stringify = (value, isStrict) => {
    if (isStrict) refuseWithoutJson(value, 'it is ');
    if (isTooDeep(value, create(null), 0, isStrict)) throw new ErrorType('lists and objects nested more than ' + MAX_DEPTH + ' levels deep');
    return write(value);
  };

  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof ErrorType) return text(value.stack ? value + '\\n' + value.stack : value);
    try {
      const shown = typeof value === 'object' && value !== null ? stringify(value) : undefined;
      return shown === undefined ? text(value) : shown;
    } catch (refused) {
      try { return text(value); } catch { return '[' + refused.message + ']'; }
    }
  };
  const writer = (stream) => (...values) => {
    const shown = [];
    for (let index = 0; index < values.length; index++) shown[index] = show(values[index]);
    print(stream, apply(join, shown, [' ']) + '\\n');
  };
  const out = writer('stdout');
  const err = writer('stderr');
  globalThis.console = { log: out, info: out, debug: out, warn: err, error: err };

  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const { decode } = TextDecoder.prototype;
  const { encode } = TextEncoder.prototype;
  const { isView } = ArrayBuffer;
  const BufferType = ArrayBuffer;
  const Bytes = Uint8Array;
  const { toBase64 } = Bytes.prototype;
  const bytesOf = (content) => {
    if (typeof content === 'string') return apply(encode, encoder, [content]);
    if (content instanceof BufferType) return new Bytes(content);
    if (isView(content)) return new Bytes(content.buffer, content.byteOffset, content.byteLength);
    throw new TypeError('files.write takes a text or bytes');
  };
  globalThis.files = freeze({
    list: () => parse(fileNames()),
    read: (name) => apply(decode, decoder, [readFile(text(name))]),
    readBytes: (name) => readFile(text(name)),
    write: (name, content) => { writeFile(text(name), bytesOf(content)); },
  });

${guestChannel}${guestFetch}${guestTools}
  const timers = new Map();
  let lastTimer = 0;
  const start = (callback, delayMs, isRepeated, values) => {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
    const timer = ++lastTimer;
    const ms = delayMs > 0 ? +delayMs : 0;
    timers.set(timer, { callback, values, ms, isRepeated });
    wait(timer, ms);
    return timer;
  };
  const stop = (timer) => { timers.delete(timer); };
  globalThis.setTimeout = (callback, delayMs, ...values) => start(callback, delayMs, false, values);
  globalThis.setInterval = (callback, delayMs, ...values) => start(callback, delayMs, true, values);
  globalThis.clearTimeout = stop;
  globalThis.clearInterval = stop;
  const fire = (timer) => {
    const due = timers.get(timer);
    if (due === undefined) return;
    if (due.isRepeated) wait(timer, due.ms);
    else timers.delete(timer);
    apply(due.callback, undefined, due.values);
  };

  Object.defineProperty(URL.prototype, 'searchParams', {
    configurable: true,
    get() {
      const params = new URLSearchParams(this.search);
      for (const name of ['append', 'delete', 'set', 'sort']) {
        const change = params[name];
        const value = (...values) => {
          apply(change, params, values);
          this.search = text(params);
        };
        Object.defineProperty(params, name, { value });
      }
      return params;
    },
  });

  const describe = (thrown) => {
    const at = (name) => { try { return text(thrown[name]); } catch { return ''; } };
    const isError = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
    return isError
      ? stringify({ __proto__: null, name: at('name'), message: at('message'), stack: at('stack') })
      : stringify({ __proto__: null, name: '', message: 'it threw ' + show(thrown), stack: '' });
  };
  const fail = (thrown) => {
    let described = '';
    try { described = describe(thrown); } catch {}
    end('error', described);
  };
  const succeed = (value) => {
    if (typeof value === 'function' || typeof value === 'symbol') return end('bad-result', 'a ' + typeof value);
    let json;
    try { json = value === undefined ? 'null' : stringify(value, true); } catch (thrown) {
      let why = '';
      try { why = text(thrown.message); } catch {}
      return end('bad-result', why);
    }
    end('value', json === undefined ? 'null' : json);
  };
  const run = (main, inputs, args, environment) => {
    globalThis.args = parse(args);
    globalThis.env = freeze(parse(environment));
    apply(then, main(parse(inputs)), [succeed, fail]);
  };
  return { run, fire, answered };
})()`;
