import { expect, test } from 'vitest';
import { sessionSkills } from './session-skills.ts';
import type { Workflow } from './workflow.ts';

const workflow = (...configs: object[]) =>
  ({ nodes: configs.map((config, index) => ({ id: `n${index}`, type: 'llm', config })) }) as unknown as Workflow;
const lasting = { conversationScope: 'session', skillMode: 'auto' };

test('a session begins with skills of nodes whose conversation lasts', () => {
  expect(sessionSkills(workflow({ ...lasting, skills: ['refunds'] }, { ...lasting, skills: ['refunds', 'tone'] }))).toEqual([
    'refunds',
    'tone',
  ]);
  expect(sessionSkills(workflow({ ...lasting, skills: ['refunds'] }, { ...lasting, skills: [] }))).toEqual(['*']);
});

test('a node without skills, or whose conversation ends with its run, keeps none', () => {
  const others = [
    { ...lasting, skillMode: 'off', skills: ['tone'] },
    { skillMode: 'auto', skills: ['tone'] },
  ];
  expect(sessionSkills(workflow(...others))).toEqual([]);
});
