'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { decideApproval } from '#lib/api/approvals.contract.ts';
import type { ContractInput, ContractOutput } from '#lib/api/define-contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type DecisionBody = ContractInput<typeof decideApproval>['body'];

/**
 * The decision, under the name of its status. `skipped`: continue without the node. `answered`:
 * the result of an effect.
 */
export type Answer = 'confirmed' | 'rejected' | 'skipped' | 'answered';

/** State of a decision: not made, being sent, accepted, or refused and editable again. */
export type DecisionState =
  | { readonly step: 'open' }
  | { readonly step: 'sending'; readonly answer: Answer }
  | { readonly step: 'decided'; readonly answer: Answer; readonly status: ContractOutput<typeof decideApproval>['status'] }
  | { readonly step: 'refused'; readonly code: ApiError['code'] | undefined; readonly message: string };

function answerOf({ skip, confirmed, result }: DecisionBody): Answer {
  if (skip) return 'skipped';
  if (confirmed) return 'confirmed';
  return result === undefined ? 'rejected' : 'answered';
}

type ApprovalKey = { readonly runId: string; readonly actionId: string };

/** Sends one decision once. The result is in the run's log. */
export function useDecision({ runId, actionId }: ApprovalKey) {
  const [state, setState] = useState<DecisionState>({ step: 'open' });
  async function decide(body: DecisionBody) {
    if (state.step === 'sending' || state.step === 'decided') return;
    const answer = answerOf(body);
    setState({ step: 'sending', answer });
    try {
      const { status } = await apiClient.decideApproval({ params: { id: runId, actionId }, body });
      setState({ step: 'decided', answer, status });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      setState({ step: 'refused', code, message: errorMessage(error) });
    }
  }
  return { state, decide };
}
