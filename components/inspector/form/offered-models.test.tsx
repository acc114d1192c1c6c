import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { listOffered } from '#components/inspector/form/list-offered.ts';
import { OfferedModels } from '#components/inspector/form/offered-models.tsx';
import { openPage } from '#tests/support/mounted-part.tsx';

const asked: string[] = [];
/** `main` lists a model, and the others have a problem. */
const page = openPage(
  createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    response.setHeader('content-type', 'application/json');
    const item = { id: 'gpt-9', title: null, contextTokens: null, price: null };
    response.end(JSON.stringify(url.includes('main') ? { items: [item], problem: null } : { items: [], problem: 'No key' }));
  }),
);
const model = (name: string, provider: string, isDemo = false) => ({ name, provider, isDemo });

test('each provider is asked once, with its first model, and an item names provider and model', async () => {
  asked.length = 0;
  const models = [model('demo', 'demo', true), model('main', 'openai'), model('small', 'openai'), model('own', 'ollama')];
  expect(await listOffered(models)).toEqual({
    items: [{ id: 'openai/gpt-9', label: 'gpt-9', hint: 'openai' }],
    problem: 'No key',
  });
  expect(asked.toSorted()).toEqual(['/api/v1/models/main/offered', '/api/v1/models/own/offered']);
});

test('the reason is shown when no provider gives a list', async () => {
  await page.mount(<OfferedModels models={[model('own', 'ollama')]} onPick={() => {}} />, 'en');
  document.querySelector<HTMLElement>('[data-part="list-models"]')?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain('No key'));
});

test('with the demo model alone there is nothing to ask', async () => {
  await page.mount(<OfferedModels models={[model('demo', 'demo', true)]} onPick={() => {}} />, 'en');
  expect(document.querySelector('[data-part="list-models"]')).toBeNull();
});
