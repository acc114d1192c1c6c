import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const document = (settings: object, node: object = {}, rest: object = {}) => ({
  format: 'threadloom/workflow@1',
  name: 'Keys',
  description: '',
  settings,
  nodes: [{ id: 'start', type: 'start', version: 1, label: '', config: { inputs: [] }, position: { x: 0, y: 0 }, ...node }],
  edges: [],
  ...rest,
});
const warningsOf = (...parts: Parameters<typeof document>) => {
  const { valid, warnings } = validateWorkflow(document(...parts), nodeRegistry);
  expect(valid).toBe(true);
  return warnings.map(({ path, message, hint, nodeId }) => [nodeId, path, message, hint]);
};

test.each<[string, Parameters<typeof document>, readonly unknown[]]>([
  ['a limit', [{ limits: { maxStep: 1 } }], [undefined, 'settings.limits.maxStep', 'settings.limits', 'maxSteps']],
  ['a setting', [{ credentails: {} }], [undefined, 'settings.credentails', 'settings', 'credentials']],
  ['another setting', [{ sesion: {} }], [undefined, 'settings.sesion', 'settings', 'session']],
  ['a limit among the settings', [{ maxSteps: 1 }], [undefined, 'settings.maxSteps', 'settings', 'settings.limits.maxSteps']],
  ['a limit of the document', [{}, {}, { limits: {} }], [undefined, 'limits', 'workflow', 'settings.limits']],
  ['an option', [{}, { options: { retries: { attempts: 2 } } }], ['start', 'options.retries', 'options', 'retry']],
  [
    'a field of retry',
    [{}, { options: { retry: { attempts: 2, delay: 3 } } }],
    ['start', 'options.retry.delay', 'options.retry', 'delayMs'],
  ],
  ['retry on the node', [{}, { retry: { attempts: 3 } }], ['start', 'retry', 'start', 'options.retry']],
  ['onError on the node', [{}, { onError: 'branch' }], ['start', 'onError', 'start', 'options.onError']],
  [
    'a field of a session variable',
    [{ session: { variables: [{ name: 'n', type: 'text', defualt: 'x' }] } }],
    [undefined, 'settings.session.variables[0].defualt', 'settings.session.variables[0]', 'default'],
  ],
])('%s that is misspelled or misplaced is warned about, with what was meant', (_, parts, [nodeId, path, holder, meant]) => {
  const warnings = warningsOf(...parts);
  expect(warnings).toEqual([[nodeId, path, expect.stringContaining(`${holder} has no field`), `Did you mean ${meant}?`]]);
});

test('an unknown key is warned about in what is ours alone, and let be where other programs write', () => {
  expect(warningsOf({ quux: 1 })).toEqual([
    [undefined, 'settings.quux', "settings has no field 'quux'", expect.stringContaining('no effect')],
  ]);
  expect(warningsOf({}, { selected: true, measured: { width: 1 } }, { exportedBy: 'me' })).toEqual([]);
});

test.each([
  ['number', '5', '"5"', '0'],
  ['list', {}, '{}', '[]'],
  ['text', null, 'null', '""'],
])('a default of a %s variable that does not fit is warned about', (type, value, shown, empty) => {
  const settings = { session: { variables: [{ name: 'n', type, default: value }] } };
  expect(warningsOf(settings)).toEqual([
    [
      undefined,
      'settings.session.variables[0].default',
      expect.stringContaining(`is ${shown}, and its type is ${type}: a new session begins with ${empty}`),
      expect.any(String),
    ],
  ]);
});
