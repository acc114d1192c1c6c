import { expect, test } from 'vitest';
import { decisionOf } from './decision-text.ts';

test.each(['yes', 'Yes!', ' OK. ', '“Approve”', 'Go ahead', '好的。', '同意', 'ＹＥＳ', 'D’accord', '👍'])(
  '%s approves',
  (text) => {
    expect(decisionOf(text)).toBe(true);
  },
);

test.each(['no', 'No, thanks.', 'REJECT', '不同意', '拒绝！', 'nein', 'Don’t'])('%s rejects', (text) => {
  expect(decisionOf(text)).toBe(false);
});

test.each(['maybe', '', 'yes and no', 'no problem, go ahead', 'yes if it is cheap', 'What is it?', '不'.repeat(2)])(
  '%s is no clear answer',
  (text) => {
    expect(decisionOf(text)).toBeUndefined();
  },
);
