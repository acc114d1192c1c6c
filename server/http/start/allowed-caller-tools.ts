import type { CallerTools } from '#lib/run/caller-tools.ts';
import { callerToolNodes } from '#lib/workflow/caller-tool-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { requestProblem } from '../../conversation/request-problem.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';

type Wanted = {
  readonly callerTools: Omit<CallerTools, 'keyId'> | undefined;
  readonly endpoint: Endpoint;
  readonly workflow: Workflow;
};

/**
 * The tools of a caller that its deployment lets it add. An offer that the workflow cannot take is omitted.
 * @param leftOut gets the reason
 * @throws {AppError} `body-invalid` where the caller wants one of them called
 */
export function allowedCallerTools({ callerTools, ...target }: Wanted, leftOut: string[] = []): CallerTools | undefined {
  if (!callerTools) return undefined;
  const problem = problemOf(target);
  if (problem === undefined) return { ...callerTools, keyId: target.endpoint.keyId };
  if (callerTools.choice !== undefined) throw requestProblem('tools', problem);
  leftOut.push(`tools: ${problem}`);
  return undefined;
}

function problemOf({ endpoint, workflow }: Omit<Wanted, 'callerTools'>): string | undefined {
  if (!endpoint.allowsCallerTools)
    return 'A workflow calls the tools of its own nodes. Its deployment can allow tools of the caller (allow.callerTools)';
  if (callerToolNodes(workflow).size === 0)
    return 'No model of this workflow may call them: none of its LLM nodes writes the reply with tools';
  return undefined;
}
