import { expect, test } from 'vitest';
import { fieldPath } from '../expression/field-path.ts';
import { valueAtField } from './value-at-field.ts';

const config = { url: 'htp://x', cases: [{ when: 'a > 1' }], headers: { 'X "odd".key': '1', 'x-plain': '2' } };

test.each([
  [['url'], 'htp://x'],
  [['cases', 0, 'when'], 'a > 1'],
  [['headers', 'X "odd".key'], '1'],
  [['headers', 'x-plain'], '2'],
  [[], config],
])('the path that a problem gives leads to its value: %j', (path, value) => {
  expect(valueAtField(config, fieldPath(path))).toEqual(value);
});

test.each(['config.nothing', 'config.url.deeper', 'config.cases[7]', 'configuration', 'nodes[0].label', 'config.', 'config[x]'])(
  'a path that leads nowhere has no value: %s',
  (field) => {
    expect(valueAtField(config, field)).toBeUndefined();
  },
);

test('an inherited property is no value of a config', () => {
  expect(valueAtField(config, 'config.constructor')).toBeUndefined();
});
