import { expect, test } from 'vitest';
import { cronOfSentence } from './cron-sentence.ts';
import { sentenceInText } from './sentence-in-text.ts';

test.each([
  ['Every workday at eight, write a short digest of some topics.', '0 8 * * 1-5'],
  ['On weekdays at 17:30 mail me the open orders', '30 17 * * 1-5'],
  ['Every Monday and Thursday at 7 pm, sum up the week', '0 19 * * 1,4'],
  ['each morning, read the feed', '0 9 * * *'],
  ['On Tuesdays, write a report', '0 9 * * 2'],
  ['Send the figures daily at noon', '0 12 * * *'],
  ['A summary every evening at six', '0 18 * * *'],
  ['Check the page every 15 minutes', '*/15 * * * *'],
  ['every hour look at the queue', '0 * * * *'],
  ['每个工作日早上八点，写一份简短的摘要', '0 8 * * 1-5'],
  ['每周一、周三下午3点半发送报告', '30 15 * * 1,3'],
  ['每周一和三上午10:05汇总', '5 10 * * 1,3'],
  ['每天晚上十二点', '0 0 * * *'],
  ['Every day at 12 am', '0 0 * * *'],
  ['Every day at 12 p.m.', '0 12 * * *'],
  ['每隔十分钟检查一次', '*/10 * * * *'],
])('%s: %s', (text, cron) => {
  const sentence = sentenceInText(text);
  expect(sentence && cronOfSentence(sentence)).toBe(cron);
});

test.each(['Sort the messages of every customer', 'Answer within a day', 'every 7 minutes', '回答每个问题', '每周一次', ''])(
  'no times: %j',
  (text) => expect(sentenceInText(text)).toBeUndefined(),
);
