import { expect, test } from 'vitest';
import { readResponse } from './response-fields.ts';

test('an answer has its headers in lower case, as texts', () => {
  expect(readResponse({ status: 201, headers: { 'X-Count': 3, Location: '/orders/1' }, body: { id: 1 } })).toEqual({
    response: { status: 201, headers: { 'x-count': '3', location: '/orders/1' }, body: { id: 1 } },
  });
  expect(readResponse({ status: 204 })).toEqual({ response: { status: 204, headers: {}, body: null } });
});

test.each([
  ['Set-Cookie', 'a=b', 'refused'],
  ['Content-Length', '7', 'refused'],
  ['Content-Security-Policy', "script-src 'unsafe-inline'", 'refused'],
  ['not a name', 'x', 'name'],
  ['X-Line', 'a\r\nset-cookie: b', 'value'],
  ['X-Text', '你好', 'value'],
])('the header %s: %s is not sent', (name, value, is) => {
  expect(readResponse({ status: 200, headers: { [name]: value } })).toEqual({ problem: { name, is } });
});
