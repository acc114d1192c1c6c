import { z } from 'zod';
import { type Todo, todoSchema, todoStatusSchema } from './todo.ts';

/** Entries of one list; the oldest ones go first. */
const MAX_ENTRIES = 100;
const MAX_TEXT_CHARS = 2000;

const text = z.string().trim().min(1).max(MAX_TEXT_CHARS);

/** What one stage adds to the memory of a run. Every field may be missing. */
export const memoryChangeSchema = z.strictObject({
  goals: z.array(text).max(MAX_ENTRIES).optional().meta({ title: 'Goals', description: 'What the work is for.' }),
  decisions: z
    .array(z.union([text, z.strictObject({ decision: text, rationale: text.optional() })]))
    .max(MAX_ENTRIES)
    .optional()
    .meta({ title: 'Decisions', description: 'Texts, or `{ decision, rationale }`.' }),
  todos: z
    .array(
      z.union([
        text,
        z.strictObject({ id: z.string().optional(), text, status: todoStatusSchema.optional(), owner: z.string().optional() }),
      ]),
    )
    .max(MAX_ENTRIES)
    .optional()
    .meta({ title: 'Todos', description: 'Texts, or `{ text, status, owner }`. A known id or text changes that entry.' }),
  facts: z
    .array(z.union([text, z.strictObject({ fact: text, sourceMessageId: z.string().optional() })]))
    .max(MAX_ENTRIES)
    .optional()
    .meta({ title: 'Facts', description: 'Texts, or `{ fact, sourceMessageId }`.' }),
  openQuestions: z
    .array(z.union([text, z.strictObject({ question: text, context: text.optional() })]))
    .max(MAX_ENTRIES)
    .optional()
    .meta({ title: 'Open questions', description: 'Texts, or `{ question, context }`.' }),
  resolved: z
    .array(text)
    .max(MAX_ENTRIES)
    .optional()
    .meta({ title: 'Resolved', description: 'Open questions that are answered, by id or text: they are removed.' }),
});
export type MemoryChange = z.output<typeof memoryChangeSchema>;

/** What a run knows, apart from its conversations. */
export const memorySchema = z.object({
  version: z.int().nonnegative().meta({ description: 'Number of changes so far.' }),
  sessionId: z.string(),
  goals: z.array(z.string()),
  decisions: z.array(z.object({ id: z.string(), at: z.string(), decision: z.string(), rationale: z.string().optional() })),
  todos: z.array(todoSchema),
  facts: z.array(z.object({ id: z.string(), fact: z.string(), sourceMessageId: z.string().optional() })),
  openQuestions: z.array(z.object({ id: z.string(), question: z.string(), context: z.string().optional() })),
});
export type Memory = z.output<typeof memorySchema>;
export type MemorySection = Exclude<keyof Memory, 'version' | 'sessionId'>;

/** A change as the log has it. `at`: when the stage ended, an ISO time, for its decisions. */
export const loggedMemoryChangeSchema = z.object({ at: z.string(), change: memoryChangeSchema });
export type LoggedMemoryChange = z.output<typeof loggedMemoryChangeSchema>;

export function newMemory(sessionId: string): Memory {
  return { version: 0, sessionId, goals: [], decisions: [], todos: [], facts: [], openQuestions: [] };
}

/** Changes of one stage as one: lists one after the other. */
export function joinChanges(changes: readonly MemoryChange[]): MemoryChange {
  const joined: Record<string, unknown[]> = {};
  for (const change of changes)
    for (const [section, list] of Object.entries(change)) if (list) joined[section] = [...(joined[section] ?? []), ...list];
  return joined as MemoryChange;
}

/** Whether a change says anything. */
export function isEmptyChange(change: MemoryChange): boolean {
  return Object.values(change).every((list) => list === undefined || list.length === 0);
}

/**
 * The memory with one more change. Pure, and the same for every reader of the log. Entries are known
 * by their text: a known one is not added again, and a later rationale, context or status
 * replaces the earlier one.
 */
export function mergeMemory(memory: Memory, { at, change }: LoggedMemoryChange): Memory {
  const version = memory.version + 1;
  const { goals = [], decisions = [], facts = [], openQuestions = [], todos = [], resolved = [] } = change;
  const idFor = (kind: string, index: number) => `${kind}-${version}.${index + 1}`;
  const gone = new Set(resolved.map(keyOf));
  const open = memory.openQuestions.filter(({ id, question }) => !gone.has(keyOf(id)) && !gone.has(keyOf(question)));
  return {
    ...memory,
    version,
    goals: merge(
      memory.goals,
      goals.map((goal) => goal),
      (goal) => goal,
    ),
    decisions: merge(
      memory.decisions,
      decisions.map((given, index) => ({ id: idFor('decision', index), at, ...asObject(given, 'decision') })),
      ({ decision }) => decision,
    ),
    todos: mergeTodos(
      memory.todos,
      todos.map((given, index) => asTodo(given, idFor('todo', index))),
    ),
    facts: merge(
      memory.facts,
      facts.map((given, index) => ({ id: idFor('fact', index), ...asObject(given, 'fact') })),
      ({ fact }) => fact,
    ),
    openQuestions: merge(
      open,
      openQuestions.map((given, index) => ({ id: idFor('question', index), ...asObject(given, 'question') })),
      ({ question }) => question,
    ),
  };
}

/** A known entry keeps its place and id. */
function merge<T extends string | object>(known: readonly T[], added: readonly T[], textOf: (entry: T) => string): T[] {
  const byText = new Map(known.map((entry) => [keyOf(textOf(entry)), entry]));
  for (const entry of added) {
    const key = keyOf(textOf(entry));
    const before = byText.get(key);
    if (before === undefined) byText.set(key, entry);
    else if (typeof before === 'object' && typeof entry === 'object') byText.set(key, { ...entry, ...idOf(before) });
  }
  return [...byText.values()].slice(-MAX_ENTRIES);
}

type GivenTodo = Exclude<NonNullable<MemoryChange['todos']>[number], string> & { readonly newId: string };

function asTodo(given: NonNullable<MemoryChange['todos']>[number], newId: string): GivenTodo {
  return { newId, ...(typeof given === 'string' ? { text: given } : given) };
}

function mergeTodos(known: readonly Todo[], added: readonly GivenTodo[]): Todo[] {
  const todos = [...known];
  for (const { newId, id: given, text, status, owner } of added) {
    const index = todos.findIndex((todo) => todo.id === given || keyOf(todo.text) === keyOf(text));
    const before = todos[index];
    const id = before?.id ?? given ?? newId;
    const changed = { ...before, id, text, status: status ?? before?.status ?? 'pending', ...(owner !== undefined && { owner }) };
    if (before) todos[index] = changed;
    else todos.push(changed);
  }
  return todos.slice(-MAX_ENTRIES);
}

function idOf(entry: object): { id?: string } {
  return 'id' in entry && typeof entry.id === 'string' ? { id: entry.id } : {};
}

function asObject<const Field extends string, T extends object>(given: string | T, field: Field): T | Record<Field, string> {
  return typeof given === 'string' ? ({ [field]: given } as Record<Field, string>) : given;
}

function keyOf(said: string): string {
  return said.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
