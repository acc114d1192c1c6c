'use client';
import { useCallback, useEffect, useState } from 'react';
import { type AttachedValue, type ChatMessage, type ChatTarget, filesOfInputs, startTurn } from '#components/chat/chat-target.ts';
import type { SessionTurnResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import { isTerminal } from '#lib/run/is-terminal.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { branchOf, headAfter } from '#lib/run/session-branch.ts';

export type ShownTurn = Pick<
  SessionTurnResource,
  'runId' | 'afterRunId' | 'message' | 'answer' | 'answerParts' | 'status' | 'error' | 'feedback' | 'artifacts'
> & {
  /** The files of its message, as they are sent again. */
  readonly files: readonly AttachedValue[];
  /** Its run is followed. */
  readonly isLive: boolean;
};

type State = { readonly turns: readonly ShownTurn[]; readonly headRunId: string | null };

export type SessionView = State & {
  /** From the first turn to the shown one. */
  readonly branch: readonly ShownTurn[];
  readonly isBusy: boolean;
  /** Why the last message was not sent. */
  readonly failure: unknown;
  /** @returns whether it was sent */
  ask(target: ChatTarget, message: ChatMessage, before?: () => Promise<void>): Promise<boolean>;
  /** Shows the branch of a turn, at its latest end. */
  showBranch(runId: string): void;
  setStatus(runId: string, status: RunStatus, answer: ChatAnswer): void;
};

/** The turns of a session, as stored, and as they execute. */
export function useSession(sessionName: string, stored: SessionWithTurns | undefined, onChange: () => void): SessionView {
  const [state, setState] = useState<State>(() => stateOf(stored));
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (stored) setState((before) => merge(before, stored));
  }, [stored]);
  const branch = branchOf(state.turns, state.headRunId);
  const last = branch.at(-1);
  const setStatus = useCallback(
    (runId: string, status: RunStatus, answerParts: ChatAnswer) => {
      const isKnown = state.turns.some((turn) => turn.runId === runId && turn.status === status && isTerminal(status));
      if (isKnown) return;
      setState((before) => ({
        ...before,
        turns: before.turns.map((turn) => (turn.runId === runId ? { ...turn, status, answerParts } : turn)),
      }));
      if (isTerminal(status)) onChange();
    },
    [onChange, state.turns],
  );
  return {
    ...state,
    branch,
    // A turn that waits does not keep people from adding a detail: turns are answered one after the other.
    isBusy: isSending || (last !== undefined && (last.status === 'queued' || last.status === 'running')),
    failure,
    async ask(target, message, before) {
      setFailure(undefined);
      setIsSending(true);
      try {
        await before?.();
        // Not what the server has as the latest turn, but what is shown.
        const afterRunId = message.afterRunId ?? state.headRunId ?? undefined;
        const runId = await startTurn(target, sessionName, { ...message, afterRunId, user: stored?.user ?? null });
        const turn: ShownTurn = {
          runId,
          afterRunId: afterRunId === undefined || afterRunId === 'none' ? null : afterRunId,
          message: message.text,
          answer: null,
          answerParts: [],
          status: 'queued',
          error: null,
          feedback: null,
          artifacts: [],
          files: message.files,
          isLive: true,
        };
        setState((before) => ({ turns: [...before.turns, turn], headRunId: runId }));
        onChange();
        return true;
      } catch (error) {
        setFailure(error);
        return false;
      } finally {
        setIsSending(false);
      }
    },
    showBranch: (runId) => setState((before) => ({ ...before, headRunId: headAfter(before.turns, runId) })),
    setStatus,
  };
}

function stateOf(stored: SessionWithTurns | undefined): State {
  if (!stored) return { turns: [], headRunId: null };
  return { turns: stored.turns.map(toShown), headRunId: stored.headRunId ?? stored.turns.at(-1)?.runId ?? null };
}

function toShown(turn: SessionTurnResource): ShownTurn {
  const { runId, afterRunId, message, answer, answerParts, status, error, feedback, artifacts } = turn;
  const files = filesOfInputs(turn.inputs);
  const isLive = !isTerminal(status);
  return { runId, afterRunId, message, answer, answerParts, status, error, feedback, artifacts, files, isLive };
}

/** What the page follows stays as it is there, and what is shown stays shown. */
function merge(before: State, stored: SessionWithTurns): State {
  const known = new Map(before.turns.map((turn) => [turn.runId, turn]));
  const turns = stored.turns.map((turn) => known.get(turn.runId) ?? toShown(turn));
  const isStored = new Set(turns.map(({ runId }) => runId));
  const all = [...turns, ...before.turns.filter(({ runId }) => !isStored.has(runId))];
  return { turns: all, headRunId: before.headRunId ?? stateOf(stored).headRunId };
}
