import { expect, test } from 'vitest';
import { codeInBody, isErrorBody, reasonInBody } from './reason-in-body.ts';

test.each([
  [{ error: { message: 'Insufficient balance', code: 402 } }, 'Insufficient balance', 402],
  [{ error: 'model is loading' }, 'model is loading', undefined],
  [{ object: 'error', message: 'too long', type: 'BadRequestError', code: 400 }, 'too long', 400],
  [{ detail: 'Not authenticated' }, 'Not authenticated', undefined],
  [{ detail: [{ loc: ['body'], msg: 'field required' }] }, 'field required', undefined],
  [{ errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two', undefined],
  [[{ error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' } }], 'Quota', 429],
  [{ success: false, msg: 'no key', code: 'K1' }, 'no key', 'K1'],
  [{ error: { code: 'rate_limited' } }, 'rate_limited', 'rate_limited'],
])('%j is an error that says why', (body, reason, code) => {
  expect([isErrorBody(body), reasonInBody(body), codeInBody(body)]).toEqual([true, reason, code]);
});

test.each([[{ choices: [], error: null }], [{ content: [], type: 'message' }], [[]], ['text'], [null], [{ errors: [] }]])(
  '%j is no error',
  (body) => {
    expect(isErrorBody(body)).toBe(false);
  },
);
