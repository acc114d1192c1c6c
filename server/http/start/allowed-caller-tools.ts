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

/** The tools of a caller that its deployment lets it add. @throws {AppError} `body-invalid` */
export function allowedCallerTools({ callerTools, endpoint, workflow }: Wanted): CallerTools | undefined {
  if (!callerTools) return undefined;
  if (!endpoint.allowsCallerTools)
    throw requestProblem(
      'tools',
      'A workflow calls the tools of its own nodes. Its deployment can allow tools of the caller (allow.callerTools)',
    );
  if (callerToolNodes(workflow).size === 0)
    throw requestProblem('tools', 'No model of this workflow may call them: none of its LLM nodes writes the reply with tools');
  return { ...callerTools, keyId: endpoint.keyId };
}
