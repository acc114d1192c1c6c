import { originalName } from './cel-references.ts';

/** Names of cel-js' types in messages. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a number',
  uint: 'a number',
  double: 'a number',
  bool: 'true or false',
  list: 'a list',
  map: 'an object',
  null: 'null',
  null_type: 'null',
  'google.protobuf.Timestamp': 'a date',
  'google.protobuf.Duration': 'a length of time',
  dyn: 'a value',
};

type Mismatch = { readonly message: string; readonly hint?: string };

/** The message for a CEL type error; undefined for other errors. */
export function mismatchOf({ code, summary }: { readonly code: string; readonly summary: string }): Mismatch | undefined {
  const kinds = [...summary.matchAll(/'(\w+)'/g)].map(([, name = '']) => kindIn(name));
  if (code === 'invalid_logical_operand')
    return { message: `'&&' and '||' take true or false, and one side is ${kinds[0]}`, hint: 'Compare it with something' };
  if (code === 'invalid_condition_type')
    return { message: `The condition before '?' must be true or false, not ${kinds[0]}`, hint: 'Compare it with something' };
  if (code === 'no_such_overload') return ofOperator(summary);
  return code === 'no_matching_overload' ? ofCall(summary) : undefined;
}

function ofOperator(summary: string): Mismatch | undefined {
  const [, left, operator, right] = /^no such overload: (\S+) (\S+) (\S+)$/.exec(summary) ?? [];
  if (left !== undefined && operator !== undefined && right !== undefined) return ofTwo(operator, kindIn(left), kindIn(right));
  const [, sign, only] = /^no such overload: ([!-])(\S+)$/.exec(summary) ?? [];
  if (sign === undefined || only === undefined) return undefined;
  return { message: `'${sign}' takes ${sign === '!' ? 'true or false' : 'a number'}, and got ${kindIn(only)}` };
}

function ofTwo(operator: string, left: string, right: string): Mismatch {
  if (operator === 'in')
    return { message: `'in' looks into a list or an object, and got ${right}`, hint: 'In a text, look with .contains(…)' };
  const message = `'${operator}' does not go with ${left} and ${right}`;
  const both = [left, right];
  if (both.includes('null'))
    return { message, hint: 'One side is empty; ask first, as in start.count != null && start.count > 3' };
  if (both.includes('text') && both.includes('a number'))
    return { message, hint: 'Make them alike first: double(…) makes a number of a text, string(…) a text of a number' };
  return { message };
}

function ofCall(summary: string): Mismatch | undefined {
  const [, holder, written, given = ''] = /'(?:([\w<>., ]+)\.)?(\w+)\((.*)\)'/.exec(summary) ?? [];
  if (written === undefined) return undefined;
  const name = originalName(written);
  const kinds = given.split(', ').filter(Boolean).map(kindIn);
  const got = kinds.join(' and ');
  if (!holder) return { message: `${name}(…) does not go with ${got || 'nothing'}` };
  const message = `${name}(…) does not go with ${kindIn(holder)}`;
  return { message: got === '' ? message : `${message}, given ${got}` };
}

function kindIn(type: string): string {
  const name = /^dyn<(.+)>$/.exec(type)?.[1] ?? type;
  return KINDS[name.split('<', 1)[0] ?? name] ?? name;
}
