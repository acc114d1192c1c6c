import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { worded } from '#lib/i18n/problem-text.ts';
import { toErrorAnswer } from './error-answer.ts';

const problem = {
  code: 'unknown-tool',
  severity: 'error',
  ...worded(['no-such-tool', { name: 'read_ulr' }], ['meant', { name: 'read_url' }]),
};
const refused = new AppError('workflow-invalid', `page: ${problem.message}`, { details: { problems: [problem] } });

test('problems of a workflow are in the requested language, with the same code and data', () => {
  const { status, body } = toErrorAnswer(refused, 'r1', 'zh-CN');
  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    code: 'workflow-invalid',
    message: 'page: 没有名为“read_ulr”的工具',
    requestId: 'r1',
    details: {
      problems: [
        { code: 'unknown-tool', message: '没有名为“read_ulr”的工具', hint: '您是想写 read_url 吗？', texts: problem.texts },
      ],
    },
  });
});

test('the number of further problems is in the requested language', () => {
  const message = `page: ${problem.message} (and 1 more)`;
  const two = new AppError('workflow-invalid', message, { details: { problems: [problem, problem] } });
  expect(toErrorAnswer(two, 'r1', 'zh-CN').body.error.message).toBe('page: 没有名为“read_ulr”的工具（另有 1 个问题）');
});

test('without a requested language, and for problems without a translation, the message is unchanged', () => {
  expect(toErrorAnswer(refused, 'r1').body.error.message).toBe("page: There is no tool 'read_ulr'");
  const field = { path: 'body.mode', message: 'Invalid option', value: 'x' };
  const body = new AppError('body-invalid', 'body.mode: Invalid option', { details: { problems: [field] } });
  expect(toErrorAnswer(body, 'r1', 'zh-CN').body.error).toMatchObject({
    message: 'body.mode: Invalid option',
    details: { problems: [field] },
  });
});
