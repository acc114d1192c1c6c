import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AnswerView } from '#components/chat/answer/answer-view.tsx';
import { Face } from '#components/chat/face.tsx';
import { pageLook } from '#components/chat/look/face-look.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import { publicChatLookSchema } from '#lib/chat/chat-look.ts';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

const look = { logoUrl: null, contact: { label: 'Talk to a person', url: 'mailto:help@shop.example' } };

function mount(answer: ChatAnswer, given: object = {}, onAgain: (() => void) | undefined = () => {}) {
  const shown = pageLook(publicChatLookSchema.parse({ ...look, ...given }), 'Shop');
  const view = (
    <Face look={shown} size="page">
      <AnswerView answer={answer} isGrowing={false} onAgain={onAgain} />
    </Face>
  );
  return page.mount(view, 'en');
}

const sources = [
  { index: 1, title: 'Returns', page: 3, snippet: 'Within 60 days.', url: 'https://shop.example/returns' },
  { index: 2, title: 'Care guide' },
];
const cited: ChatAnswer = [
  { kind: 'text', markdown: '**Yes** [1], and see [2, 1]. Not [7] and not `[1]`.' },
  { kind: 'sources', sources },
];

test('numbers of sources become chips that lead to their cards, and numbers without a source stay text', async () => {
  const main = await mount(cited);
  const chips = await until(() => {
    const found = [...main.querySelectorAll('a.chat-cite')];
    return found.length === 3 && found;
  });
  expect(chips.map((chip) => chip.textContent)).toEqual(['1', '2', '1']);
  expect(chips[0]?.getAttribute('aria-label')).toBe('Source 1, Returns, page 3');
  expect(main.textContent).toContain('Not [7] and not [1].');
  const card = main.querySelector<HTMLElement>('[data-citation="1"] .chat-source');
  await page.click(chips[0]);
  expect(document.activeElement).toBe(card);
  expect(card?.getAttribute('href')).toBe('https://shop.example/returns');
  expect(card?.textContent).toContain('“Within 60 days.”');
  await page.click(chips[1]);
  expect(document.activeElement?.textContent).toContain('Care guide');
});

test('an owner may hide the sources of answers', async () => {
  const main = await mount(cited, { sources: false });
  await until(() => main.querySelector('strong'));
  expect(main.querySelectorAll('.chat-cite, .chat-source')).toHaveLength(0);
});

test('a failure says what to do and a reference, and what waits asks for nothing', async () => {
  let asked = 0;
  const main = await mount([{ kind: 'failed', reference: 'A1B2C3' }], {}, () => asked++);
  const card = main.querySelector('[role="alert"]');
  expect(card?.textContent).toContain('That did not work, and it was not you');
  expect(card?.textContent).toContain('Reference A1B2C3');
  expect(card?.querySelector('a')?.getAttribute('href')).toBe('mailto:help@shop.example');
  await page.click(card?.querySelector('button'));
  expect(asked).toBe(1);
  page.clear();
  const month = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const waits = await mount([{ kind: 'waiting', for: 'person', expectBy: month }]);
  expect(waits.textContent).toContain('A colleague looks at this');
  expect(waits.textContent).not.toContain('at the latest');
  expect(waits.querySelectorAll('button, a, input')).toHaveLength(0);
});

test('a file that cannot be read is named as the reason, and the same attempt is not offered', async () => {
  const main = await mount([{ kind: 'failed', reference: 'A1B2C3', because: 'file' }]);
  const card = main.querySelector('[role="alert"]');
  expect(card?.textContent).toContain('A file could not be read');
  expect(card?.textContent).not.toContain('Try again');
});

test('formulas, tables and code are drawn, and HTML stays text', async () => {
  const markdown = 'So $x^2$ costs $5.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n<img src=x onerror=alert(1)>';
  const main = await mount([{ kind: 'text', markdown }]);
  await until(() => main.querySelector('math'));
  expect(main.querySelectorAll('table td')).toHaveLength(2);
  expect(main.querySelector('pre')?.textContent).toBe('let a;\n');
  expect(main.querySelector('figcaption')?.textContent).toContain('js');
  expect(main.querySelector('img')).toBeNull();
  expect(main.textContent).toContain('costs $5');
});
