import { intrinsicNames } from './close-globals.ts';

/** Objects that Emscripten, Pyodide and Node modify after the start, such as stack settings of error classes. */
const keptWritable = new Set<object>([Error]);

/**
 * Freezes all built-in objects that global names or syntax reach, since Node's own code relies on
 * them. Libraries assign properties that a frozen prototype has (`error.name = …`), which throws:
 * such properties become accessors, whose setter defines the property on the object itself.
 */
export function freezeIntrinsics(): void {
  const seen = new Set<object>();
  const waiting = [...intrinsicNames].map((name): unknown => Reflect.get(globalThis, name)).concat(fromSyntax());
  seen.add(globalThis);
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    waiting.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      waiting.push(property?.value, property?.get, property?.set);
    }
  }
  seen.delete(globalThis);
  for (const intrinsic of seen) {
    if (ArrayBuffer.isView(intrinsic)) continue;
    if (isInherited(intrinsic)) allowOverrides(intrinsic);
    if (keptWritable.has(intrinsic)) Object.seal(intrinsic);
    else Object.freeze(intrinsic);
  }
}

/** Prototypes that are not reachable through globals. */
function fromSyntax(): unknown[] {
  const iterators = [
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    /a/[Symbol.matchAll](''),
  ];
  const functions = [function* () {}, async () => {}, async function* () {}];
  return [...iterators, ...functions].map((value) => Object.getPrototypeOf(value));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A prototype: others inherit from it. */
function isInherited(intrinsic: object): boolean {
  const made = Reflect.get(intrinsic, 'constructor') as { prototype?: unknown } | undefined;
  return typeof made === 'function' && made.prototype === intrinsic;
}

function allowOverrides(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Object.getOwnPropertyDescriptor(prototype, key);
    if (!property?.configurable || !('value' in property) || !overridden.has(key)) continue;
    const { value, enumerable = false } = property;
    Object.defineProperty(prototype, key, {
      configurable: false,
      enumerable,
      get: Object.freeze(() => value),
      set: Object.freeze(function (this: object, given: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to ${String(key)} of a built-in object`);
        Object.defineProperty(this, key, { value: given, writable: true, enumerable: true, configurable: true });
      }),
    });
  }
}

/** The names under which libraries define properties of their own by assignment. */
const overridden = new Set<string | symbol>(['constructor', 'name', 'message', 'toString', 'valueOf', 'stack', 'then', 'length']);
