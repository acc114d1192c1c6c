'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { MonitorRange, MonitorResource } from '#lib/api/monitor.contract.ts';

/** A month of many runs costs the embedded database, which has one connection, half a second: it is asked for less often. */
const ASK_EVERY_MS: Record<MonitorRange, number> = { hour: 3000, day: 3000, week: 10_000, month: 30_000 };

/** The monitor, asked again while the page is looked at. What was shown stays until the next answer is there. */
export function useMonitor(first: MonitorResource) {
  const [shown, setShown] = useState(first);
  const [range, setRange] = useState(first.range);
  const [problem, setProblem] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  const ask = useCallback(async (wanted: MonitorRange) => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    try {
      const next = await apiClient.getMonitor({ query: { range: wanted } }, { signal });
      if (signal.aborted) return;
      setShown(next);
      setProblem(undefined);
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    }
    if (asking.current === controller) asking.current = undefined;
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      // A slow answer is waited for: one that is given up each time never comes.
      if (document.visibilityState !== 'hidden' && !asking.current) void ask(range);
    }, ASK_EVERY_MS[range]);
    return () => clearInterval(timer);
  }, [ask, range]);
  useEffect(() => () => asking.current?.abort(), []);
  function choose(next: MonitorRange) {
    setRange(next);
    window.history.replaceState(window.history.state, '', `?range=${next}`);
    void ask(next);
  }
  return { shown, range, problem, choose, reload: () => void ask(range) };
}
