import { describe, expect, test } from 'vitest';
import { shapes } from '#bench/shapes.ts';
import { MAX_JSON_IN_TEXT_CHARS } from '#lib/expression/to-text.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

/** Tolerance for cold caches and other load. Quadratic work would take ten times as long. */
const MAY_GROW = 5;

test.each(Object.keys(shapes))(
  'a part of a large workflow of the shape %s costs about what one of a small one does',
  async (name) => {
    const { sizes, make } = shapes[name as keyof typeof shapes] as (typeof shapes)[string];
    const cpuOf = async (size: number) => {
      const { workflow, inputs = {} } = make(size);
      const before = process.cpuUsage();
      const { status, events } = await new TestEngine().run(workflow, inputs);
      const { user, system } = process.cpuUsage(before);
      expect(status).toBe('succeeded');
      return (user + system) / events.length;
    };
    const [small, large] = sizes;
    // The first run is warm-up.
    await cpuOf(small);
    const best = Math.min(await cpuOf(small), await cpuOf(small), await cpuOf(small));
    expect((await cpuOf(large)) / best).toBeLessThan(MAY_GROW);
  },
  60_000,
);

describe('texts that insert whole nodes, whose escapes double each time', () => {
  /** `x {{t1}}`, `x {{t2}}`, …, each in a `set` node. */
  const nested = (depth: number) => {
    const ids = Array.from({ length: depth }, (_, index) => `t${index + 1}`);
    const nodes = ids.map((id, index) => [id, ['set', { values: { text: `x {{${ids[index - 1] ?? 'start'}}}` } }]]);
    const start = ['start', { inputs: [{ name: 'say', type: 'text', default: '"' }] }];
    return workflowOf(
      Object.fromEntries([['start', start], ...nodes]),
      ids.map((id, index) => `${ids[index - 1] ?? 'start'} -> ${id}`),
    );
  };
  /** Characters that a run writes, which is the work it makes. */
  const writtenBy = async (depth: number) => {
    const { events, ...ended } = await new TestEngine().run(nested(depth));
    return { ...ended, chars: JSON.stringify(events).length };
  };

  test('run up to a limit, whose error names node, field, position and what to do', async () => {
    expect((await writtenBy(12)).status).toBe('succeeded');
    const { status, error } = await writtenBy(40);
    expect(status).toBe('failed');
    expect(error).toMatchObject({
      code: 'expression-limit',
      nodeId: expect.stringMatching(/^t1\d$/),
      path: 'config.values.text',
      message: expect.stringContaining('characters as JSON is too large to insert into a text'),
      hint: expect.stringContaining('Insert one of its fields'),
    });
  });

  test('write no more the deeper they are nested', async () => {
    const [shallow, deep] = [await writtenBy(24), await writtenBy(400)];
    expect(shallow.chars).toBeLessThan(10 * MAX_JSON_IN_TEXT_CHARS);
    // Each node that is not reached adds its end as skipped.
    expect(deep.chars - shallow.chars).toBeLessThan(400 * 300);
  });
});
