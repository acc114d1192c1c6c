import { expect, test } from 'vitest';
import { fileSlotsOf, inputFilesOf, placeFiles, slotCount } from './file-inputs.ts';
import { inputsJsonSchema, parseRunInputs, type StartInput, startValueSchema } from './start-inputs.ts';

const photo: StartInput = { name: 'photo', type: 'file' };
const papers: StartInput = { name: 'papers', type: 'files' };
const others: StartInput = { name: 'others', type: 'files' };
const note: StartInput = { name: 'note', type: 'text' };
const [a, b, c] = ['a', 'b', 'c'].map((fileId) => ({ fileId }));
const parse = (input: StartInput, values: object) => parseRunInputs({ inputs: [input] }, { ...values });

test.each<[StartInput[], number, object]>([
  [[note, photo], 1, { photo: 'a' }],
  [[photo, note, papers], 101, { photo: 'a', papers: ['b', 'c'] }],
  [[papers, photo, others], 100, { papers: ['a', 'b', 'c'] }],
])('files of a message fill the file inputs in order, and the first of several takes the rest: %#', (declared, count, placed) => {
  const slots = fileSlotsOf(declared);
  expect(slotCount(slots)).toBe(count);
  expect(placeFiles(slots, ['a', 'b', 'c'].slice(0, count))).toEqual(placed);
  expect(placeFiles(slots, [])).toEqual({});
});

test('every file among inputs is found with its path', () => {
  expect(inputFilesOf([note, photo, papers, others], { photo: a, papers: [b, c], note: 'x' })).toEqual([
    { name: 'photo', path: 'inputs.photo', value: a },
    { name: 'papers', path: 'inputs.papers[0]', value: b },
    { name: 'papers', path: 'inputs.papers[1]', value: c },
  ]);
});

test('several files are a list, which is empty where none is given', () => {
  expect(parse(papers, { papers: [a, { name: 'b.txt', text: 'B' }] })).toMatchObject({ ok: true });
  expect(parse(papers, {})).toEqual({ ok: true, values: { papers: [] } });
  expect(parse({ ...papers, default: [{ fileId: 'd' }] }, {})).toEqual({ ok: true, values: { papers: [{ fileId: 'd' }] } });
  for (const given of [{}, { papers: [] }])
    expect(parse({ ...papers, required: true }, given)).toMatchObject({ ok: false, problems: [{ code: 'input-missing' }] });
});

test.each<[string, unknown, RegExp]>([
  ['one file', a, /has to be a list of files, not \{"fileId":"a"\}/],
  ['a text', 'a.pdf', /has to be a list of files, not "a.pdf"/],
  ['a list with something else', [a, 'b.pdf'], /each \{ fileId \} .* and number 2 is "b.pdf"/],
  ['a list within the list', [[a]], /number 1 is \[/],
  ['too many', Array.from({ length: 101 }, () => a), /may have 100 files, not 101/],
])('%s is not a list of files', (_, value, message) => {
  expect(parse(papers, { papers: value })).toMatchObject({
    ok: false,
    problems: [{ code: 'input-invalid', message: expect.stringMatching(message) }],
  });
});

test('the schema of a run says the same, and the value of start always has the list', () => {
  const file = inputsJsonSchema({ inputs: [photo] }).properties as { photo: object };
  expect(inputsJsonSchema({ inputs: [{ ...papers, required: true }] })).toMatchObject({
    properties: { papers: { type: 'array', items: file.photo, minItems: 1, maxItems: 100 } },
    required: ['papers'],
  });
  expect(inputsJsonSchema({ inputs: [papers] }).required).toEqual([]);
  expect(startValueSchema({ inputs: [papers] }).required).toEqual(['papers']);
});
