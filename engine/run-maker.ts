import type { RunOutline, StartRun } from '#lib/ports/run-service.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import type { ToolKit } from './contract/tool-kit.ts';
import type { EnginePorts } from './engine-ports.ts';
import { beginRun } from './run/begin-run.ts';
import { payloadsIn } from './run/fork/payloads-in.ts';
import { readBeginning } from './run/fork/read-beginning.ts';
import type { GroupCommit } from './run/log/group-commit.ts';
import { preparePart } from './run/prepare-part.ts';
import type { WorkflowPreparer } from './run/prepare-workflow.ts';
import { checkInputs, inputsText } from './run/run-inputs.ts';
import type { RunContext } from './run/scopes/run-context.ts';
import { workspaceTools } from './tools/workspace-tools.ts';

type Parts = {
  readonly ports: EnginePorts;
  readonly preparer: WorkflowPreparer;
  readonly committer: GroupCommit;
  /** @throws while the engine closes */
  readonly assertOpen: () => void;
};

/**
 * Creates new runs, whole, partial or forked: from a request to a log with its first events. Does
 * not execute them.
 */
export class RunMaker {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async plan({ workflow, inputs, ...asked }: StartRun): Promise<RunOutline> {
    this.#parts.assertOpen();
    const { definitions } = await workspaceTools(this.#parts.ports.tools, asked.workspaceId);
    await this.#parts.preparer.prepare(workflow, definitions);
    // The inputs of a new run are not known yet.
    const values = asked.fork ? checkInputs(workflow, inputs) : {};
    return (await readBeginning(asked, { workflow, inputs: values, ...this.#parts.ports, tools: definitions })).outline;
  }

  async make({
    runId,
    workspaceId,
    workflow,
    workflowId,
    inputs,
    mode,
    deployment,
    session,
    callerMessages,
    origin,
    keyId,
    traceparent,
    ...asked
  }: StartRun) {
    this.#parts.assertOpen();
    const tools = await workspaceTools(this.#parts.ports.tools, workspaceId);
    const whole = await this.#parts.preparer.prepare(workflow, tools.definitions);
    const values = checkInputs(workflow, inputs);
    const isPlain = !asked.fork && !asked.part;
    const reading = { workflow, inputs: values, ...this.#parts.ports, tools: tools.definitions };
    const beginning = isPlain ? undefined : await readBeginning(asked, reading);
    const prepared = preparePart(whole, asked.part?.until);
    const identity: RunIdentity = {
      runId: runId ?? this.#parts.ports.newId('run'),
      workspaceId,
      workflowId: workflowId ?? null,
      workflowName: workflow.name,
      documentHash: prepared.documentHash,
      mode,
      inputs: inputsText(values),
      nodeId: null,
      ...(deployment && { deployment }),
      ...(session && { session }),
      ...(callerMessages !== undefined && { callerMessages }),
      ...(origin && { origin }),
      ...(beginning?.fork && { fork: beginning.fork }),
    };
    await this.#parts.ports.store.saveDocument(prepared.documentHash, prepared.document);
    if (beginning) await this.#parts.ports.store.touchPayloads(workspaceId, payloadsIn(beginning.reused));
    await this.#parts.ports.budgets?.bind(identity.runId, keyId);
    this.#parts.assertOpen();
    return { run: this.begin(identity, { workflow, inputs: values, beginning, traceparent }, tools), prepared };
  }

  /**
   * The beginning of a run's log, which is written with its next commit.
   * @param tools those of its workspace
   */
  begin(identity: RunIdentity, begun: Parameters<typeof beginRun>[1], tools: ToolKit): RunContext {
    const { ports, committer } = this.#parts;
    return beginRun(identity, begun, { ports: { ...ports, tools }, committer });
  }
}
