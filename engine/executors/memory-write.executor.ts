import { NodeFailure } from '#lib/errors/node-failure.ts';
import { MAX_USER_RECORDS } from '#lib/ports/user-memory.ts';
import { isEmptyChange, type MemoryChange, memoryChangeSchema, mergeMemory } from '#lib/run/memory.ts';
import memoryWrite from '#nodes/memory-write/memory-write.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { meterOf } from '../contract/model-meter.ts';

export default defineExecutor(memoryWrite, ({ config: { scope, ...config }, context }) => {
  if (scope === 'user') return remember(readChange({ facts: config.facts }), context);
  const change = readChange(config);
  context.remember(change);
  const memory = context.memory();
  const at = new Date(context.clock.now()).toISOString();
  return { out: isEmptyChange(change) ? memory : mergeMemory(memory, { at, change }) };
});

/** Facts about the user of the run, as records that later runs know. */
async function remember({ facts = [] }: MemoryChange, context: ExecutorContext) {
  const { tools, workspaceId, runId, signal } = context;
  const request = { signal, meter: meterOf(context) };
  const texts = facts.map((fact) => (typeof fact === 'string' ? fact : fact.fact)).slice(-MAX_USER_RECORDS);
  // Repeating it changes nothing: its key says which records they are.
  const effect = { key: 'remember', kind: 'tool', name: 'memory-write', effects: 'write', isRepeatable: true } as const;
  const records = await context.effect(effect, async ({ idempotencyKey }) => {
    const stored = await tools.userMemory?.remember({ workspaceId, runId }, { key: idempotencyKey, texts }, request);
    return stored ?? null;
  });
  if (records) return { out: { records } };
  throw new NodeFailure('memory-no-user', 'The run has no user of whom anything is remembered', {
    path: 'config.scope',
    hint: 'Switch long-term memory on in the settings of the workflow, and name the user when its published version is called',
  });
}

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
