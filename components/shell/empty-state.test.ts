import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the examples of empty lists are templates that are shipped', () => {
  const examples = globSync('components/pages/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<EmptyState\b[^>]*\bexample="([^"]{1,100})"/g)].map(([, id]) => id),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const id of examples) expect(globSync(`templates/${id}.workflow.json`), id).toHaveLength(1);
});
