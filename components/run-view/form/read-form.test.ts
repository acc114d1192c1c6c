import { expect, test } from 'vitest';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { type FormValues, initialValue, readFile, readForm } from './read-form.ts';

const declared: StartInput[] = [
  { name: 'question', type: 'text', required: true },
  { name: 'count', type: 'number' },
  { name: 'tone', type: 'select', options: ['plain', 'friendly'], default: 'plain' },
  { name: 'isUrgent', type: 'boolean' },
  { name: 'order', type: 'json' },
  { name: 'report', type: 'file' },
  { name: 'photos', type: 'files' },
];
const read = (values: FormValues) => readForm(declared, values);

test('a filled form gives each input in its own type', () => {
  const file = { fileId: 'f', name: 'a.txt', mediaType: 'text/plain', sizeBytes: 1, text: 'a' };
  const { inputs, problems } = read({
    question: 'Why?',
    count: '2.5',
    tone: 'friendly',
    isUrgent: true,
    order: '{"id":1}',
    report: file,
    photos: [file, { ...file, fileId: 'g' }],
  });
  expect(problems).toEqual({});
  expect(inputs).toEqual({
    question: 'Why?',
    count: 2.5,
    tone: 'friendly',
    isUrgent: true,
    order: { id: 1 },
    report: file,
    photos: [file, { ...file, fileId: 'g' }],
  });
});

test('an untouched form gives defaults and leaves empty optional fields out', () => {
  expect(read({ question: 'Why?' })).toEqual({ inputs: { question: 'Why?', tone: 'plain', isUrgent: false }, problems: {} });
});

test('every field that is wrong is named at once', () => {
  const { problems } = read({ question: ' ', count: 'two', tone: 'rude', order: '{' });
  expect(Object.fromEntries(Object.entries(problems).map(([name, { code }]) => [name, code]))).toEqual({
    question: 'required',
    count: 'not-a-number',
    tone: 'not-an-option',
    order: 'not-json',
  });
});

test.each(['file', 'files'] as const)('the default of an input of type %s is chosen until it is removed', (type) => {
  const file = { name: 'minutes.md', text: 'Grüße' };
  const input: StartInput = { name: 'reports', type, required: true, default: type === 'file' ? file : [file] };
  const shown = { ...file, fileId: 'inline_reports_0', mediaType: 'text/markdown', sizeBytes: 7 };
  const value = initialValue(input);
  expect(value).toEqual(type === 'file' ? shown : [shown]);
  expect(readForm([input], { reports: value })).toEqual({ inputs: { reports: value }, problems: {} });
  expect(readForm([input], { reports: type === 'file' ? null : [] }).problems).toMatchObject({ reports: { code: 'required' } });
});

test('a list of files that was emptied on purpose never turns back into its default', () => {
  const photos: StartInput = { name: 'photos', type: 'files', default: [{ name: 'a.md', text: 'a' }] };
  expect(readForm([photos], { photos: [] })).toEqual({ inputs: { photos: [] }, problems: {} });
});

test('a list without files is omitted, so that its default counts, and is not enough where files are required', () => {
  const photos: StartInput = { name: 'photos', type: 'files' };
  expect(readForm([photos], { photos: [] })).toEqual({ inputs: {}, problems: {} });
  expect(readForm([{ ...photos, required: true }], {}).problems).toMatchObject({ photos: { code: 'required' } });
});

test('a field that was emptied on purpose never turns back into its default', () => {
  const name: StartInput = { name: 'name', type: 'text', default: 'Ada' };
  expect(readForm([name], { name: '' })).toEqual({ inputs: { name: '' }, problems: {} });
  expect(readForm([{ ...name, required: true }], { name: '' }).problems).toMatchObject({ name: { code: 'required' } });
});

test('defaults are shown the way they are typed', () => {
  expect(initialValue({ name: 'a', type: 'json', default: { b: [1] } })).toBe('{\n  "b": [\n    1\n  ]\n}');
  expect(initialValue({ name: 'a', type: 'number', default: 3 })).toBe('3');
  expect(initialValue({ name: 'a', type: 'boolean' })).toBe(false);
});

test('a text file is sent as text and any other as base64', async () => {
  const text = await readFile(new File(['grüß'], 'a.md', { type: 'text/markdown' }), 'file_1');
  expect(text).toEqual({ fileId: 'file_1', name: 'a.md', mediaType: 'text/markdown', sizeBytes: 6, text: 'grüß' });
  const binary = await readFile(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'a.bin'), 'file_2');
  expect(binary).toMatchObject({ mediaType: 'application/octet-stream', base64: '//4A' });
});
