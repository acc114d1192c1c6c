const RENEW_MS = 10_000;

type Lease = {
  /** @returns whether the lease is still this process's own */
  readonly renew: () => Promise<boolean>;
  /** Aborts the work as a lost lease does. */
  readonly signal: AbortSignal;
};

/** Renews a lease every ten seconds while `work` runs. The signal of the work aborts when the lease is lost. */
export async function withLease({ renew, signal }: Lease, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController();
  let isRenewing = false;
  const timer = setInterval(() => {
    // One that waits for a lock of the row holds a connection: more of them could hold all.
    if (isRenewing) return;
    isRenewing = true;
    // A database that does not answer for once has not taken the lease away.
    renew()
      .then(
        (isOurs) => isOurs || lost.abort(),
        () => {},
      )
      .finally(() => {
        isRenewing = false;
      });
  }, RENEW_MS);
  try {
    await work(AbortSignal.any([lost.signal, signal]));
  } finally {
    clearInterval(timer);
  }
}
