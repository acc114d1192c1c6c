'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { findSession } from '#components/chat/use-session.ts';
import { apiClient } from '#components/data/api-client.ts';
import { readStoredSession, storeSession } from '#components/pages/chat/browser-store.ts';
import type { ListedSessionResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { randomKey } from '#lib/text/random-key.ts';

const PAGE = 50;
/** Names the open session in the address, so that a reload finds it before its first answer. */
const NAME = 'chat';

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
  readonly problem: string | undefined;
  setProblem(problem: string | undefined): void;
  /** Opens a session; without one a new one. That which is open stays, and is read again if it could not be read. */
  open(chosen?: ChosenSession): void;
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
  const latest = useRef<AbortController>(undefined);
  /** A new request aborts the one before, whose answer may come later. */
  const read = useCallback(
    async ({ name, id }: ChosenSession) => {
      latest.current?.abort();
      latest.current = new AbortController();
      const { signal } = latest.current;
      try {
        const [list, session] = await Promise.all([
          apiClient.listSessions({ query: { slug, limit: PAGE, ...(text !== '' && { search: text }) } }, { signal }),
          readSession({ name, id, slug }),
        ]);
        if (signal.aborted) return;
        setListed(list);
        setOpened((before) => ({ name, id: before?.name === name ? before.id : id, session }));
        setProblem(undefined);
      } catch (error) {
        if (!signal.aborted) setProblem(errorMessage(error));
      }
    },
    [slug, text],
  );
  const name = opened?.name;
  const id = opened?.id;
  const storedId = opened?.session?.id;
  useEffect(() => {
    void read(name === undefined ? { name: nameInAddress(slug, isFramed) } : { name, id });
  }, [read, name, id, slug, isFramed]);
  return {
    listed,
    opened,
    problem,
    setProblem,
    search: setText,
    open(chosen = { name: randomKey() }) {
      setProblem(undefined);
      if (chosen.name === name && chosen.id === (id ?? storedId)) {
        // Drawn as it is, with what was typed; without a session nothing is drawn yet.
        if (storedId === undefined) void read(chosen);
        return;
      }
      latest.current?.abort();
      showInAddress(slug, chosen.name);
      setOpened({ ...chosen, session: undefined });
    },
    reload: useCallback(() => {
      if (name !== undefined) void read({ name, id: id ?? storedId });
    }, [read, name, id, storedId]),
  };
}

async function readSession({ name, id: known, slug }: ChosenSession & { slug: string }): Promise<SessionWithTurns | undefined> {
  const id = known ?? (await findSession({ name, slug }));
  return id === undefined ? undefined : apiClient.getSession({ params: { id } });
}

/** The address of a frame is the same each time, so the session that was open last continues there. */
function nameInAddress(slug: string, isFramed: boolean): string {
  const named = new URLSearchParams(window.location.search).get(NAME) ?? (isFramed ? readStoredSession(slug) : undefined);
  const name = named ?? randomKey();
  showInAddress(slug, name);
  return name;
}

function showInAddress(slug: string, name: string): void {
  storeSession(slug, name);
  const query = new URLSearchParams(window.location.search);
  query.set(NAME, name);
  window.history.replaceState(null, '', `?${query}`);
}
