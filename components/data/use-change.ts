'use client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { refusedHostOf } from '#components/data/read-refusal.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type Change = {
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly problem: string | undefined;
  /** The private host that the last change was refused, see `AllowHost`. */
  readonly refusedHost: string | undefined;
  /** Runs one change at a time; a call while one is running is ignored. */
  run(change: () => Promise<unknown>): Promise<void>;
  /** Runs the last change again. */
  retry(): void;
};

/** Changes of server data, one at a time. `onSettled` runs after success and failure; a change ends when it has. */
export function useChange({ onSettled }: { readonly onSettled?: () => Promise<unknown> } = {}): Change {
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    ...(onSettled && { onSettled }),
  });
  // `isPending` is of the last render: two clicks may come before the next one.
  const isRunning = useRef(false);
  const last = useRef<() => Promise<unknown>>(undefined);
  async function run(change: () => Promise<unknown>) {
    if (isRunning.current) return;
    isRunning.current = true;
    last.current = change;
    await mutateAsync(change).catch(() => {});
    isRunning.current = false;
  }
  return {
    isBusy: isPending,
    problem: error ? errorMessage(error) : undefined,
    refusedHost: refusedHostOf(error),
    run,
    retry: () => void (last.current && run(last.current)),
  };
}
