import type { SessionWrite } from '#lib/run/session-state.ts';
import type { SessionVariable } from '#lib/workflow/session-settings.ts';
import type { SessionAccess } from '../contract/define-executor.ts';
import { type InteractionContext, newInteractionContext } from '../contract/interaction-context.ts';

/** A session as docs/sessions.md describes it, at one moment of a turn. */
export type ReferenceSession = {
  readonly variables: readonly SessionVariable[];
  /** The value of each variable, and the number of the turn. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly conversations: Readonly<Record<string, readonly unknown[]>>;
};
export type SessionLeft = {
  readonly writes: readonly SessionWrite[];
  readonly conversation?: { readonly name: string; readonly messages: readonly unknown[] };
};

/** How a node uses a session, and what it leaves there if it succeeds. */
export function sessionAccess(session: ReferenceSession, variables: readonly SessionVariable[]) {
  const writes: SessionWrite[] = [];
  let used: { name: string; window: number } | undefined;
  const access: SessionAccess = {
    variables,
    value: () => session.value,
    write: (write) => void writes.push(write),
    conversation(name, window) {
      used = { name, window };
      const messages = structuredClone(session.conversations[name] ?? []) as InteractionContext['messages'];
      return { ...newInteractionContext(), messages };
    },
  };
  const left = (value: unknown): SessionLeft => {
    const said = (value as { messages?: readonly { role: string }[] } | undefined)?.messages ?? [];
    return { writes, ...(used && { conversation: { name: used.name, messages: lastOf(said, used.window) } }) };
  };
  return { access, left };
}

/** A window begins with what a user said, and has no instructions. */
function lastOf(said: readonly { role: string }[], window: number): readonly unknown[] {
  const own = said.filter(({ role }) => role !== 'system');
  const last = own.slice(Math.max(0, own.length - window));
  while (last.length > 0 && last[0]?.role !== 'user') last.shift();
  return last;
}

/** The session after a node that ended. */
export function leaveIn(session: ReferenceSession, { left }: { readonly left?: SessionLeft }): ReferenceSession {
  if (!left) return session;
  const value = { ...session.value };
  for (const write of left.writes) value[write.name] = after(value[write.name], write);
  const { conversation } = left;
  const conversations = conversation
    ? { ...session.conversations, [conversation.name]: conversation.messages }
    : session.conversations;
  return { ...session, value, conversations };
}

function after(before: unknown, { operation, value }: SessionWrite): unknown {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (operation === 'set') return value;
  if (operation === 'add') return Number(before) + Number(value);
  if (operation === 'append')
    return typeof before === 'string'
      ? before + String(typeof value === 'string' ? value : JSON.stringify(value))
      : [...listOf(before), ...given];
  const texts = given.map((one) => JSON.stringify(one));
  if (Array.isArray(before)) return before.filter((one) => !texts.includes(JSON.stringify(one)));
  return Object.fromEntries(Object.entries(before as object).filter(([key]) => !texts.includes(JSON.stringify(key))));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
