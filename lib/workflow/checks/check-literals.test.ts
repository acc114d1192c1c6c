import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const node = (id: string, type: string, config: object) => ({
  id,
  type,
  version: type === 'http' ? 2 : 1,
  label: '',
  config,
  position: { x: 0, y: 0 },
});
const problemsOf = (type: string, config: object) => {
  const { errors, warnings } = validateWorkflow(
    {
      format: 'threadloom/workflow@1',
      name: 'Literals',
      description: '',
      settings: {},
      nodes: [node('start', 'start', { inputs: [{ name: 'x', type: 'text', required: true }] }), node('work', type, config)],
      edges: [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'work', targetHandle: 'in' }],
    },
    nodeRegistry,
  );
  return [...errors, ...warnings].map(({ severity, path, message, hint = '' }) => [severity, path, `${message} ${hint}`]);
};
const schema = (type: unknown) => ({ type: 'object', properties: { list: { type: 'array', items: { anyOf: [{ type }] } } } });

test.each<[string, object, string, string, string]>([
  ['wait', { mode: 'until', until: 'tomorrow' }, 'warning', 'config.until', '"tomorrow" is not a date'],
  ['wait', { mode: 'until', until: '2026-02-30 10:00' }, 'warning', 'config.until', 'is not a date'],
  [
    'wait',
    { mode: 'until', until: '2026-03-01', timeZone: 'Europe/Berlim' },
    'warning',
    'config.timeZone',
    'no time zone "Europe/Berlim"',
  ],
  ['http', { url: 'ftp://files.example/a' }, 'warning', 'config.url', '"ftp://files.example/a" is not an address'],
  ['http', { url: 'notaurl' }, 'warning', 'config.url', 'begin it with https://'],
  ['llm', { userPrompt: 'x', outputSchema: { type: 'objct' } }, 'error', 'config.outputSchema.type', 'Did you mean object?'],
  [
    'llm',
    { userPrompt: 'x', outputSchema: schema('strng') },
    'error',
    'config.outputSchema.properties.list.items.anyOf[0].type',
    'Did you mean string?',
  ],
  ['code', { code: 'return 1', outputSchema: { type: 'quux' } }, 'warning', 'config.outputSchema.type', 'One of object, array'],
])('a %s with %j is found while it is drawn', (type, config, severity, path, text) => {
  expect(problemsOf(type, config)).toEqual([[severity, path, expect.stringContaining(text)]]);
});

test.each<[string, object]>([
  ['wait', { mode: 'until', until: '2026-03-01 09:30', timeZone: 'Europe/Berlin' }],
  ['wait', { mode: 'until', until: '{{start.x}}' }],
  ['wait', { mode: 'for', forMs: 1000, until: 'whenever' }],
  ['http', { url: 'HTTPS://example.com/a b' }],
  ['http', { url: '{{start.x}}/items' }],
  ['llm', { userPrompt: 'x', outputSchema: { type: ['object', 'null'], properties: { type: { type: 'string' } } } }],
])('a %s with %j is not', (type, config) => {
  expect(problemsOf(type, config)).toEqual([]);
});
