import { expect, test } from 'vitest';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { imagesOfMarkdown } from './load-document-images.ts';

/** Every file exists. */
const files = { readFile: async () => ({ name: 'x.png', mediaType: 'image/png', bytes: new Uint8Array(1) }) };

async function imagesOf(markdown: string) {
  const { context } = makeExecutorContext();
  const found = await imagesOfMarkdown(markdown, {
    ...context,
    tools: { ...context.tools, files: files as unknown as WorkspaceFiles },
  });
  return found.map(({ file }) => file);
}

test.each([
  ['![A](a.png) and ![B](b.png "Title") and ![A](a.png)', ['a.png', 'b.png']],
  ['![A](chart%20(1).png)', ['chart (1).png']],
  ['![A](<my chart.png>)', ['my chart.png']],
  ['![A](https://example.com/a.png)', []],
])('the images of %s are %j', async (markdown, expected) => {
  expect(await imagesOf(markdown)).toEqual(expected);
});

test.each(['1. ', '-   ', '> 12) '])('code that begins behind %j in a line ends at its fence', async (marker) => {
  expect(await imagesOf(`${marker}\`\`\`sh\n   ![A](a.png)\n   \`\`\`\n\n![B](b.png)`)).toEqual(['b.png']);
});

test('what is written as code shows no image', async () => {
  const markdown = [
    'Write `![A](inline.png)`:',
    '```md',
    '![A](fenced.png)',
    '```js',
    '![A](fenced-too.png)',
    '```',
    '- An item:',
    '  ~~~~',
    '  ~~~',
    '  ![A](nested.png)',
    '  ~~~~',
    '![B](b.png)',
    '```',
    '![A](not-closed.png)',
  ].join('\n');
  expect(await imagesOf(markdown)).toEqual(['b.png']);
});
