import { z } from 'zod';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ApiOperation } from '#lib/openapi/api-operation.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import type { SourcedCall, SourcedTool } from '#lib/ports/tool-source.ts';
import type { AnyToolDefinition, ToolRisk } from '#lib/tools/define-tool.ts';
import { isReadingMethod, isRepeatableMethod } from '#lib/tools/http-methods.ts';
import type { StoredService } from '../db/stores/tool-service-store.ts';
import { buildRequest } from './build-request.ts';
import { readAnswer } from './read-answer.ts';

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 10_000_000;
const anyInput = z.looseObject({});

/** The tools of a service: `slack@chat_postMessage`. */
export function toSourcedTools(service: StoredService, fetch: GuardedFetch): SourcedTool[] {
  return service.operations.map((operation) => ({
    definition: definitionOf(service, operation),
    whyNot: whyNot(service),
    call: (input, call) => callService({ service, operation, input, call, fetch }),
  }));
}

function whyNot({ isEnabled, title, serverUrl }: StoredService): string | undefined {
  if (!isEnabled) return `The service ${title} is switched off`;
  return serverUrl.includes('{') ? `The address of the service ${title} is not complete` : undefined;
}

function definitionOf({ id, title, serverUrl }: StoredService, operation: ApiOperation): AnyToolDefinition {
  const { name, method, description, inputSchema, outputSchema } = operation;
  return {
    id: `${id}@${name}`,
    title: operation.title,
    description: `${title}: ${description}`,
    group: 'services',
    server: `service ${id} ${URL.parse(serverUrl)?.origin ?? serverUrl}`,
    service: { id, title },
    input: anyInput,
    output: z.unknown(),
    inputSchema,
    outputSchema,
    risk: riskOf(method),
    scope: 'workspace',
    effects: isReadingMethod(method) ? 'read' : 'write',
    isRepeatable: isRepeatableMethod(method),
    reaches: [],
    hosts: [hostOf(serverUrl)],
    describe: (input: unknown) => describeCall(operation, { serverUrl, input }),
    timeoutMs: TIMEOUT_MS,
  };
}

/** Deleting cannot be undone; other changes mostly can. */
export function riskOf(method: ApiOperation['method']): ToolRisk {
  if (isReadingMethod(method)) return 'low';
  return method === 'DELETE' ? 'high' : 'medium';
}

function hostOf(serverUrl: string): string {
  return URL.parse(serverUrl)?.host ?? serverUrl;
}

function describeCall(operation: ApiOperation, { serverUrl, input }: { serverUrl: string; input: unknown }): string {
  try {
    const { url } = buildRequest(operation, { serverUrl, input: input as Record<string, unknown> });
    return `${operation.method} ${url}`;
  } catch {
    return `${operation.method} ${hostOf(serverUrl)}${operation.path}`;
  }
}

type ServiceCall = {
  readonly service: StoredService;
  readonly operation: ApiOperation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly call: SourcedCall;
  readonly fetch: GuardedFetch;
};

async function callService({ service, operation, input, call, fetch }: ServiceCall) {
  const { serverUrl, credentialId, failure, title } = service;
  const { workspaceId, signal } = call;
  const { url, init } = buildRequest(operation, { serverUrl, input });
  const credential = credentialId === null ? {} : { credential: { workspaceId, credentialId } };
  const response = await fetch(url, {
    ...init,
    ...credential,
    signal,
    maxBytes: MAX_ANSWER_BYTES,
    onlyHosts: [hostOf(serverUrl)],
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw toFailure(error, title);
  });
  const { keepFile } = call;
  return {
    ...(await readAnswer(response, { failure, keepFile })),
    summary: `${title} answered ${response.status} to ${operation.name}`,
  };
}

function toFailure(error: unknown, title: string): unknown {
  if (!GuardedFetchError.is(error)) return error;
  const { message, code, hint, privateHost } = error;
  return new NodeFailure(code, `${title}: ${message}`, {
    isRetryable: code === 'connection-failed',
    cause: error,
    privateHost,
    ...(hint !== undefined && { hint }),
  });
}
