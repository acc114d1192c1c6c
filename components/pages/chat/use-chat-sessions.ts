'use client';
import { useCallback, useEffect, useState } from 'react';
import { findSession } from '#components/chat/use-session.ts';
import { apiClient } from '#components/data/api-client.ts';
import { readStoredSession, storeSession } from '#components/pages/chat/browser-store.ts';
import type { ListedSessionResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const PAGE = 50;
/** Names the open session in the address, so that a reload finds it before its first answer. */
const NAME = 'chat';

type Listed = { readonly items: readonly ListedSessionResource[]; readonly nextCursor: string | null };
type Opened = {
  readonly name: string;
  /** Undefined before its first turn. */
  readonly session: SessionWithTurns | undefined;
};

export type ChatSessions = {
  readonly listed: Listed;
  /** Undefined while the session of the address is read. */
  readonly opened: Opened | undefined;
  readonly problem: string | undefined;
  setProblem(problem: string | undefined): void;
  /** Opens a session by its name; without one a new session. */
  open(name?: string): void;
  search(text: string): void;
  /** Reads list and session again. */
  reload(): void;
};

/** The sessions of a caller with one endpoint, and the one that is open. */
export function useChatSessions(slug: string, { isFramed }: { isFramed: boolean }): ChatSessions {
  const [listed, setListed] = useState<Listed>({ items: [], nextCursor: null });
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState('');
  const read = useCallback(
    async (name: string) => {
      const [list, session] = await Promise.all([
        apiClient.listSessions({ query: { slug, limit: PAGE, ...(text !== '' && { search: text }) } }),
        readSession(name),
      ]);
      setListed(list);
      setOpened((before) => (before === undefined || before.name === name ? { name, session } : before));
    },
    [slug, text],
  );
  const attempt = useCallback(
    (name: string) => void read(name).catch((error: unknown) => setProblem(errorMessage(error))),
    [read],
  );
  const name = opened?.name;
  useEffect(() => {
    attempt(name ?? nameInAddress(slug, isFramed));
  }, [attempt, name, slug, isFramed]);
  return {
    listed,
    opened,
    problem,
    setProblem,
    search: setText,
    open(chosen = crypto.randomUUID()) {
      setProblem(undefined);
      showInAddress(slug, chosen);
      setOpened({ name: chosen, session: undefined });
    },
    reload: useCallback(() => {
      if (name !== undefined) attempt(name);
    }, [attempt, name]),
  };
}

async function readSession(name: string): Promise<SessionWithTurns | undefined> {
  const id = await findSession(name, undefined);
  return id === undefined ? undefined : apiClient.getSession({ params: { id } });
}

/** The address of a frame is the same each time, so the session that was open last continues there. */
function nameInAddress(slug: string, isFramed: boolean): string {
  const named = new URLSearchParams(window.location.search).get(NAME) ?? (isFramed ? readStoredSession(slug) : undefined);
  const name = named ?? crypto.randomUUID();
  showInAddress(slug, name);
  return name;
}

function showInAddress(slug: string, name: string): void {
  storeSession(slug, name);
  const query = new URLSearchParams(window.location.search);
  query.set(NAME, name);
  window.history.replaceState(null, '', `?${query}`);
}
