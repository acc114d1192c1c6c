import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { QuestionSet } from '#components/pages/knowledge/question-set.tsx';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';
import { sampleBase } from '#tests/support/sample-base.ts';

let isListed = false;
const server = createServer((_, response) => {
  if (!isListed) return response.destroy();
  const items = [{ question: 'How long?', documentKey: 'a.pdf', excerpt: null }];
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
});
const page = openPage(server);

test('questions that could not be loaded are not replaced by what is typed in their place', async () => {
  const main = await page.mount(<QuestionSet base={sampleBase} />, 'en');
  const area = () => main.querySelector('textarea');
  expect(area()?.readOnly).toBe(true);
  const problem = await until(() => main.querySelector('[data-part="load-problem"]'));
  expect(area()?.readOnly).toBe(true);
  isListed = true;
  await page.click(problem.querySelector('button'));
  await until(() => area()?.value === 'How long? | a.pdf');
  expect(area()?.readOnly).toBe(false);
});
