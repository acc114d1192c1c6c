import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import english from '../i18n/messages/en.json' with { type: 'json' };
import chinese from '../i18n/messages/zh-CN.json' with { type: 'json' };
import { workflowReach } from '../workflow/workflow-reach.ts';
import { newReach } from './new-reach.ts';

const nothing = workflowReach(workflowOf({}, []), { nodes: {}, tools: {}, agents: {} });
const all = Object.fromEntries(Object.entries(nothing).map(([key, none]) => [key, Array.isArray(none) ? ['a'] : true]));

test.each([
  ['English', english.assistant],
  ['Chinese', chinese.assistant],
])('whatever a proposal may touch has a text in %s', (_, texts) => {
  const { names, facts } = newReach(nothing, all as unknown as typeof nothing);
  expect(Object.keys(names).filter((key) => !Object.hasOwn(texts.touches, key))).toEqual([]);
  expect(facts.filter((key) => !Object.hasOwn(texts.facts, key))).toEqual([]);
  expect([Object.keys(names).length, facts.length]).toEqual([13, 8]);
});
