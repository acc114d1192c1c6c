import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/runs', '/workflows/wf_1?run=run_2&tab=log#node', '/runs?next=//evil.example'])(
  '%s is a path of this server',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  'https://evil.example/',
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/runs/..//evil.example',
  'javascript:alert(1)',
  'runs',
  '',
  null,
  undefined,
])('%s leads nowhere else', (path) => {
  expect(ownPath(path)).toBe('/');
});
