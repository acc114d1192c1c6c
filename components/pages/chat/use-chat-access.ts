'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { setPageCredential } from '#components/data/page-credential.ts';
import { readStoredCredential, storeCredential } from '#components/pages/chat/browser-store.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type Access =
  | { readonly is: 'opening' }
  | { readonly is: 'asking'; readonly problem?: string }
  | { readonly is: 'failed'; readonly problem: string }
  | { readonly is: 'open' };

export type ChatAccess = {
  readonly access: Access;
  /** Uses a key that a person gave. */
  useKey(key: string): Promise<void>;
  /** Forgets the key in this browser. */
  leave(): void;
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
      (error: unknown) => isCurrent && setAccess({ is: 'failed', problem: errorMessage(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [slug, kind, tries]);
  return {
    access,
    async useKey(key) {
      try {
        const isAccepted = await isAcceptedCredential(key);
        if (isAccepted) storeCredential(slug, key);
        setAccess(isAccepted ? { is: 'open' } : { is: 'asking', problem: 'wrong' });
      } catch (error) {
        setAccess({ is: 'failed', problem: errorMessage(error) });
      }
    },
    leave() {
      storeCredential(slug, undefined);
      setPageCredential(undefined);
      setAccess({ is: 'asking' });
    },
    retry() {
      setAccess({ is: 'opening' });
      setTries((before) => before + 1);
    },
  };
}

async function openAsVisitor(slug: string): Promise<Access> {
  const stored = readStoredCredential(slug);
  if (stored !== undefined && (await isAcceptedCredential(stored))) return { is: 'open' };
  setPageCredential(undefined);
  const { token } = await apiClient.createVisitor({ params: { slug } });
  storeCredential(slug, token);
  setPageCredential(token);
  return { is: 'open' };
}

async function openWithStoredKey(slug: string): Promise<Access> {
  const stored = readStoredCredential(slug);
  return stored !== undefined && (await isAcceptedCredential(stored)) ? { is: 'open' } : { is: 'asking' };
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
