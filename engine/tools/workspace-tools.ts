import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { SourcedCall, SourcedTool } from '#lib/ports/tool-source.ts';
import { findTool, withSourcedTools } from '#lib/tools/tool-catalogue.ts';
import type { ToolContext, ToolHandler, ToolHandlerRegistry } from '../contract/define-tool-handler.ts';
import { meterOf } from '../contract/model-meter.ts';
import { RunEnding } from '../contract/run-ending.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import { callFolder } from './call-folder.ts';
import { keepAsFile } from './keep-as-file.ts';

type Tools = Readonly<Record<string, SourcedTool>>;

const kits = new WeakMap<Tools, { readonly base: ToolKit; readonly kit: ToolKit }>();

/** The tools of the server with those of a workspace. Cheap: kept until one of them changes. */
export async function workspaceTools(base: ToolKit, workspaceId: WorkspaceId): Promise<ToolKit> {
  if (!base.source) return base;
  const sourced = await base.source.toolsOf(workspaceId);
  if (Object.keys(sourced).length === 0) return base;
  const known = kits.get(sourced);
  if (known?.base === base) return known.kit;
  const kit = withTools(base, sourced);
  kits.set(sourced, { base, kit });
  return kit;
}

function withTools(base: ToolKit, sourced: Tools): ToolKit {
  const handlers: ToolHandlerRegistry = Object.fromEntries(
    Object.entries(sourced).map(([id, tool]) => [id, async () => ({ default: handlerOf(tool) as ToolHandler<never> })]),
  );
  const { definitions, unavailable } = withSourcedTools(base, sourced);
  let settings: { readonly of: ToolKit['settings']; readonly joined: ToolKit['settings'] } | undefined;
  return {
    handlers: { ...handlers, ...base.handlers },
    payloads: base.payloads,
    workflows: base.workflows,
    knowledge: base.knowledge,
    userMemory: base.userMemory,
    values: base.values,
    tabs: base.tabs,
    databases: base.databases,
    mail: base.mail,
    skills: base.skills,
    files: base.files,
    documents: base.documents,
    documentWriter: base.documentWriter,
    sandbox: base.sandbox,
    codeHosts: base.codeHosts,
    codeEnvironment: base.codeEnvironment,
    definitions,
    unavailable,
    // Read at each use: the config may change while runs execute.
    get search() {
      return base.search;
    },
    get commands() {
      return base.commands;
    },
    get settings() {
      if (!settings || settings.of !== base.settings)
        settings = { of: base.settings, joined: withSourcedTools(base, sourced).settings };
      return settings.joined;
    },
    get capabilities() {
      return base.capabilities;
    },
  };
}

/** With one more tool of the workspace. */
export function withTool(kit: ToolKit, tool: SourcedTool): ToolKit {
  const { id } = tool.definition;
  return {
    ...kit,
    definitions: { ...kit.definitions, [id]: tool.definition },
    handlers: { ...kit.handlers, [id]: async () => ({ default: handlerOf(tool) as ToolHandler<never> }) },
  };
}

function handlerOf(tool: SourcedTool): ToolHandler<Readonly<Record<string, unknown>>> {
  return async ({ input, context }) => {
    const answer = await tool.call(input, toSourcedCall(tool, context));
    if (answer === 'waiting') throw new SuspendedError();
    return answer;
  };
}

function mayReach(toolId: string, { definitions, reachable }: ToolKit): boolean {
  const tool = findTool(definitions, toolId);
  return !reachable || (tool !== undefined && reachable.whyNot(tool) === undefined);
}

function toSourcedCall({ definition }: SourcedTool, context: ToolContext): SourcedCall {
  const { workspaceId, runId, toolCallId, idempotencyKey, signal } = context;
  return {
    workspaceId,
    runId,
    toolCallId,
    idempotencyKey,
    signal,
    meter: meterOf(context, toolCallId),
    onProgress: ({ message, share }) =>
      context.emit({
        type: 'tool_progress',
        id: toolCallId,
        name: definition.id,
        message,
        ...(share !== undefined && { share }),
      }),
    // Calls of one node may answer files of one name.
    keepFile: (response) => keepAsFile(response, { folder: callFolder(context), context }),
    once: ({ key, ...request }, send) => {
      const effect = { ...request, key: `once:${idempotencyKey}:${key}`, kind: 'http', effects: 'write', toolCallId } as const;
      return context.effect(effect, (sending) => send(sending.idempotencyKey));
    },
    mayReach: (toolId) => mayReach(toolId, context.tools),
    isHandedOver: () => signal.aborted && RunEnding.is(signal.reason) && signal.reason.reason === 'worker_lost',
    ask: ({ key, description, schema, value }) =>
      context.ask({
        // Unique within the node: the idempotency key is that of this call.
        key: `ask:${idempotencyKey}:${key}`,
        kind: 'value',
        tool: definition.id,
        toolCallId,
        args: value,
        schema,
        description,
      }),
  };
}
