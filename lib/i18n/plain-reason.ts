import type { z } from 'zod';

type Words = { readonly en: string; readonly zh: string };

const kinds: Readonly<Record<string, Words>> = {
  string: { en: 'a text', zh: '文本' },
  number: { en: 'a number', zh: '数字' },
  int: { en: 'a whole number', zh: '整数' },
  boolean: { en: 'true or false', zh: ' true 或 false' },
  array: { en: 'a list', zh: '列表' },
  tuple: { en: 'a list', zh: '列表' },
  object: { en: 'an object', zh: '对象' },
  record: { en: 'an object', zh: '对象' },
  null: { en: 'null', zh: ' null' },
};

/**
 * What zod says of a type, a choice, a size or a superfluous field, in the words of the studio; undefined for other
 * issues. `input` is the refused value.
 */
export function plainReason(issue: z.core.$ZodIssue, input: unknown): Words | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(kinds[issue.expected], input);
    case 'invalid_value': {
      const choices = issue.values.map((value) => JSON.stringify(value)).join(', ');
      if (issue.values.length === 1) return { en: `Must be ${choices}`, zh: `必须是 ${choices}` };
      return { en: `Must be one of ${choices}`, zh: `必须是以下之一：${choices}` };
    }
    case 'unrecognized_keys': {
      const names = issue.keys.map((key) => `'${key}'`).join(', ');
      return { en: `There is no field ${names}`, zh: `没有字段 ${names}` };
    }
    case 'invalid_format':
      if (issue.format !== 'url') return undefined;
      return { en: 'Write a whole address, such as https://example.com', zh: '请填写完整的地址，例如 https://example.com' };
    case 'too_small':
      return beyond(issue.origin, issue.minimum, { least: true, isExact: issue.inclusive !== false });
    case 'too_big':
      return beyond(issue.origin, issue.maximum, { least: false, isExact: issue.inclusive !== false });
    default:
      return undefined;
  }
}

function wrongType(expected: Words | undefined, input: unknown): Words | undefined {
  if (!expected) return undefined;
  if (input === undefined) return { en: `Missing: it must be ${expected.en}`, zh: `缺失：必须是${expected.zh}` };
  const got = kinds[kindOf(input)];
  if (!got || got === expected) return { en: `Must be ${expected.en}`, zh: `必须是${expected.zh}` };
  return { en: `Must be ${expected.en}, not ${got.en}`, zh: `必须是${expected.zh}，而不是${got.zh}` };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

type Bound = { readonly least: boolean; readonly isExact: boolean };

function beyond(origin: string, limit: number | bigint, { least, isExact }: Bound): Words | undefined {
  const isOne = Number(limit) === 1;
  if (origin === 'string' && isExact) {
    if (least && isOne) return { en: 'Must not be empty', zh: '不能为空' };
    const en = `${least ? 'Must have at least' : 'May have at most'} ${limit} ${isOne ? 'character' : 'characters'}`;
    return { en, zh: `${least ? '至少需要' : '最多'} ${limit} 个字符` };
  }
  if (origin === 'array' && isExact) {
    const en = `${least ? 'Must have at least' : 'May have at most'} ${limit} ${isOne ? 'entry' : 'entries'}`;
    return { en, zh: `${least ? '至少需要' : '最多'} ${limit} 项` };
  }
  if (origin === 'number' || origin === 'int') {
    if (!isExact)
      return { en: `Must be ${least ? 'more' : 'less'} than ${limit}`, zh: `必须${least ? '大于' : '小于'} ${limit}` };
    return { en: `Must be at ${least ? 'least' : 'most'} ${limit}`, zh: `${least ? '不能小于' : '不能大于'} ${limit}` };
  }
  return undefined;
}
