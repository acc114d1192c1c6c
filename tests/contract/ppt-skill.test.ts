import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findSlideProblem } from '#lib/slides/deck.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import createSlides from '#tools/create_slides.tool.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const read = (name: string) => readFileSync(new URL(`../../skills/ppt/${name}`, import.meta.url), 'utf8');
const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());
const signal = new AbortController().signal;
const example = createSlides.input.parse(JSON.parse(read('references/example.json')));

test('the skill names tools that exist, in the public format', () => {
  const [, front = ''] = read('SKILL.md').split('---\n');
  const {
    name,
    description,
    allowed_tools: tools,
  } = parse(front) as { name: string; description: string; allowed_tools: string[] };
  expect({ name, isShort: description.length <= 1024 }).toEqual({ name: 'ppt', isShort: true });
  for (const tool of tools) expect(Object.keys(toolRegistry)).toContain(tool);
});

test('its example is a deck that can be made, and says when it is read what it was made of', async () => {
  const { name, ...deck } = example;
  expect(deck.slides.map(findSlideProblem).filter(Boolean)).toEqual([]);
  const bytes = await makeDocumentWriter().write({ kind: 'pptx', deck, images: [] }, signal);
  const slides = await makeDocumentReader().readSlides({ name, mediaType: '', bytes }, signal);
  expect(slides.map(slideOfPicture)).toEqual(deck.slides);
});

describe('its check of the layout', () => {
  const check = async (slides: readonly object[]) => {
    let printed = '';
    const answer = await sandbox.run(
      {
        language: 'python',
        code: read('scripts/check_layout.py'),
        inputs: { slides: JSON.parse(JSON.stringify(slides)) },
        timeoutMs: 60_000,
        memoryMb: 128,
      },
      {
        signal,
        onOutput: ({ text }) => {
          printed += text;
        },
      },
    );
    expect(answer).toMatchObject({ ok: true });
    return printed.trimEnd().split('\n');
  };

  test('finds nothing in the example', async () => {
    expect(await check(example.slides)).toEqual(['OK']);
  });

  test('finds what will not read well, in both languages', async () => {
    const found = await check([
      { layout: 'content', title: '数据', bullets: Array(7).fill('点') },
      { title: 'A title that goes on and on and says far too much for anybody to read', bullets: ['长'.repeat(70)] },
      {
        title: 'Parts',
        chart: { type: 'pie', categories: ['a', 'b', 'c', 'd', 'e', 'f'], series: [{ name: 's', values: [1] }] },
      },
    ]);
    expect(found.map((line) => /^slide (\d+), (\S+):/.exec(line)?.slice(1).join(' '))).toEqual([
      '1 title',
      '1 bullets',
      '2 title',
      '2 bullets[0]',
      '3 chart.series[0].values',
      '3 chart.type',
      '1 layout',
    ]);
  });
});
