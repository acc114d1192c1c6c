import { expect, test } from 'vitest';
import { readResponse } from './response-fields.ts';

test('an answer has its headers in lower case, as texts', () => {
  expect(readResponse({ status: 201, headers: { 'X-Count': 3, Location: '/orders/1' }, body: { id: 1 } })).toEqual({
    response: { status: 201, headers: { 'x-count': '3', location: '/orders/1' }, body: { id: 1 } },
  });
  expect(readResponse({ status: 204 })).toEqual({ response: { status: 204, headers: {}, body: null } });
});

test.each([
  ['Set-Cookie', 'a=b', /set by the server alone/],
  ['Content-Length', '7', /set by the server alone/],
  ['Content-Security-Policy', "script-src 'unsafe-inline'", /set by the server alone/],
  ['not a name', 'x', /is no name of a header/],
  ['X-Line', 'a\r\nset-cookie: b', /characters that no header may have/],
  ['X-Text', '你好', /characters that no header may have/],
])('the header %s: %s is not sent', (name, value, reason) => {
  expect(readResponse({ status: 200, headers: { [name]: value } })).toMatchObject({
    problem: { name, reason: expect.stringMatching(reason) },
  });
});
