import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { NodeError, PendingApproval } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';

/** How a call ended, or that it waits. */
export type WorkflowResult = {
  readonly runId: string;
  readonly status: RunStatus;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly error?: NodeError | undefined;
  readonly approvals?: readonly PendingApproval[] | undefined;
  /** When its wait for a time ends, in ISO form. */
  readonly waitsUntil?: string | undefined;
};
export type WorkflowProgress = { readonly nodes: number; readonly message: string };

/** A published workflow as a tool. */
export type WorkflowTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  /** Whether callers may decide the approvals of their runs. */
  readonly isDecidable: boolean;
  /** @throws {AppError} where the run cannot start */
  start(
    inputs: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly onProgress?: ((progress: WorkflowProgress) => void) | undefined },
  ): Promise<WorkflowResult>;
  /** Decides an approval of a run and waits until the run ends or waits for something else. */
  decide(decision: Decision, options: { readonly signal: AbortSignal }): Promise<WorkflowResult>;
};
export type Decision = { readonly runId: string; readonly actionId: string; readonly isConfirmed: boolean };

const QUESTION = 'decision';
/** What a client sends back with an answer. The key decides which runs it may name. */
const stateSchema = z.strictObject({ runId: z.string().max(100), actionId: z.string().max(100) });
const answerSchema = z.object({ approve: z.boolean() });

/** One published workflow as an MCP server with one tool. */
export function makeWorkflowServer(tool: WorkflowTool, version: string): McpServer {
  const server = new McpServer({ name: 'threadloom', title: tool.title, version }, { requestState: { verify: readState } });
  // The engine checks inputs, and says more about what is wrong.
  const inputSchema = fromJsonSchema<Readonly<Record<string, unknown>>>(tool.inputs, {
    // The type of a checked value is of the caller's choosing.
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  });
  const { name, title, description } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema, annotations: { readOnlyHint: false, openWorldHint: true } },
    async (inputs: Readonly<Record<string, unknown>>, context: ServerContext) => {
      try {
        return answerOf(await resultOf(tool, inputs, context), { tool, context });
      } catch (error) {
        return failure(error);
      }
    },
  );
  return server;
}

async function resultOf(tool: WorkflowTool, inputs: Readonly<Record<string, unknown>>, { mcpReq }: ServerContext) {
  const { signal } = mcpReq;
  const decided = readDecision(mcpReq);
  if (decided) return tool.decide(decided, { signal });
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return tool.start(inputs, { signal });
  const onProgress = ({ nodes, message }: WorkflowProgress) =>
    // A client that is gone is seen by its request.
    void mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken: token, progress: nodes, message } })
      .catch(() => {});
  return tool.start(inputs, { signal, onProgress });
}

/** A call that comes back with the answer to a question. */
function readDecision(mcpReq: ServerContext['mcpReq']): Decision | undefined {
  const named = mcpReq.requestState<Omit<Decision, 'isConfirmed'>>();
  if (named === undefined) return undefined;
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  const content = answer.kind === 'elicit' && answer.action === 'accept' ? answerSchema.safeParse(answer.content) : undefined;
  return { ...named, isConfirmed: content?.success === true && content.data.approve };
}

/** @throws where the state is not one of this server: the request is answered with an error of the protocol */
function readState(text: string): Omit<Decision, 'isConfirmed'> {
  return stateSchema.parse(JSON.parse(text));
}

type Answering = { readonly tool: WorkflowTool; readonly context: ServerContext };

function answerOf(result: WorkflowResult, { tool, context }: Answering): CallToolResult | InputRequiredResult {
  const { runId, status, outputs, error, approvals = [], waitsUntil } = result;
  const [first] = approvals;
  if (status === 'waiting' && first && tool.isDecidable && canAsk(context)) return question(runId, first);
  if (waitsUntil !== undefined) {
    const next = `There is no result yet: the run waits until ${waitsUntil}. It is read then with GET /api/v1/runs/${runId}.`;
    return { content: [{ type: 'text', text: JSON.stringify({ runId, status, resumesAt: waitsUntil, next }) }] };
  }
  if (status === 'waiting') return { content: [{ type: 'text', text: JSON.stringify({ runId, status, approvals }) }] };
  if (status === 'succeeded')
    return { content: [{ type: 'text', text: JSON.stringify(outputs) }], structuredContent: { ...outputs } };
  return { isError: true, content: [{ type: 'text', text: `${error?.message ?? `The run ended as ${status}`} (${runId})` }] };
}

/** Only clients of protocol 2026-07-28 that show forms: older ones would need a session to answer in. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const { envelope } = mcpReq;
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = (envelope ?? {}) as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return capabilities?.elicitation !== undefined;
}

function question(runId: string, { actionId, description, tool }: PendingApproval): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: description || tool,
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: 'Approve', description: 'Otherwise it is rejected.' } },
          required: ['approve'],
        },
      }),
    },
    requestState: JSON.stringify({ runId, actionId }),
  });
}

/** A refusal that models read, with every problem. */
function failure(error: unknown): CallToolResult {
  const { details } = error as { details?: unknown };
  const more = AppError.is(error) && details !== undefined ? `\n${JSON.stringify(details)}` : '';
  return { isError: true, content: [{ type: 'text', text: `${errorMessage(error)}${more}` }] };
}
