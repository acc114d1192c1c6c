import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const components = fileURLToPath(new URL('../components/', import.meta.url));

/** Forms that do without `useEntryForm`, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'artifacts/revise-slide.tsx': 'a wish in free text, like a message',
  'chat/answer/feedback-reason.tsx': 'a reason in free text that may be empty',
  'chat/chat-composer.tsx': 'a message',
  'chat/edit-form.tsx': 'a message',
  'chat/session-header.tsx': 'a name in place: an empty one changes nothing',
  'editor/assistant/composer.tsx': 'a message',
  'pages/agents/agent-trial.tsx': 'a message',
  'pages/chat/chat-side.tsx': 'a search',
  'pages/chat/chat-title.tsx': 'a name in place: an empty one changes nothing',
  'pages/chat/key-entry.tsx': 'a hosted page, which loads little; it shows its refusals itself',
  'pages/home/rename-field.tsx': 'a name in place: an empty one changes nothing',
  'pages/knowledge/question-set.tsx': 'one text that is measured; it names its wrong line itself',
  'pages/knowledge/test-tab.tsx': 'a search',
  'pages/memory/user-detail.tsx': 'a search',
  'pages/publish/chat-page-section.tsx': 'it shows its problems while one types, and focuses the first',
  'pages/publish/publish-form.tsx': 'it shows its problems while one types, and focuses the first',
  'pages/sessions/sessions-page.tsx': 'a search',
  'pages/sign-in/sign-in-page.tsx': 'the token must not be in the state of React',
  'pages/skills/skill-test.tsx': 'a message',
  'pages/start/prompt-band.tsx': 'a message',
  'pages/stored-values/stored-values-page.tsx': 'a search',
  'run-view/form/run-form.tsx': 'the inputs of a run, which also hosted pages ask for',
};

const sources = readdirSync(components, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(components, file), 'utf8') }));
const formsIn = (text: string) => text.match(/<form\b/g)?.length ?? 0;

test('a form that stores something is one of `useEntryForm`, which shows each refusal at its field', () => {
  const withForms = sources.filter(({ text }) => formsIn(text) > 0);
  expect(withForms.length).toBeGreaterThan(30);
  const own = withForms.filter(({ text }) => text.split('{...form.props}').length - 1 < formsIn(text));
  expect(own.map(({ file }) => file).toSorted()).toEqual(Object.keys(others).toSorted());
});

test('no field is checked by the browser, whose texts are in another language and cut pasted texts off', () => {
  const entryForms = sources.filter(({ text }) => text.includes('{...form.props}'));
  const checked = entryForms.filter(({ text }) =>
    /<(?:TextInput|TextArea|input|textarea)\b[^>]*\s(?:required|minLength|maxLength|pattern)[\s=/]/.test(text),
  );
  expect(checked.map(({ file }) => file)).toEqual([]);
});

test('why an action failed is read out: its notice is in a live region', () => {
  const silent = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/problem === undefined \? null : \(?\s*(?:<div[^>]*>\s*)?<Notice\b/g)]
      .filter(({ index }) => !/role="alert"|aria-live="polite"/.test(text.slice(Math.max(0, index - 200), index)))
      .map(() => file),
  );
  expect(silent).toEqual([]);
});
