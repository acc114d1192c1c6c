/** A statement for `pg`. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** A parameter that is used several times in a statement. */
class Param {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Part of a statement with its parameters, made by `sql`. It has no private fields, since `pg` clones it. */
class Sql {
  readonly parts: readonly (string | Param)[];

  constructor(parts: readonly (string | Param)[]) {
    this.parts = parts;
  }

  get text(): string {
    const params = paramsOf(this.parts);
    return this.parts.map((part) => (typeof part === 'string' ? part : `$${params.indexOf(part) + 1}`)).join('');
  }

  get values(): unknown[] {
    return paramsOf(this.parts).map(({ value }) => value);
  }

  /** A prepared statement. A name must always have the same text. */
  named(name: string): { name: string; text: string; values: unknown[] } {
    return { name, text: this.text, values: this.values };
  }
}

export type { Param, Sql };

/**
 * SQL whose parameters are written where they are used: sql`WHERE id = ${runId}` sends `$1` and
 * binds `runId`. A nested `sql` becomes part of the text; every other value is bound, never written
 * into the text.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const parts = strings.flatMap((text, index) => (index === 0 ? [text] : [...partsOf(values[index - 1]), text]));
  return new Sql(parts.filter((part) => part !== ''));
}

/** A value that is bound once, however often it is written. */
export function param(value: unknown): Param {
  return new Param(value);
}

/** Text of our own source as SQL: a column, an alias, an interval. Never data. */
export function constant(text: string): Sql {
  return new Sql([text]);
}

export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  return new Sql(fragments.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])));
}

function partsOf(value: unknown): readonly (string | Param)[] {
  if (value instanceof Sql) return value.parts;
  return [value instanceof Param ? value : new Param(value)];
}

function paramsOf(parts: readonly (string | Param)[]): Param[] {
  return [...new Set(parts.filter((part) => part instanceof Param))];
}
