import { expect, test } from 'vitest';
import { shapes } from '#bench/shapes.ts';
import { TestEngine } from '../support/test-engine.ts';

/** Caches are cold, and others use this machine; what goes up with the square of the size is ten times as much. */
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
    // The first one warms the code.
    await cpuOf(small);
    const best = Math.min(await cpuOf(small), await cpuOf(small), await cpuOf(small));
    expect((await cpuOf(large)) / best).toBeLessThan(MAY_GROW);
  },
  60_000,
);
