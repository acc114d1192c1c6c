'use client';
import { useCallback, useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { setPageCredential } from '#components/data/page-credential.ts';
import { readStoredCredential, storeCredential } from '#components/pages/chat/browser-store.ts';
import { askOpener } from '#components/pages/chat/hand-over.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';

type Access =
  /** Until the browser's store is read. */
  | { readonly is: 'opening' }
  | { readonly is: 'asking'; readonly problem?: 'wrongKey' | 'keyFailed' }
  | { readonly is: 'failed' }
  /** `new`: nothing is stored of this visitor, who needs a token for the first message only. */
  | { readonly is: 'open'; readonly isNew: boolean };

export type ChatAccess = {
  readonly access: Access;
  /** Uses a key that a person gave. */
  useKey(key: string): Promise<void>;
  /** Forgets the key in this browser. */
  leave(): void;
  /** Before a message: makes a new visitor known to the server. @throws {ApiError} */
  ensure(): Promise<void>;
  /** The server no longer accepts the stored credential. */
  onRefused(): void;
  retry(): void;
};

/** Lets a browser into a chat page: as a visitor of a public one, or with the key of a person. */
export function useChatAccess({ slug, access: kind }: OpenedChatPage): ChatAccess {
  const [access, setAccess] = useState<Access>({ is: 'opening' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` opens the page again
  useEffect(() => {
    let isCurrent = true;
    const open = kind === 'public' ? openAsVisitor(slug) : openWithStoredKey(slug);
    open.then(
      (next) => isCurrent && setAccess(next),
      () => isCurrent && setAccess({ is: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [slug, kind, tries]);
  const forget = useCallback(() => {
    storeCredential(slug, undefined);
    setPageCredential(undefined);
    setAccess(kind === 'public' ? { is: 'open', isNew: true } : { is: 'asking' });
  }, [slug, kind]);
  return {
    access,
    async useKey(key) {
      try {
        const isAccepted = await isAcceptedCredential(key);
        if (isAccepted) storeCredential(slug, key);
        setAccess(isAccepted ? { is: 'open', isNew: false } : { is: 'asking', problem: 'wrongKey' });
      } catch {
        // The key stays in its field.
        setAccess({ is: 'asking', problem: 'keyFailed' });
      }
    },
    leave: forget,
    onRefused: forget,
    ensure: useCallback(async () => {
      if (kind !== 'public' || readStoredCredential(slug) !== undefined) return;
      const { token } = await apiClient.createVisitor({ params: { slug } });
      storeCredential(slug, token);
      setPageCredential(token);
      setAccess({ is: 'open', isNew: false });
    }, [slug, kind]),
    retry() {
      setAccess({ is: 'opening' });
      setTries((before) => before + 1);
    },
  };
}

/** A visitor whose token is stored is let in at once: the first request says whether it is accepted. */
async function openAsVisitor(slug: string): Promise<Access> {
  const token = (await askOpener()) ?? readStoredCredential(slug);
  setPageCredential(token);
  if (token !== undefined && readStoredCredential(slug) === undefined) storeCredential(slug, token);
  return { is: 'open', isNew: token === undefined };
}

async function openWithStoredKey(slug: string): Promise<Access> {
  const stored = readStoredCredential(slug);
  const isAccepted = stored !== undefined && (await isAcceptedCredential(stored));
  return isAccepted ? { is: 'open', isNew: false } : { is: 'asking' };
}

/** Also makes it the credential of the page. */
async function isAcceptedCredential(credential: string): Promise<boolean> {
  setPageCredential(credential);
  try {
    await apiClient.listSessions({ query: { limit: 1 } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}
