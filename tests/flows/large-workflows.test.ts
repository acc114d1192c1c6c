import { expect, test } from 'vitest';
import { shapes } from '#bench/shapes.ts';
import { TestEngine } from '../support/test-engine.ts';

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
