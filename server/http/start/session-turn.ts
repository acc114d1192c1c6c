import { AppError } from '#lib/errors/app-error.ts';
import type { RunTurn } from '#lib/ports/run-store.ts';
import { messageText } from '#lib/workflow/chat-texts.ts';
import { DEFAULT_KEEP_DAYS } from '#lib/workflow/session-settings.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { SessionOwner } from '../../db/repositories/session-repository.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

/** The turn before the first one of a session. */
const NO_TURN = 'none';

type Wanted = { readonly sessionId?: string | undefined; readonly afterRunId?: string | undefined };
type Begun = {
  readonly partner: Omit<SessionOwner, 'name'>;
  readonly workflow: Workflow;
  readonly inputs: Readonly<Record<string, unknown>>;
};

/**
 * The turn that a start asks for; makes its session when there is none. Undefined for a start without a session.
 * @throws {AppError} `run-not-found` when it is to follow a run that is no turn of the session;
 * `body-invalid` without a session
 */
export async function sessionTurn(
  { sessionId, afterRunId }: Wanted,
  { partner, workflow, inputs }: Begun,
  { repos, deps }: Pick<HandlerContext, 'repos' | 'deps'>,
): Promise<RunTurn | undefined> {
  if (sessionId === undefined) {
    if (afterRunId === undefined) return undefined;
    throw new AppError('body-invalid', 'afterRunId names a turn of a session: give sessionId, too.', {
      details: { path: 'afterRunId' },
    });
  }
  const said = messageText(workflow.nodes.find(({ type }) => type === 'start')?.config ?? {}, inputs);
  // It is the title of a new session, too, and PostgreSQL takes no NUL in a text.
  const message = said.replaceAll('\0', '');
  const session = await repos.sessions.open(
    { ...partner, name: sessionId },
    {
      newKey: deps.newId('ses'),
      title: message.trim().split('\n', 1)[0] ?? '',
      keepDays: (await pageKeepDays(partner, deps)) ?? workflow.settings.session?.keepDays ?? DEFAULT_KEEP_DAYS,
    },
  );
  const { sessionKey } = session;
  if (afterRunId === undefined) return { sessionKey, message };
  if (afterRunId !== NO_TURN && !(await repos.sessions.hasTurn(session, afterRunId)))
    throw new AppError('run-not-found', `Run ${afterRunId} is no turn of the session '${sessionId}'.`, {
      details: { path: 'afterRunId' },
    });
  return { sessionKey, message, afterRunId };
}

/** Of the chat of a visitor; null where its page sets none. */
async function pageKeepDays({ owner, slug }: Begun['partner'], deps: HandlerContext['deps']): Promise<number | null> {
  if (owner.kind !== 'visitor' || slug === undefined) return null;
  return (await deps.publishing.chatPages.find(slug))?.look.keepDays ?? null;
}
