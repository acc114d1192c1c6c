/** A condition over choices, as a diagram. Equal conditions have the same number. */
export type Condition = number;

export const NEVER: Condition = 0;
export const ALWAYS: Condition = 1;

/** A thousand branches need a few thousand nodes of the diagram. Beyond the limit the result is unknown. */
const MAX_DIAGRAM_NODES = 100_000;

export class DiagramTooLarge extends Error {}

/**
 * Conditions such as "workflow node 3 fired port 1 and node 5 fired port 0 or 2", as reduced ordered multi-valued
 * decision diagrams. Implication is exact, and fast for the shapes of workflows.
 * @see https://en.wikipedia.org/wiki/Binary_decision_diagram
 */
export class ChoiceDiagrams {
  readonly #variables: number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #children: (readonly Condition[])[] = [[], []];
  readonly #uniqueTable = new Map<string, Condition>();
  readonly #applyCache = new Map<string, Condition>();

  /** True where `variable`, which has `values` possible values, equals `value`. */
  choice(variable: number, value: number, values: number): Condition {
    if (values <= 1) return ALWAYS;
    return this.#node(
      variable,
      Array.from({ length: values }, (_, index) => (index === value ? ALWAYS : NEVER)),
    );
  }

  and(a: Condition, b: Condition): Condition {
    if (a === NEVER || b === NEVER) return NEVER;
    if (a === ALWAYS || a === b) return b;
    return b === ALWAYS ? a : this.#combine('&', Math.min(a, b), Math.max(a, b), (x, y) => this.and(x, y));
  }

  or(a: Condition, b: Condition): Condition {
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    if (a === NEVER || a === b) return b;
    return b === NEVER ? a : this.#combine('|', Math.min(a, b), Math.max(a, b), (x, y) => this.or(x, y));
  }

  /** Whether `a` implies `b`. */
  implies(a: Condition, b: Condition): boolean {
    return this.#andNot(a, b) === NEVER;
  }

  /** `a` and not `b`. */
  #andNot(a: Condition, b: Condition): Condition {
    if (a === NEVER || b === ALWAYS || a === b) return NEVER;
    return b === NEVER ? a : this.#combine('-', a, b, (x, y) => this.#andNot(x, y));
  }

  #combine(operation: string, a: Condition, b: Condition, apply: (x: Condition, y: Condition) => Condition): Condition {
    const key = `${operation}${a},${b}`;
    const known = this.#applyCache.get(key);
    if (known !== undefined) return known;
    const variableOfA = this.#variables[a] ?? 0;
    const variableOfB = this.#variables[b] ?? 0;
    const variable = Math.min(variableOfA, variableOfB);
    const children = (this.#children[variableOfA === variable ? a : b] ?? []).map((_, index) =>
      apply(this.#child(a, variable, index), this.#child(b, variable, index)),
    );
    const result = this.#node(variable, children);
    this.#applyCache.set(key, result);
    return result;
  }

  #child(condition: Condition, variable: number, index: number): Condition {
    return this.#variables[condition] === variable ? (this.#children[condition]?.[index] ?? NEVER) : condition;
  }

  #node(variable: number, children: readonly Condition[]): Condition {
    const [first] = children;
    if (first !== undefined && children.every((child) => child === first)) return first;
    const key = `${variable}:${children.join()}`;
    const known = this.#uniqueTable.get(key);
    if (known !== undefined) return known;
    if (this.#variables.length >= MAX_DIAGRAM_NODES) throw new DiagramTooLarge('Too many branches to tell what may be skipped');
    const made = this.#variables.push(variable) - 1;
    this.#children.push(children);
    this.#uniqueTable.set(key, made);
    return made;
  }
}
