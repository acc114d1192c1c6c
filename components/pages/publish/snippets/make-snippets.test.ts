import { expect, test } from 'vitest';
import { makeSnippets } from './make-snippets.ts';
import { snippetKinds } from './snippet-call.ts';

const call = {
  origin: 'http://127.0.0.1:3000',
  slug: 'letters',
  inputs: { text: 'Ada', count: 2, isNew: true, note: null, tags: ['a'] },
};

const everySnippet = (of: Parameters<typeof makeSnippets>[0]) =>
  snippetKinds.flatMap((kind) => Object.values(makeSnippets(of, kind)));

test('each snippet names the endpoint, and a key of the environment when there is none', () => {
  for (const snippet of everySnippet(call)) {
    expect(snippet).toMatch(/http:\/\/127\.0\.0\.1:3000\/(api\/v1\/run\/letters|v1)/);
    expect(snippet).toContain('letters');
    expect(snippet).toContain('THREADLOOM_KEY');
  }
});

test('each snippet contains a new key, so that it can be run', () => {
  for (const snippet of everySnippet({ ...call, key: 'tlk_abc' })) {
    expect(snippet).toContain('tlk_abc');
    expect(snippet).not.toContain('THREADLOOM_KEY');
  }
});

test('the curl call is one command with the inputs as JSON', () => {
  expect(makeSnippets({ ...call, inputs: { text: 'Ada' } }).curl).toBe(
    `curl -sS 'http://127.0.0.1:3000/api/v1/run/letters' \\
  -H "Authorization: Bearer $THREADLOOM_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "inputs": {
    "text": "Ada"
  }
}'`,
  );
});

test('a quote in a value cannot end the text of the shell', () => {
  const { curl } = makeSnippets({ ...call, inputs: { text: `it's $(date) "now"` } });
  expect(curl).toContain(`it'\\''s $(date) \\"now\\"`);
});

test('Python has its own words for true, false and nothing', () => {
  const { python } = makeSnippets(call);
  expect(python).toContain('"isNew": True,');
  expect(python).toContain('"note": None,');
  expect(python).not.toMatch(/\b(true|false|null)\b/);
});

test('a message is the input that takes it, and the other inputs are beside it', () => {
  const { curl } = makeSnippets({ ...call, inputs: { text: 'Ada', count: 2 }, messageInput: 'text' }, 'openai');
  expect(JSON.parse(/-d '(.*)'$/s.exec(curl)?.[1] ?? '')).toEqual({
    model: 'letters',
    messages: [{ role: 'user', content: 'Ada' }],
    inputs: { count: 2 },
  });
});

test('a workflow without inputs is called with none', () => {
  const { curl, python } = makeSnippets({ ...call, inputs: {} });
  expect(curl).toContain('"inputs": {}');
  expect(python).toContain('"inputs": {},');
});
