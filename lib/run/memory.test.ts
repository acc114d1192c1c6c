import { expect, test } from 'vitest';
import { joinChanges, type Memory, type MemoryChange, mergeMemory, newMemory } from './memory.ts';

const at = '2026-01-01T12:00:00.000Z';
const merge = (memory: Memory, change: MemoryChange) => mergeMemory(memory, { at, change });

test('a stage adds to earlier findings; known texts are not added again', () => {
  const first = merge(newMemory('run_1'), { goals: ['Ship'], facts: ['It is  Monday'], decisions: ['Wait'] });
  const second = merge(first, {
    goals: ['ship', 'Test'],
    facts: ['it is monday'],
    decisions: [{ decision: 'Wait', rationale: 'rain' }],
  });
  expect(second).toEqual({
    version: 2,
    sessionId: 'run_1',
    goals: ['Ship', 'Test'],
    decisions: [{ id: 'decision-1.1', at, decision: 'Wait', rationale: 'rain' }],
    todos: [],
    facts: [{ id: 'fact-1.1', fact: 'it is monday' }],
    openQuestions: [],
  });
  expect(first.version).toBe(1);
});

test('a todo changes by id or text, and an answered question goes', () => {
  const first = merge(newMemory('s'), {
    todos: ['Read', { id: 'x', text: 'Write', owner: 'research' }],
    openQuestions: ['Who?', { question: 'When?', context: 'the date is missing' }],
  });
  const second = merge(first, {
    todos: [
      { text: 'read', status: 'done' },
      { id: 'x', text: 'Write it down' },
    ],
    resolved: ['who?', 'question-1.2'],
  });
  expect(second.todos).toEqual([
    { id: 'todo-1.1', text: 'read', status: 'done' },
    { id: 'x', text: 'Write it down', status: 'pending', owner: 'research' },
  ]);
  expect(second.openQuestions).toEqual([]);
});

test('a list keeps its latest hundred entries', () => {
  let memory = newMemory('s');
  for (let stage = 0; stage < 3; stage++)
    memory = merge(memory, { facts: Array.from({ length: 60 }, (_, index) => `Fact ${stage}.${index}`) });
  expect(memory.facts).toHaveLength(100);
  expect(memory.facts.at(-1)?.fact).toBe('Fact 2.59');
});

test('the changes of one stage are one change', () => {
  expect(joinChanges([{ facts: ['a'] }, { facts: ['b'], goals: ['c'] }])).toEqual({ facts: ['a', 'b'], goals: ['c'] });
});
