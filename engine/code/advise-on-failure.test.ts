import { expect, test } from 'vitest';
import { adviseOnFailure } from './advise-on-failure.ts';

test.each([
  ['ReferenceError: Intl is not defined', 'Format the date in an expression'],
  ["ZoneInfoNotFoundError: 'No time zone found with key Asia/Shanghai'", 'Format the date in an expression'],
  ["ModuleNotFoundError: No module named 'requests'", 'its standard library only'],
  ['ReferenceError: require is not defined', 'without the modules of Node'],
  ['ReferenceError: Buffer is not defined', 'btoa and atob'],
  ['ReferenceError: crypto is not defined', 'with hashlib, hmac and secrets'],
])('%s', (message, hint) => {
  expect(adviseOnFailure(message)).toContain(hint);
});

test('a failure of the code itself has no advice', () => {
  for (const message of ['ZeroDivisionError: division by zero', 'ReferenceError: buffer is not defined', ''])
    expect(adviseOnFailure(message)).toBeUndefined();
});
