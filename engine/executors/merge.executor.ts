import merge from '#nodes/merge/merge.node.ts';
import { defineExecutor, type LiveInput } from '../contract/define-executor.ts';

export default defineExecutor(merge, ({ config, context }) => ({ out: { value: combine(config.mode, context.live) } }));

function combine(mode: 'object' | 'list' | 'first', live: readonly LiveInput[]): unknown {
  switch (mode) {
    case 'object':
      return Object.fromEntries(live.map(({ source, value }) => [source, value]));
    case 'list':
      return live.map(({ value }) => value);
    case 'first':
      return live[0]?.value ?? null;
    default:
      return mode satisfies never;
  }
}
