import { expect, test } from 'vitest';
import { slugSchema } from '#lib/api/deployments.contract.ts';
import { slugOfName } from './slug-of-name.ts';

test.each([
  ['Refund triage', 'refund-triage'],
  ['  Émile & Søren!  ', 'emile-s-ren'],
  ['退款分流', 'workflow'],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('%s suggests %s, which the API takes', (name, slug) => {
  expect(slugOfName(name)).toBe(slug);
  expect(slugSchema.parse(slugOfName(name))).toBe(slug);
});
