import { expect, test } from 'vitest';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { readMarkdown } from './read-markdown.ts';

test('reads paragraphs over several lines, and looks', () => {
  expect(readMarkdown('Gives `{ status }`;\n**else** fires *once*.\n\nSecond.')).toEqual([
    {
      kind: 'paragraph',
      inlines: [
        { text: 'Gives ', look: 'plain' },
        { text: '{ status }', look: 'code' },
        { text: '; ', look: 'plain' },
        { text: 'else', look: 'strong' },
        { text: ' fires ', look: 'plain' },
        { text: 'once', look: 'emphasis' },
        { text: '.', look: 'plain' },
      ],
    },
    { kind: 'paragraph', inlines: [{ text: 'Second.', look: 'plain' }] },
  ]);
});

test('reads lists, whose items may have several lines', () => {
  const [before, list] = readMarkdown('There are:\n- one\n  more\n- two');
  expect(before?.kind).toBe('paragraph');
  expect(list).toEqual({
    kind: 'list',
    items: [[{ text: 'one more', look: 'plain' }], [{ text: 'two', look: 'plain' }]],
  });
});

test('signs of arithmetic are no emphasis', () => {
  expect(readMarkdown('2 * 3 * 4')).toEqual([{ kind: 'paragraph', inlines: [{ text: '2 * 3 * 4', look: 'plain' }] }]);
});

test('no docs of a node type use anything else', () => {
  for (const [id, { docs }] of Object.entries(nodeGuides)) {
    const plain = readMarkdown(docs)
      .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.inlines))
      .filter(({ look }) => look === 'plain');
    expect(
      plain.filter(({ text }) => /\*\*|`|^#|\[[^\]]+\]\(/.test(text)),
      id,
    ).toEqual([]);
  }
});
