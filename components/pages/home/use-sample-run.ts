'use client';
import { useEffect, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { TemplateResource } from '#components/data/listed.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const KEY = 'threadloom.sampleRun';

export type SampleRunControl = {
  /** Undefined before there was one, and on the server. */
  readonly runId: string | undefined;
  readonly isStarting: boolean;
  /** Why it could not be started. */
  readonly problem: string | undefined;
  readonly start: () => Promise<void>;
};

/** A run of the sample. With `isFree` it starts automatically once per browser; later visits show the same run. */
export function useSampleRun(sample: TemplateResource, { isFree }: { isFree: boolean }): SampleRunControl {
  const [runId, setRunId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  // State is read when the page is drawn; two clicks, or an effect that runs twice, come before that.
  const isRequested = useRef(false);

  async function start() {
    if (isRequested.current) return;
    isRequested.current = true;
    setIsStarting(true);
    setProblem(undefined);
    try {
      // its inputs have defaults
      const accepted = await apiClient.runDocument({ body: { document: sample.document, mode: 'async' } });
      setRunId(accepted.runId);
      remember(accepted.runId);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    isRequested.current = false;
    setIsStarting(false);
  }

  const begin = useRef(() => {
    const known = recall();
    if (known !== undefined) setRunId(known);
    else if (isFree) void start();
  });
  useEffect(() => begin.current(), []);
  return { runId, isStarting, problem, start };
}

function recall(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(runId: string): void {
  try {
    localStorage.setItem(KEY, runId);
  } catch {
    // A full or forbidden store only means that the next visit runs it again.
  }
}
