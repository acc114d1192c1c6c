import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FindableTemplate, findTemplates } from './find-template.ts';

type Document = { name: string; description: string; nodes: { type: string }[]; triggers?: { type: string }[] };
const titles: Readonly<Record<string, string>> = {
  approval: 'Approval',
  knowledge: 'Knowledge',
  document: 'Document',
  webhook: 'Webhook',
  schedule: 'Schedule',
  feed: 'Feed',
};
const templates = readdirSync('templates')
  .filter((file) => file.endsWith('.workflow.json'))
  .map((file): FindableTemplate => {
    const { name, description, nodes, triggers = [] } = JSON.parse(readFileSync(`templates/${file}`, 'utf8')) as Document;
    const parts = [...nodes, ...triggers].map(({ type }) => ({ type, title: titles[type] ?? type, summary: '' }));
    return { id: file.replace('.workflow.json', ''), name, description, parts };
  });

const nearest = (request: string) => findTemplates(request, templates)[0]?.id;

test.each([
  ['Sort the support mail, and ask a person for approval before an urgent reply goes out.', 'triage-with-approval'],
  ['Every morning on workdays, write a digest of some topics.', 'daily-digest'],
  ['Answer questions about our handbook, with citations of the passages.', 'answers-from-documents'],
  ['Make slides about a topic', 'slide-maker'],
  ['Three reviewers read my text at the same time', 'parallel-review'],
  ['Fill in what is missing about each company in a spreadsheet', 'sheet-enrichment'],
  ['把客服邮件分类，紧急的回复先给人审批', 'triage-with-approval'],
  ['工作日早上八点写一份摘要', 'daily-digest'],
  ['根据文档回答问题，并给出引用', 'answers-from-documents'],
  ['做一份演示文稿', 'slide-maker'],
  ['每天早上九点读取三个新闻网站，挑出有关的文章，写一份摘要', 'daily-digest'],
  ['Every Monday at 9:00, read the files of the team and write a summary', 'daily-digest'],
])('%s: the nearest template is %s', (request, id) => expect(nearest(request)).toBe(id));

test('a request that shares no word with a template finds none, and the words that spoke for one are told', () => {
  expect(findTemplates('zzz qqq', templates)).toEqual([]);
  expect(findTemplates('write a digest', templates)[0]?.words).toContain('digest');
});
