import { NodeFailure } from '#lib/errors/node-failure.ts';
import map from '#nodes/map/map.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { ConcurrentIterations } from './concurrent-iterations.ts';

const MAX_ITEMS = 10_000;

export default defineExecutor(map, async ({ config: { items: given, ...config }, context }) => {
  const items = checkedItems(given);
  const iterations = new ConcurrentIterations({
    ...config,
    count: items.length,
    context,
    run: (index, signal) => context.runBody({ index, variables: { map: { item: items[index], index } }, signal }),
    nameOf: (index) => `Item ${index + 1} of ${items.length}`,
  });
  const { won, ends } = await iterations.run();
  return { out: won ? won.value : ends.map((end) => ('error' in end ? end : end.value)) };
});

function checkedItems(items: unknown): readonly unknown[] {
  const path = 'config.items';
  if (!Array.isArray(items))
    throw new NodeFailure('items-not-list', `For each needs a list, and its items are ${describeJson(items)}`, {
      path,
      hint: 'Refer to a list, as in {{fetch.body.items}}',
    });
  if (items.length <= MAX_ITEMS) return items;
  throw new NodeFailure('items-too-many', `There are ${items.length} items; one node takes ${MAX_ITEMS}`, {
    path,
    hint: 'Take a part of them, or nest two of these nodes',
  });
}

function describeJson(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${String(value).slice(0, 80)}`;
}
