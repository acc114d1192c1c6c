import { describe, expect, test } from 'vitest';
import { checkJsonSchema } from './check-json-schema.ts';
import { inputsJsonSchema, parseRunInputs, type StartInput, startInputsSchema, startValueSchema } from './start-inputs.ts';

const inputs: StartInput[] = [
  { name: 'question', type: 'text', required: true },
  { name: 'count', type: 'number' },
  { name: 'isUrgent', type: 'boolean', default: false },
  { name: 'tone', type: 'select', options: ['plain', 'friendly'], default: 'plain' },
  { name: 'report', type: 'file' },
  { name: 'order', type: 'json', schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
];
const parse = (values: Record<string, unknown>) => parseRunInputs({ inputs }, values);

describe('parseRunInputs', () => {
  test('gives what was given, with defaults for the rest', () => {
    expect(parse({ question: 'Why?', count: 2 })).toEqual({
      ok: true,
      values: { question: 'Why?', count: 2, isUrgent: false, tone: 'plain' },
    });
  });

  test('leaves out an optional input that was not given, instead of making it empty', () => {
    const parsed = parse({ question: 'Why?' });
    expect(parsed.ok && Object.keys(parsed.values)).toEqual(['question', 'isUrgent', 'tone']);
  });

  test('names every problem at once', () => {
    const parsed = parse({ count: '2', isUrgent: 1, tone: 'rude', report: 'a.pdf', order: { id: 7 }, qestion: 'Why?' });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [
        { code: 'input-missing', name: 'question', path: 'inputs.question', message: "Input 'question' is required" },
        { code: 'input-invalid', name: 'count', message: 'Input \'count\' has to be a number, not "2"' },
        { code: 'input-invalid', name: 'isUrgent', message: "Input 'isUrgent' has to be true or false, not 1" },
        { code: 'input-invalid', name: 'tone', message: 'Input \'tone\' has to be one of plain, friendly, not "rude"' },
        {
          code: 'input-invalid',
          name: 'report',
          message: 'Input \'report\' has to be a file { fileId } or { name, mediaType, base64 or text }, not "a.pdf"',
        },
        {
          code: 'input-invalid',
          name: 'order',
          message: "Input 'order' does not match its schema: id should be string, not number",
        },
        { code: 'input-unknown', name: 'qestion', hint: 'Did you mean question?' },
      ],
    });
  });

  test.each([{ question: '' }, { question: null }, {}])('a required text is not given by %j', (values) => {
    expect(parse(values)).toMatchObject({ ok: false, problems: [{ name: 'question' }] });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null])('%s is no number', (count) => {
    expect(parse({ question: 'Why?', count })).toMatchObject({ ok: false, problems: [{ name: 'count' }] });
  });

  test('a name that every object has is not taken for an input', () => {
    const declared: StartInput[] = [{ name: 'constructor', type: 'json', required: true }];
    expect(parseRunInputs({ inputs: declared }, {})).toMatchObject({ ok: false, problems: [{ code: 'input-missing' }] });
    expect(parseRunInputs({ inputs: [] }, JSON.parse('{"__proto__":{}}'))).toMatchObject({
      ok: false,
      problems: [{ code: 'input-unknown' }],
    });
  });

  test('parsing its own result changes nothing', () => {
    const first = parse({ question: 'Why?', order: { id: 'A-7' } });
    expect(first.ok && parse(first.values)).toEqual(first);
  });
});

test('the request schema accepts what parseRunInputs accepts, and refuses what it refuses', () => {
  const schema = inputsJsonSchema({ inputs });
  const cases: Record<string, unknown>[] = [
    { question: 'Why?' },
    { question: 'Why?', tone: 'friendly', count: 1.5, report: { fileId: 'f', size: 3, base64: 'QQ==' }, order: { id: 'A' } },
    { question: 'Why?', report: { fileId: 'file_1' } },
    {},
    { question: '' },
    { question: 'Why?', other: 1 },
    { question: 'Why?', tone: 'rude' },
    { question: 'Why?', order: {} },
    { question: 'Why?', report: {} },
    { question: 'Why?', report: { fileId: '' } },
    { question: 'Why?', count: '1' },
  ];
  const verdicts = cases.map((values) => [checkJsonSchema(values, schema).length === 0, parse(values).ok]);
  expect(verdicts).toEqual([[true, true], [true, true], [true, true], ...Array(8).fill([false, false])]);
});

test('the value of start always has the inputs that are required or have a default', () => {
  expect(inputsJsonSchema({ inputs }).required).toEqual(['question']);
  expect(startValueSchema({ inputs }).required).toEqual(['question', 'isUrgent', 'tone']);
});

describe('a declaration is refused', () => {
  test.each([
    {
      why: 'two inputs of one name',
      declared: [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'json' },
      ],
      path: [1, 'name'],
    },
    { why: 'a name that no template can read', declared: [{ name: 'my input', type: 'text' }], path: [0, 'name'] },
    { why: 'a select without options', declared: [{ name: 'a', type: 'select' }], path: [0, 'options'] },
    {
      why: 'a default outside the options',
      declared: [{ name: 'a', type: 'select', options: ['x'], default: 'y' }],
      path: [0, 'default'],
    },
    { why: 'a default of another type', declared: [{ name: 'a', type: 'number', default: '3' }], path: [0, 'default'] },
    {
      why: 'a default that its schema refuses',
      declared: [{ name: 'a', type: 'json', schema: { type: 'array' }, default: {} }],
      path: [0, 'default'],
    },
  ])('for $why', ({ declared, path }) => {
    expect(startInputsSchema.safeParse(declared).error?.issues.map((issue) => issue.path)).toEqual([path]);
  });
});
