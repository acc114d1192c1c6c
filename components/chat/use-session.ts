'use client';
import { useCallback, useEffect, useState } from 'react';
import { type AttachedValue, type ChatMessage, type ChatTarget, filesOfInputs, startTurn } from '#components/chat/chat-target.ts';
import { apiClient } from '#components/data/api-client.ts';
import type { SessionTurnResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { branchOf, headAfter } from '#lib/run/session-branch.ts';

export type ShownTurn = Pick<
  SessionTurnResource,
  'runId' | 'afterRunId' | 'message' | 'answer' | 'status' | 'error' | 'feedback' | 'artifacts'
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
  readonly problem: string | undefined;
  /** @returns whether it was sent */
  ask(target: ChatTarget, message: ChatMessage): Promise<boolean>;
  /** Shows the branch of a turn, at its latest end. */
  showBranch(runId: string): void;
  setStatus(runId: string, status: RunStatus, answer: string): void;
};

/** The turns of a session, as stored, and as they execute. */
export function useSession(sessionName: string, stored: SessionWithTurns | undefined, onChange: () => void): SessionView {
  const [state, setState] = useState<State>(() => stateOf(stored));
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (stored) setState((before) => merge(before, stored));
  }, [stored]);
  const branch = branchOf(state.turns, state.headRunId);
  const last = branch.at(-1);
  const setStatus = useCallback(
    (runId: string, status: RunStatus, answer: string) => {
      const isKnown = state.turns.some((turn) => turn.runId === runId && turn.status === status && isTerminal(status));
      if (isKnown) return;
      setState((before) => ({
        ...before,
        turns: before.turns.map((turn) => (turn.runId === runId ? { ...turn, status, answer } : turn)),
      }));
      if (isTerminal(status)) onChange();
    },
    [onChange, state.turns],
  );
  return {
    ...state,
    branch,
    isBusy: isSending || (last !== undefined && !isTerminal(last.status)),
    problem,
    async ask(target, message) {
      setProblem(undefined);
      setIsSending(true);
      try {
        // Not what the server has as the latest turn, but what is shown.
        const afterRunId = message.afterRunId ?? state.headRunId ?? undefined;
        const runId = await startTurn(target, sessionName, { ...message, afterRunId, user: stored?.user ?? null });
        const turn: ShownTurn = {
          runId,
          afterRunId: afterRunId === undefined || afterRunId === 'none' ? null : afterRunId,
          message: message.text,
          answer: null,
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
        setProblem(errorMessage(error));
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
  const { runId, afterRunId, message, answer, status, error, feedback, artifacts } = turn;
  const files = filesOfInputs(turn.inputs);
  return { runId, afterRunId, message, answer, status, error, feedback, artifacts, files, isLive: !isTerminal(status) };
}

/** What the page follows stays as it is there, and what is shown stays shown. */
function merge(before: State, stored: SessionWithTurns): State {
  const known = new Map(before.turns.map((turn) => [turn.runId, turn]));
  const turns = stored.turns.map((turn) => known.get(turn.runId) ?? toShown(turn));
  const isStored = new Set(turns.map(({ runId }) => runId));
  const all = [...turns, ...before.turns.filter(({ runId }) => !isStored.has(runId))];
  return { turns: all, headRunId: before.headRunId ?? stateOf(stored).headRunId };
}

type SessionName = { readonly name: string; readonly workflowId?: string | undefined; readonly slug?: string };

const SAME_NAME_MAX = 50;

/** Id of the session that a message with this name goes into; undefined before its first turn is stored. */
export async function findSession({ name, workflowId, slug }: SessionName): Promise<string | undefined> {
  const where = { ...(workflowId !== undefined && { workflowId }), ...(slug !== undefined && { slug }) };
  const { items } = await apiClient.listSessions({ query: { sessionId: name, limit: SAME_NAME_MAX, ...where } });
  // Programs have sessions of that name for users of theirs; a page names no user.
  return (items.find(({ user }) => user === null) ?? items[0])?.id;
}
