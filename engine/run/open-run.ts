import { agentRegistry } from '#agents/registry.gen.ts';
import { limitsOfWorkflow } from '#lib/agents/tool-limits.ts';
import type { RunPart } from '#lib/ports/run-service.ts';
import type { RunDeployment, RunIdentity } from '#lib/ports/run-store.ts';
import { runCaller } from '#lib/run/caller-kind.ts';
import type { NewRunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { extendToolKit } from '../contract/extend-tool-kit.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import { knownAgents } from '../plan/known-agents.ts';
import { callerKit } from '../tools/caller-tools.ts';
import { EffectLedger } from './effects/effect-ledger.ts';
import { fileScopeOf } from './file-scope-of.ts';
import { RunLimits } from './limits/run-limits.ts';
import { type Committer, RunLog } from './log/run-log.ts';
import { type RestoredRun, restoreResults } from './restore/restore-results.ts';
import { RunContext } from './scopes/run-context.ts';
import type { NodePorts } from './scopes/run-scope.ts';
import { RunApprovals } from './signals/run-approvals.ts';
import { RunBreakpoints } from './signals/run-breakpoints.ts';
import { RunSignals } from './signals/run-signals.ts';
import { Conversations } from './state/conversations.ts';
import { RunMemory } from './state/run-memory.ts';
import { RunResults } from './state/run-results.ts';
import { RunSession } from './state/run-session.ts';
import { RunTrace } from './state/run-trace.ts';

/** Where a run begins: at its first event, or where a process that died left it. */
export type RunBeginning = {
  readonly workflow: Workflow | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly leaseToken: number;
  readonly lastSeq: number;
  readonly restored?: RestoredRun;
  /** Of the request that started it. @defaultValue that in the log */
  readonly traceparent?: string | undefined;
};

const FRESH = restoreResults([]);

/** Makes the log and the state of a run. Nothing is written and nothing starts. */
export function openRun(
  identity: RunIdentity,
  { workflow, inputs, leaseToken, lastSeq, restored = FRESH, traceparent = restored.traceparent }: RunBeginning,
  { ports, committer }: { ports: NodePorts; committer: Committer },
): RunContext {
  const log = new RunLog({
    identity: pickIdentity(identity),
    leaseToken,
    lastSeq,
    committer,
    clock: ports.clock,
    // Without its log this process must not continue the run: the owner of the lease, or the next
    // start, does.
    onFailure: () => run.end({ status: 'failed', reason: 'worker_lost' }),
  });
  const { model } = identity.deployment ?? {};
  const own = withFilesOf(identity, { workflow, inputs }, ports);
  const limited = ports.reach?.limit(own, identity, workflow) ?? own;
  log.spend(restored.usage);
  const approvals = new RunApprovals(log, ports, restored.approvals);
  for (const nodeId of restored.ended.keys()) approvals.withdraw(nodeId);
  const run: RunContext = new RunContext({
    log,
    results: new RunResults(restored),
    limits: new RunLimits(workflow?.settings.limits ?? {}, { found: restored.approvals, used: restored, clock: ports.clock }),
    ledger: new EffectLedger(log, approvals, restored.effects),
    trace: new RunTrace({ runId: identity.runId, traceparent, isSent: ports.sendsTraceparent ?? false }),
    // What the caller said is part of the identity, so it holds in every process.
    ports: withCaller(limited, identity.deployment, workflow),
    signals: new RunSignals(approvals, new RunBreakpoints(log, restored.breakpoints)),
    workflow: {
      inputs,
      mode: identity.mode,
      defaultModel: model ?? workflow?.settings.defaultModel,
      language: workflow?.settings.language ?? 'en',
      toolLimits: limitsOfWorkflow(workflow?.settings.mode),
      skipped: restored.skip,
      workflowId: identity.workflowId ?? undefined,
      credentials: workflow?.settings.credentials ?? {},
      agents: workflow ? knownAgents(workflow) : agentRegistry,
      conversations: Conversations.restore(workflow, restored.finished),
      memory: RunMemory.restore(identity.session?.sessionKey ?? identity.runId, workflow, {
        ended: restored.finished,
        opened: restored.session,
      }),
      session: new RunSession(restored.session, workflow?.settings.session),
    },
  });
  return run;
}

/** With the files of the workspace as the run sees them. */
function withFilesOf(identity: RunIdentity, begun: Pick<RunBeginning, 'workflow' | 'inputs'>, ports: NodePorts): NodePorts {
  const { files } = ports.tools;
  const scope = fileScopeOf(identity, begun);
  if (!files || scope.reader.isMember) return ports;
  return { ...ports, tools: { ...ports.tools, files: files.within(scope) } };
}

/** With the tools that the caller left, and those of its own. Documents are read and written in its turn. */
function withCaller(given: NodePorts, said: RunDeployment | undefined, workflow: Workflow | undefined): NodePorts {
  const ports = said ? { ...given, tools: inTurnOf(said, given.tools) } : given;
  const { toolNames, callerTools } = said ?? {};
  if (!toolNames && !callerTools) return ports;
  const allowed = toolNames && { allowed: new Set(toolNames) };
  const caller = callerTools && workflow && { caller: callerKit(callerTools, workflow) };
  return { ...ports, tools: { ...ports.tools, ...allowed, ...caller } };
}

function inTurnOf({ owner }: RunDeployment, tools: ToolKit): ToolKit {
  if (!tools.documents && !tools.documentWriter) return tools;
  const caller = runCaller(owner);
  const turn = { documents: tools.documents?.for(caller), documentWriter: tools.documentWriter?.for(caller) };
  return extendToolKit(tools, { definitions: {}, ...turn });
}

/** A run's first event. */
export function runStarted(
  { runId, workflowId, workflowName, documentHash, mode, fork }: RunIdentity,
  inputs: Readonly<Record<string, unknown>>,
  { until, breakpoints, skip, traceparent }: RunPart & { readonly traceparent?: string | undefined } = {},
): NewRunEvent {
  return {
    type: 'run_started',
    runId,
    ...(workflowId && { workflowId }),
    workflowName,
    documentHash,
    mode,
    inputs: inputs as Record<string, never>,
    ...(fork && { forkOf: fork.of, changes: fork.changes }),
    ...(until && { until: [...until] }),
    ...(breakpoints && { breakpoints: [...breakpoints] }),
    ...(skip && { skip: [...skip] }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Only the identity: a claimed run has more fields, which would be stored with each batch. */
function pickIdentity({
  runId,
  workspaceId,
  workflowId,
  workflowName,
  documentHash,
  mode,
  inputs,
  nodeId,
  deployment,
  session,
  callerMessages,
  origin,
  fork,
}: RunIdentity): RunIdentity {
  const identity = { runId, workspaceId, workflowId, workflowName, documentHash, mode, inputs, nodeId };
  return {
    ...identity,
    ...(deployment && { deployment }),
    ...(session && { session }),
    ...(callerMessages !== undefined && { callerMessages }),
    ...(origin && { origin }),
    ...(fork && { fork }),
  };
}
