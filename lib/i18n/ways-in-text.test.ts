import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageTitles, waysInText } from './ways-in-text.ts';

type Catalogue = { readonly [key: string]: string | Catalogue };
const read = (name: string): Catalogue => JSON.parse(readFileSync(new URL(`./messages/${name}.json`, import.meta.url), 'utf8'));

function textsOf(catalogue: Catalogue, path = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : textsOf(value, `${path}${key}.`),
  );
}
const en = Object.fromEntries(textsOf(read('en')));
const titles = Object.entries(en).flatMap(([key, title]) => (key.startsWith('rail.pages.') ? [title] : []));
/** However a text names a page of the rail: more than what `waysInText` finds. */
const namesPage = new RegExp(
  `\\b(?:page|under|in|on|at|to|open|see) (?:the )?(?:page )?(?:${titles.join('|')})\\b|\\b(?:${titles.join('|')}) page\\b|\\bSettings\\b`,
);

/** English to Chinese, of all texts of errors, refusals and problems. */
function refusals(): [english: string, chinese: string][] {
  const byEnglish = ['errors', 'reasons', 'client', 'documents', 'checks', 'expressions'].flatMap((name) =>
    textsOf(read(`${name}.zh-CN`)),
  );
  const chinese = Object.fromEntries(textsOf(read('problems.zh-CN')));
  const problems = textsOf(read('problems.en')).map(([key, text]) => [text, chinese[key] ?? ''] as [string, string]);
  return [...byEnglish, ...problems];
}

test('the titles of pages are those of the navigation', () => {
  for (const [language, named] of Object.entries(pageTitles))
    for (const [page, title] of Object.entries(named))
      expect(Object.fromEntries(textsOf(read(language)))[`rail.pages.${page}`]).toBe(title);
});

test('every refusal that names a page or a setting leads there, in both languages', () => {
  const naming = refusals().filter(([english]) => namesPage.test(english));
  expect(naming.length).toBeGreaterThan(20);
  const withoutWay = naming.filter(
    ([english, chinese]) => waysInText(english).length === 0 || waysInText(chinese).length !== waysInText(english).length,
  );
  expect(withoutWay).toEqual([]);
  for (const [english, chinese] of naming) expect(waysInText(chinese), chinese).toEqual(waysInText(english));
});

/** Texts of the studio that tell where something is, next to what they are about. */
const tells = new Set([
  // The node.
  'editor.canvas.afterStart',
  'home.tour.publish.text',
  'Budgets.askHelp',
  'publish.snippetNotes.webhook',
  'allowHost.setting',
  'knowledge.deleteText',
  'knowledge.help.folder',
  'memory.forgetUserText',
  'monitor.moreLive',
  'publish.clientNotes.claude-desktop',
]);

test('a text of the studio that sends people to another page has a way there, or only tells where something is', () => {
  const naming = Object.entries(en).filter(([key, text]) => namesPage.test(text) && !key.startsWith('rail.') && !tells.has(key));
  const bare = naming.filter(([, text]) => !/^(Settings|Open Settings)/.test(text) && waysInText(text).length === 0);
  expect(bare).toEqual([]);
});

test('settings are opened where the text says', () => {
  const links = (text: string) => waysInText(text).map(({ href }) => href);
  expect(links('If it is yours, allow 10.0.0.5:80 in Settings, under Private hosts (in the config file: x)')).toEqual([
    '/settings#private-hosts',
  ]);
  expect(links('Raise it under Settings, or try again tomorrow')).toEqual(['/settings#day-budget']);
  expect(links('请在“设置”中提高预算，或明天再试')).toEqual(['/settings#day-budget']);
  expect(links('Test it on the page MCP servers')).toEqual(['/mcp']);
  expect(links('The model is busy')).toEqual([]);
});
