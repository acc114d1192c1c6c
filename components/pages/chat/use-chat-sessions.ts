'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { findSession } from '#components/chat/find-session.ts';
import { SESSIONS_LISTED } from '#components/chat/list-limits.ts';
import { apiClient } from '#components/data/api-client.ts';
import { pollWhileVisible } from '#components/data/poll.ts';
import { readStoredSession, storeSession } from '#components/pages/chat/browser-store.ts';
import { useWaitingAnswers } from '#components/pages/chat/use-waiting-answers.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { HOSTED_QUERY } from '#lib/api/hosted-page.ts';
import type { ListedSessionResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { randomKey } from '#lib/text/random-key.ts';

/** How often the list is read while an answer is made, and while one waits for a person. */
const RUN_POLL_MS = 3000;
const WAIT_POLL_MS = 10_000;
/** A hidden page, and one that the server tells of answers, polls less often. */
const SLOW_POLL_MS = 60_000;

type Listed = { readonly items: readonly ListedSessionResource[]; readonly nextCursor: string | null };
/** A session by its name. Callers may have several of one name: only the id, where it is known, says which. */
export type ChosenSession = { readonly name: string; readonly id?: string | undefined };
type Opened = ChosenSession & {
  /** Undefined before its first turn. */
  readonly session: SessionWithTurns | undefined;
};

export type ChatSessions = {
  readonly listed: Listed;
  /** Undefined while the session of the address is read. */
  readonly opened: Opened | undefined;
  /** A message was sent into the open session, or it was found. */
  readonly isBegun: boolean;
  readonly searched: string;
  readonly hasFailed: boolean;
  /** Opens a session; without one a new one. That which is open stays, and is read again if it could not be read. */
  open(chosen?: ChosenSession): void;
  /** A message goes into the open session: a reload finds it. */
  begin(): void;
  search(text: string): void;
  /** Reads list and session again. */
  reload(): void;
};

type Options = {
  readonly isFramed: boolean;
  /** The address names a session. */
  readonly isNamed: boolean;
  /** Undefined until the store of the browser is read; false for a visitor who has no sessions yet. */
  readonly hasSessions: boolean | undefined;
  /** The credential is not accepted. */
  readonly onRefused: () => void;
};

/** The sessions of a caller with one endpoint, and the one that is open. */
export function useChatSessions(slug: string, { isFramed, isNamed, hasSessions, onRefused }: Options): ChatSessions {
  const [listed, setListed] = useState<Listed>({ items: [], nextCursor: null });
  // Drawn by the server: a first screen, unless there may be a conversation.
  const [opened, setOpened] = useState<Opened | undefined>(() =>
    isNamed || isFramed ? undefined : { name: randomKey(), session: undefined },
  );
  const [hasFailed, setHasFailed] = useState(false);
  const [text, setText] = useState('');
  const latest = useRef<AbortController>(undefined);
  /** Key of the last automatic read. A name from the address becomes the open session, which is not read again. */
  const lastRead = useRef<string>(undefined);
  /** A new request aborts the one before, whose answer may come later. */
  const read = useCallback(
    async ({ name, id }: ChosenSession, isBegun: boolean) => {
      latest.current?.abort();
      latest.current = new AbortController();
      const { signal } = latest.current;
      try {
        const [list, session] = await Promise.all([
          apiClient.listSessions({ query: { slug, limit: SESSIONS_LISTED, ...(text !== '' && { search: text }) } }, { signal }),
          isBegun ? readSession({ name, id, slug }) : undefined,
        ]);
        if (signal.aborted) return;
        setListed(list);
        setOpened((before) => ({ name, id: before?.name === name ? before.id : id, session: session ?? before?.session }));
        setHasFailed(false);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status === 401) onRefused();
        else setHasFailed(true);
      }
    },
    [slug, text, onRefused],
  );
  useEffect(
    () => () => {
      latest.current?.abort();
      lastRead.current = undefined;
    },
    [],
  );
  const name = opened?.name;
  const id = opened?.id;
  const storedId = opened?.session?.id;
  const begun = useRef<string>(undefined);
  const [begunName, setBegunName] = useState<string>();
  useEffect(() => {
    if (hasSessions === undefined) return;
    const named = name === undefined ? nameInAddress(slug, isFramed) : undefined;
    if (named !== undefined) begun.current = named;
    if (!hasSessions) {
      lastRead.current = undefined;
      // Nothing is stored of a new visitor.
      if (name === undefined) setOpened({ name: randomKey(), session: undefined });
      return;
    }
    const chosen = name === undefined ? { name: named ?? randomKey() } : { name, id };
    const key = JSON.stringify([slug, chosen.name, chosen.id, text]);
    if (lastRead.current === key) return;
    lastRead.current = key;
    void read(chosen, chosen.name === begun.current || id !== undefined);
  }, [read, name, id, slug, isFramed, hasSessions, text]);
  const reload = useCallback(() => {
    if (name !== undefined && hasSessions) void read({ name, id: id ?? storedId }, true);
  }, [read, name, id, storedId, hasSessions]);
  const isLive = useWaitingAnswers(listed.items, reload);
  const pollMs = pollTimeOf(listed.items, isLive);
  const lastPollMs = useRef(0);
  useEffect(() => {
    if (pollMs === undefined) return;
    const isDue = () =>
      document.visibilityState === 'visible' || (pollMs !== RUN_POLL_MS && Date.now() - lastPollMs.current >= SLOW_POLL_MS);
    const poll = async () => {
      lastPollMs.current = Date.now();
      reload();
    };
    return pollWhileVisible(poll, pollMs, isDue);
  }, [pollMs, reload]);
  return {
    listed,
    opened,
    isBegun: storedId !== undefined || id !== undefined || (name !== undefined && begunName === name),
    searched: text,
    hasFailed,
    search: setText,
    open(chosen = { name: randomKey() }) {
      setHasFailed(false);
      if (chosen.name === name && chosen.id === (id ?? storedId)) {
        // Drawn as it is, with what was typed; without a session nothing is drawn yet.
        if (storedId === undefined) void read(chosen, chosen.id !== undefined);
        return;
      }
      latest.current?.abort();
      showInAddress(slug, chosen.id === undefined ? undefined : chosen.name);
      setOpened({ ...chosen, session: undefined });
    },
    begin() {
      if (name === undefined || begun.current === name) return;
      begun.current = name;
      setBegunName(name);
      showInAddress(slug, name);
    },
    reload,
  };
}

function pollTimeOf(items: readonly ListedSessionResource[], isLive: boolean): number | undefined {
  if (items.some(({ status }) => status === 'running')) return RUN_POLL_MS;
  if (!items.some(({ status }) => status === 'waiting')) return undefined;
  return isLive ? SLOW_POLL_MS : WAIT_POLL_MS;
}

async function readSession({ name, id: known, slug }: ChosenSession & { slug: string }): Promise<SessionWithTurns | undefined> {
  const id = known ?? (await findSession({ name, slug }));
  return id === undefined ? undefined : apiClient.getSession({ params: { id } });
}

/** The address of a frame is the same each time, so the session that was open last continues there. */
function nameInAddress(slug: string, isFramed: boolean): string | undefined {
  return new URLSearchParams(window.location.search).get(HOSTED_QUERY.chat) ?? (isFramed ? readStoredSession(slug) : undefined);
}

function showInAddress(slug: string, name: string | undefined): void {
  storeSession(slug, name);
  const query = new URLSearchParams(window.location.search);
  if (name === undefined) query.delete(HOSTED_QUERY.chat);
  else query.set(HOSTED_QUERY.chat, name);
  window.history.replaceState(null, '', query.size > 0 ? `?${query}` : window.location.pathname);
}
