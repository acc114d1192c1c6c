import type { ASTNode } from '@marcbachmann/cel-js';
import { once } from '../async/once.ts';
import { ownName } from '../expression/body-names.ts';
import { celDefinitions } from '../expression/cel-environment.ts';
import { chainOf, originalName } from '../expression/cel-references.ts';
import { listNames } from '../expression/read-path.ts';
import { hasOtherSigns } from '../expression/zoned-date.ts';
import { worded } from '../i18n/problem-text.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { typesOf, type ValueType } from '../json/schema-types.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { findInSchema, unionOf } from './schema-path.ts';

/** Kinds of values in an expression. As its result, a date becomes a text, and a length of time is an error. */
type Kind = ValueType | 'a date' | 'a length of time';
type Kinds = ReadonlySet<Kind>;

export type CelTypeProblem = ReturnType<typeof worded> & {
  /** In the source of the expression. */
  readonly offset: number;
  readonly severity: 'error' | 'warning';
};
export type CelInference = { readonly schema: JsonSchema; readonly problems: readonly CelTypeProblem[] };

type Locals = ReadonlyMap<string, JsonSchema>;
type Sentence = Parameters<typeof worded>[0];

const NUMBER: JsonSchema = { type: 'number' };
const TEXT: JsonSchema = { type: 'string' };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const DATE: JsonSchema = { celKind: 'a date' };
const LENGTH: JsonSchema = { celKind: 'a length of time' };

/**
 * The type of an expression's result, and the operators and functions in it whose values do not fit, as far as the
 * schemas of what it reads say. Fields of nodes are checked with the references.
 */
export function inferCel(ast: ASTNode, schemaOf: (root: string) => JsonSchema): CelInference {
  const reader = new CelTypes(schemaOf);
  const schema = reader.infer(ast, new Map());
  return { schema: schema === DATE ? TEXT : schema === LENGTH ? {} : schema, problems: reader.problems };
}

class CelTypes {
  readonly problems: CelTypeProblem[] = [];
  readonly #schemaOf: (root: string) => JsonSchema;

  constructor(schemaOf: (root: string) => JsonSchema) {
    this.#schemaOf = schemaOf;
  }

  infer(node: ASTNode, locals: Locals): JsonSchema {
    switch (node.op) {
      case 'value':
        return literalSchema(node.args);
      case 'id':
        return locals.get(node.args) ?? this.#schemaOf(ownName(node.args));
      case '.':
        return this.#field(node, node.args[1], locals);
      case '[]':
        return this.#entry(node, locals);
      case 'list':
        return { type: 'array', items: unionOf(node.args.map((item) => this.infer(item, locals))) };
      case 'map':
        return this.#object(node.args, locals);
      case '?:':
        this.#expectBoolean(node.args[0], locals);
        return unionOf([this.infer(node.args[1], locals), this.infer(node.args[2], locals)]);
      case '&&':
      case '||':
        for (const side of node.args) this.#expectBoolean(side, locals);
        return BOOLEAN;
      case '!_':
        this.#expectBoolean(node.args, locals);
        return BOOLEAN;
      case '-_':
        this.#expect(node.args, locals, { kind: 'number', sign: '-' });
        return NUMBER;
      case '==':
      case '!=':
        this.#compare(node, node.args, locals);
        return BOOLEAN;
      case 'call':
        return this.#call(node, { name: node.args[0], values: node.args[1], isMethod: false }, locals);
      case 'rcall':
        return this.#method(node, locals);
      default:
        return isPair(node) ? this.#operator(node, node.op, node.args, locals) : this.#others(node, locals);
    }
  }

  /** Optional fields, which have no type here. */
  #others(node: ASTNode, locals: Locals): JsonSchema {
    const [holder] = Array.isArray(node.args) ? (node.args as unknown[]) : [];
    if (typeof holder === 'object' && holder !== null && 'op' in holder) this.infer(holder as ASTNode, locals);
    return {};
  }

  #field(node: ASTNode & { op: '.' | '[]' }, key: string | number, locals: Locals): JsonSchema {
    const holder = this.infer(node.args[0], locals);
    if (holder === DATE || holder === LENGTH) return {};
    const found = findInSchema(holder, [key]);
    if (found.kind === 'found') return found.schema;
    const chain = chainOf(node);
    const isReported = chain !== undefined && !locals.has(chain.root);
    if (found.kind === 'absent' && !isReported && found.names.length > 0) {
      const meant = didYouMean(String(key), found.names);
      const hint: Sentence = meant === undefined ? ['has-names', { names: listNames(found.names) }] : ['meant', { name: meant }];
      this.#report(
        node,
        chain ? ['no-such-field', { holder: chain.root, name: String(key) }] : ['cel-no-field', { name: String(key) }],
        hint,
      );
    }
    return {};
  }

  #entry(node: ASTNode & { op: '[]' }, locals: Locals): JsonSchema {
    const [holder, key] = node.args;
    if (key.op === 'value' && typeof key.args === 'string') return this.#field(node, key.args, locals);
    this.infer(key, locals);
    const list = this.infer(holder, locals);
    return isList(list) ? itemsOf(list) : {};
  }

  #object(entries: readonly (readonly [ASTNode, ASTNode])[], locals: Locals): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    let isClosed = true;
    for (const [key, value] of entries) {
      const schema = this.infer(value, locals);
      if (key.op === 'value' && typeof key.args === 'string') properties[key.args] = schema;
      else isClosed = false;
    }
    return isClosed
      ? { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
      : { type: 'object' };
  }

  #expectBoolean(node: ASTNode, locals: Locals): void {
    this.#expect(node, locals, { kind: 'true or false', sign: '?' });
  }

  #expect(node: ASTNode, locals: Locals, { kind, sign }: { kind: Kind; sign: string }): void {
    const kinds = kindsOf(this.infer(node, locals));
    if (!kinds || kinds.has(kind)) return;
    const params = { actual: said(kinds), expected: kind };
    this.#report(node, sign === '-' ? ['cel-not-number', params] : ['cel-not-boolean', params], ['cel-compare']);
  }

  /** Values of different kinds are never equal, which is no error. */
  #compare(node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], locals: Locals): void {
    const sides = [this.infer(left, locals), this.infer(right, locals)] as const;
    const [a, b] = [kindsOf(sides[0]), kindsOf(sides[1])];
    if (!a || !b || a.has('null') || b.has('null')) return;
    if ([...a].some((kind) => b.has(kind))) {
      this.#compareChoices(node, sides);
      return;
    }
    const isText = a.has('text') || b.has('text');
    const other = a.has('text') ? b : a;
    const hint: Sentence | undefined = !isText
      ? undefined
      : other.has('number')
        ? ['cel-alike-number']
        : other.has('a date')
          ? ['cel-read-date']
          : undefined;
    this.#report(node, ['cel-never-equal', { actual: said(a), expected: said(b) }], hint, 'warning');
  }

  /** One side is a text, and the other one of several that it is not among. */
  #compareChoices(node: ASTNode, sides: readonly [JsonSchema, JsonSchema]): void {
    const literal = sides.map(({ const: value }) => value).find((value) => typeof value === 'string');
    const choices = sides.map(choicesOf).find((values) => values !== undefined);
    if (literal === undefined || !choices || choices.includes(literal)) return;
    const meant = didYouMean(literal, choices);
    const hint: Sentence = meant === undefined ? ['cel-choices', { names: listNames(choices) }] : ['meant', { name: meant }];
    this.#report(node, ['cel-not-among', { value: literal }], hint, 'warning');
  }

  #operator(node: ASTNode, sign: string, [left, right]: readonly [ASTNode, ASTNode], locals: Locals): JsonSchema {
    const a = kindsOf(this.infer(left, locals));
    const b = kindsOf(this.infer(right, locals));
    const rules = operators[sign] ?? [];
    const fitting = rules.filter((rule) => (!a || !rule.left || a.has(rule.left)) && (!b || b.has(rule.right)));
    if (fitting.length === 0 && (a || b)) {
      const params = { sign, actual: a ? said(a) : '…', expected: b ? said(b) : '…' };
      this.#report(
        node,
        a && b ? ['cel-operator', params] : ['cel-operand', { sign, actual: said((a ?? b) as Kinds) }],
        hintFor(sign, a, b),
      );
    }
    if (sign === '/' && dropsFraction(left, right)) this.#report(node, ['cel-whole-division'], ['cel-with-fraction'], 'warning');
    return unionOf(fitting.map(({ gives }) => gives));
  }

  #method(node: ASTNode & { op: 'rcall' }, locals: Locals): JsonSchema {
    const [written, receiver, args] = node.args;
    const name = originalName(written);
    const [first, body, transform] = args;
    if (receiver.op === 'id' && namespaces.has(receiver.args) && !locals.has(receiver.args)) {
      if (name !== 'bind' || first?.op !== 'id' || !body || !transform) return {};
      return this.infer(transform, new Map(locals).set(first.args, this.infer(body, locals)));
    }
    if (macros.has(name) && first?.op === 'id' && body)
      return this.#macro(node, { name, receiver, variable: first.args, parts: args.slice(1) }, locals);
    return this.#call(node, { name, values: [receiver, ...args], isMethod: true }, locals);
  }

  #macro(
    node: ASTNode,
    { name, receiver, variable, parts }: { name: string; receiver: ASTNode; variable: string; parts: readonly ASTNode[] },
    locals: Locals,
  ): JsonSchema {
    const list = this.infer(receiver, locals);
    const kinds = kindsOf(list);
    if (kinds && !kinds.has('a list')) {
      const hint: Sentence | undefined = kinds.has('an object') ? ['cel-entries'] : undefined;
      this.#report(node, ['cel-argument', { function: name, expected: 'a list', actual: said(kinds) }], hint);
    }
    const inner = new Map(locals).set(variable, isList(list) ? itemsOf(list) : {});
    const isMap = name === 'map';
    const tests = isMap ? parts.slice(0, -1) : parts;
    for (const test of tests) this.#expectBoolean(test, inner);
    const last = parts.at(-1);
    if (isMap) return { type: 'array', items: last ? this.infer(last, inner) : {} };
    return name === 'filter' ? (isList(list) ? list : { type: 'array' }) : BOOLEAN;
  }

  #call(
    node: ASTNode,
    { name, values, isMethod }: { name: string; values: readonly ASTNode[]; isMethod: boolean },
    locals: Locals,
  ): JsonSchema {
    if (name === 'has') return BOOLEAN;
    const given = values.map((value) => this.infer(value, locals));
    const overloads = signatures().filter((one) => one.name === name && one.isMethod === isMethod);
    // Functions of optional values take expressions.
    if (overloads.length === 0 || overloads.some(({ hasExpressions }) => hasExpressions)) return {};
    const ofCount = overloads.filter(({ takes }) => takes.length === given.length);
    if (ofCount.length === 0) {
      const counts = [...new Set(overloads.map(({ takes }) => takes.length - (isMethod ? 1 : 0)))].sort().join(', ');
      this.#report(node, ['cel-argument-count', { function: name, counts, count: given.length - (isMethod ? 1 : 0) }]);
      return resultOf(overloads);
    }
    const kinds = given.map(kindsOf);
    const fitting = ofCount.filter(({ takes }) => takes.every((kind, index) => fits(kinds[index], kind)));
    if (fitting.length > 0) {
      if (name === 'format') this.#checkPattern(values[1]);
      return ownResult(name, given) ?? resultOf(fitting);
    }
    this.#reportArgument(node, { name, kinds, overloads: ofCount });
    return resultOf(ofCount);
  }

  #checkPattern(node: ASTNode | undefined): void {
    if (node?.op === 'value' && typeof node.args === 'string' && hasOtherSigns(node.args))
      this.#report(node, ['cel-date-pattern', { pattern: node.args }], ['cel-date-signs']);
  }

  #reportArgument(
    node: ASTNode,
    { name, kinds, overloads }: { name: string; kinds: readonly (Kinds | undefined)[]; overloads: readonly Signature[] },
  ): void {
    const index = kinds.findIndex((given, position) => !overloads.some(({ takes }) => fits(given, takes[position])));
    const actual = kinds[Math.max(index, 0)];
    if (!actual) return;
    const wanted = overloads.flatMap(({ takes }) => takes[Math.max(index, 0)] ?? []);
    const expected = [...new Set(wanted)].join(' or ');
    const hint: Sentence | undefined =
      name === 'contains' && actual.has('a list')
        ? ['cel-in-list']
        : wanted.includes('a date') && actual.has('text')
          ? ['cel-read-date']
          : wanted.includes('text') && !actual.has('a list')
            ? ['cel-make-text']
            : undefined;
    this.#report(node, ['cel-argument', { function: name, expected, actual: said(actual) }], hint);
  }

  #report(node: ASTNode, message: Sentence, hint?: Sentence, severity: 'error' | 'warning' = 'error'): void {
    this.problems.push({ ...worded(message, hint), offset: node.start, severity });
  }
}

const namespaces = new Set(['cel', 'optional', 'math', 'strings', 'google']);
const macros = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

type Rule = { readonly left: Kind | undefined; readonly right: Kind; readonly gives: JsonSchema };

const rule = (left: Kind | undefined, right: Kind, gives: JsonSchema): Rule => ({ left, right, gives });
const ordered: readonly Rule[] = (['number', 'text', 'a date', 'a length of time', 'true or false'] as const).map((kind) =>
  rule(kind, kind, BOOLEAN),
);
const ofNumbers = [rule('number', 'number', NUMBER)];
const sums = [...ofNumbers, rule('a length of time', 'a length of time', LENGTH), rule('a date', 'a length of time', DATE)];

const operators: Readonly<Record<string, readonly Rule[]>> = {
  '<': ordered,
  '<=': ordered,
  '>': ordered,
  '>=': ordered,
  '+': [
    ...sums,
    rule('text', 'text', TEXT),
    rule('a list', 'a list', { type: 'array' }),
    rule('a length of time', 'a date', DATE),
  ],
  '-': [...sums, rule('a date', 'a date', LENGTH)],
  '*': ofNumbers,
  '/': ofNumbers,
  '%': ofNumbers,
  in: [rule(undefined, 'a list', BOOLEAN), rule(undefined, 'an object', BOOLEAN)],
};

function isPair(node: ASTNode): node is ASTNode & { args: [ASTNode, ASTNode] } {
  return Object.hasOwn(operators, node.op);
}

/** Both numbers are whole by how they are written, and their quotient may not be. Numbers of values have fractions. */
function dropsFraction(left: ASTNode, right: ASTNode): boolean {
  if (!isWhole(left) || !isWhole(right)) return false;
  const [a, b] = [left, right].map(({ op, args }) => (op === 'value' && typeof args === 'bigint' ? args : undefined));
  return a === undefined || b === undefined || b === 0n || a % b !== 0n;
}

function isWhole(node: ASTNode): boolean {
  if (node.op === 'value') return typeof node.args === 'bigint';
  if (node.op === 'call') return node.args[0] === 'size';
  if (node.op === 'rcall') return node.args[0] === 'size';
  return ['+', '-', '*', '%'].includes(node.op) && isPair(node) && node.args.every(isWhole);
}

function hintFor(sign: string, a: Kinds | undefined, b: Kinds | undefined): Sentence | undefined {
  if (sign === 'in') return b?.has('text') ? ['cel-in-text'] : undefined;
  const has = (kind: Kind) => a?.has(kind) === true || b?.has(kind) === true;
  if (has('text') && has('a date')) return ['cel-read-date'];
  if (has('text') && has('number')) return sign === '+' ? ['cel-make-text'] : ['cel-alike-number'];
  return undefined;
}

type Signature = {
  readonly name: string;
  readonly isMethod: boolean;
  /** With the value that a method is called on; undefined for any. */
  readonly takes: readonly (Kind | undefined)[];
  readonly gives: JsonSchema;
  readonly hasExpressions: boolean;
};

const signatures = once((): readonly Signature[] =>
  celDefinitions().map(({ name, receiverType, params, returnType }) => ({
    name: originalName(name),
    isMethod: receiverType !== null,
    takes: [...(receiverType === null ? [] : [receiverType]), ...params.map(({ type }) => type)].map(kindOfType),
    gives: schemaOfType(returnType),
    hasExpressions: params.some(({ type }) => type === 'ast'),
  })),
);

function kindOfType(type: string): Kind | undefined {
  if (type === 'string') return 'text';
  if (type === 'int' || type === 'double' || type === 'uint') return 'number';
  if (type === 'bool') return 'true or false';
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map')) return 'an object';
  if (type === 'null') return 'null';
  if (type === 'google.protobuf.Timestamp') return 'a date';
  return type === 'google.protobuf.Duration' ? 'a length of time' : undefined;
}

function schemaOfType(type: string): JsonSchema {
  if (type === 'list<string>') return { type: 'array', items: TEXT };
  switch (kindOfType(type)) {
    case 'text':
      return TEXT;
    case 'number':
      return NUMBER;
    case 'true or false':
      return BOOLEAN;
    case 'a list':
      return { type: 'array' };
    case 'a date':
      return DATE;
    case 'a length of time':
      return LENGTH;
    default:
      return {};
  }
}

/** What a call gives when its overload is not known. */
function resultOf(overloads: readonly Signature[]): JsonSchema {
  const [first, ...others] = overloads;
  return first && others.every(({ gives }) => gives === first.gives) ? first.gives : unionOf(overloads.map(({ gives }) => gives));
}

/** The result of a function that depends on the list it is called with. */
function ownResult(name: string, [list = {}]: readonly JsonSchema[]): JsonSchema | undefined {
  if (!isList(list)) return undefined;
  const items = itemsOf(list);
  switch (name) {
    case 'sortBy':
    case 'reverse':
    case 'unique':
    case 'slice':
      return list;
    case 'groupBy':
      return { type: 'array', items: closedObject({ key: {}, items: list }) };
    case 'flatten':
      return isList(items) ? items : { type: 'array' };
    default:
      return undefined;
  }
}

function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function literalSchema(value: unknown): JsonSchema {
  if (typeof value === 'string') return { type: 'string', const: value };
  if (typeof value === 'bigint' || typeof value === 'number') return NUMBER;
  if (typeof value === 'boolean') return BOOLEAN;
  return value === null ? { type: 'null' } : {};
}

function kindsOf(schema: JsonSchema): Kinds | undefined {
  if (typeof schema.celKind === 'string') return new Set([schema.celKind as Kind]);
  return Array.isArray(schema.anyOf) && schema.anyOf.some((one: JsonSchema) => 'celKind' in one) ? undefined : typesOf(schema);
}

function choicesOf({ enum: values }: JsonSchema): readonly string[] | undefined {
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined;
}

function isList(schema: JsonSchema): boolean {
  return schema.type === 'array';
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as JsonSchema) : {};
}

function fits(given: Kinds | undefined, taken: Kind | undefined): boolean {
  return !given || !taken || given.has(taken);
}

function said(kinds: Kinds): string {
  return [...kinds].join(' or ');
}
