import { describe, expect, test } from 'vitest';
import { compileCel } from '#lib/expression/condition.ts';
import condition from '#nodes/condition/condition.node.ts';
import switchNode from '#nodes/switch/switch.node.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import executeCondition from './condition.executor.ts';
import executeSwitch from './switch.executor.ts';

const scope = { order: { total: 250, country: 'NL', note: null } };

function contextWith(value?: unknown) {
  const live = value === undefined ? [] : [{ source: 'order', port: 'out', value }];
  return makeExecutorContext({ live, evaluate: (source) => compileCel(source).evaluate(scope) }).context;
}

describe('a condition', () => {
  test.each([
    { when: 'order.total > 100', fires: 'true' },
    { when: 'order.total > 1000', fires: 'false' },
    { when: "order.country == 'NL' && order.note == null", fires: 'true' },
  ])('$when fires $fires with the input value', ({ when, fires }) => {
    expect(executeCondition({ config: { when }, context: contextWith(scope.order) })).toEqual({ [fires]: scope.order });
  });

  test('at the start of a workflow it passes on null', () => {
    expect(executeCondition({ config: { when: 'order.total > 100' }, context: contextWith() })).toEqual({ true: null });
  });

  test.each([
    { when: 'order.total', given: 'the number 250' },
    { when: 'order.country', given: 'the text NL' },
    { when: 'order.note', given: 'null' },
    { when: 'order', given: 'an object' },
    { when: '[1]', given: 'a list' },
  ])('$when is neither true nor false', ({ when, given }) => {
    expect(() => executeCondition({ config: { when }, context: contextWith(1) })).toThrow(
      expect.objectContaining({ code: 'condition-not-boolean', path: 'config.when', message: expect.stringContaining(given) }),
    );
  });

  test('an empty condition is no config', () => {
    expect(condition.config.safeParse({ when: '  ' }).success).toBe(false);
  });
});

describe('a switch', () => {
  const cases = [
    { id: 'large', when: 'order.total >= 1000' },
    { id: 'medium', when: 'order.total >= 100' },
    { id: 'broken', when: 'order.nothing.at.all' },
  ];

  test('fires the first case that holds and does not look at those after it', () => {
    expect(executeSwitch({ config: { cases }, context: contextWith('x') })).toEqual({ medium: 'x' });
  });

  test('fires else when no case holds', () => {
    expect(executeSwitch({ config: { cases: cases.slice(0, 1) }, context: contextWith('x') })).toEqual({ else: 'x' });
  });

  test('names the case that is neither true nor false', () => {
    const config = { cases: [...cases.slice(0, 1), { id: 'odd', when: 'order.total' }] };
    expect(() => executeSwitch({ config, context: contextWith('x') })).toThrow(
      expect.objectContaining({ path: 'config.cases.1.when' }),
    );
  });

  test('has a port a case, and else', () => {
    const ports = switchNode.outputs as Extract<typeof switchNode.outputs, (...args: never[]) => unknown>;
    const made = ports(
      {
        cases: [
          { id: 'large', title: 'Large', when: 'a' },
          { id: 'b', when: 'b' },
        ],
      },
      { schemaOf: () => ({}), input: { type: 'string' } },
    );
    expect(made).toEqual({
      large: { title: 'Large', schema: { type: 'string' } },
      b: { title: 'b', schema: { type: 'string' } },
      else: { title: 'Else', schema: { type: 'string' } },
    });
  });

  test.each(['else', 'error', 'in', 'Large', 'a b', '', '__proto__'])('a case cannot be called %j', (id) => {
    expect(switchNode.config.safeParse({ cases: [{ id, when: 'true' }] }).success).toBe(false);
  });

  test('two cases with one id are refused at the second one', () => {
    const parsed = switchNode.config.safeParse({
      cases: [
        { id: 'a', when: 'x' },
        { id: 'a', when: 'y' },
      ],
    });
    expect(parsed.error?.issues).toMatchObject([{ path: ['cases', 1, 'id'], message: "There are two of the id 'a'" }]);
  });
});
