import { NodeFailure } from '#lib/errors/node-failure.ts';
import { isEmptyChange, type MemoryChange, memoryChangeSchema, mergeMemory } from '#lib/run/memory.ts';
import memoryWrite from '#nodes/memory-write/memory-write.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(memoryWrite, ({ config, context }) => {
  const change = readChange(config);
  context.remember(change);
  const memory = context.memory();
  const at = new Date(context.clock.now()).toISOString();
  return { out: isEmptyChange(change) ? memory : mergeMemory(memory, { at, change }) };
});

/** A text is a list of one; empty texts and lists say nothing. */
function readChange(config: Readonly<Record<string, unknown>>): MemoryChange {
  const lists = Object.entries(config).flatMap(([section, given]) => {
    const list = (Array.isArray(given) ? given : [given]).filter(
      (entry) => entry !== undefined && entry !== null && entry !== '',
    );
    return list.length === 0 ? [] : [[section, list]];
  });
  const read = memoryChangeSchema.safeParse(Object.fromEntries(lists));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = ['config', ...(issue?.path ?? [])].reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
  throw new NodeFailure('memory-change-invalid', `This is no entry of the memory: ${issue?.message ?? 'unknown'}`, {
    path,
    hint: 'Give a text of at most 2,000 characters, a list of texts, or objects as the field describes them',
  });
}
