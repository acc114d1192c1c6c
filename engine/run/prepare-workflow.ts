import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ExecutorRegistry } from '../contract/define-executor.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import { knownAgents } from '../plan/known-agents.ts';
import { type Plan, planWorkflow } from '../plan/plan-workflow.ts';
import { compileRun, type RunPlan } from './compile-run.ts';

/** A validated, compiled workflow. The same content is prepared once. */
export type PreparedWorkflow = {
  readonly documentHash: string;
  /** Canonical text, as stored. */
  readonly document: string;
  readonly workflow: Workflow;
  readonly plan: Plan;
  readonly runPlan: RunPlan;
};

export type PreparerPorts = {
  readonly nodes: NodeRegistry;
  readonly executors: ExecutorRegistry;
  readonly tools?: Pick<ToolKit, 'definitions'>;
};

/** Compiled workflows kept; a plan of a hundred nodes is about half a megabyte. */
const MAX_PREPARED = 200;

export function hashDocument(document: string): string {
  return createHash('sha256').update(document).digest('base64url');
}

/** Validates and compiles workflows, and keeps what it compiled by content hash. */
export class WorkflowPreparer {
  readonly #nodes: NodeRegistry;
  readonly #executors: ExecutorRegistry;
  readonly #tools: ToolRegistry | undefined;
  readonly #prepared = new LRUCache<string, Promise<PreparedWorkflow>>({ max: MAX_PREPARED });
  /** What a caller that keeps its workflow, as a deployment does, saves at each run: to write and hash it. */
  readonly #byIdentity = new WeakMap<Workflow, PreparedWorkflow>();

  constructor({ nodes, executors, tools }: PreparerPorts) {
    this.#nodes = nodes;
    this.#executors = executors;
    this.#tools = tools?.definitions;
  }

  /**
   * @param workflow is frozen, since its compiled form is cached
   * @param tools those its nodes may name. A document that was valid is not validated again.
   * @defaultValue the tools of the server
   * @throws {AppError} `workflow-invalid` with all problems in `details.problems`
   */
  async prepare(workflow: Workflow, tools: ToolRegistry | undefined = this.#tools): Promise<PreparedWorkflow> {
    const same = this.#byIdentity.get(workflow);
    if (same) return same;
    const prepared = await this.#prepareByContent(workflow, tools);
    this.#byIdentity.set(deepFreeze(workflow), prepared);
    return prepared;
  }

  /** As `prepare`, for a run that was started before: its workspace may have lost tools since. */
  async prepareStarted(workflow: Workflow): Promise<PreparedWorkflow> {
    return this.#byIdentity.get(workflow) ?? this.#prepareByContent(deepFreeze(workflow), undefined);
  }

  async #prepareByContent(workflow: Workflow, tools: ToolRegistry | undefined): Promise<PreparedWorkflow> {
    const document = formatWorkflow(workflow);
    const documentHash = hashDocument(document);
    const prepared = this.#prepared.get(documentHash) ?? this.#make(workflow, { document, documentHash, tools });
    this.#prepared.set(documentHash, prepared);
    try {
      return await prepared;
    } catch (error) {
      this.#prepared.delete(documentHash);
      throw error;
    }
  }

  async #make(
    workflow: Workflow,
    { document, documentHash, tools }: { document: string; documentHash: string; tools: ToolRegistry | undefined },
  ): Promise<PreparedWorkflow> {
    const { valid, errors } = validateWorkflow(workflow, this.#nodes, {
      tools,
      agents: knownAgents(workflow),
      isWhole: true,
    });
    if (!valid) {
      const [first] = errors;
      const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      const where = first?.nodeId ? `${first.nodeId}: ` : '';
      throw new AppError('workflow-invalid', `${where}${first?.message ?? 'The workflow is not valid'}${rest}`, {
        details: { problems: errors },
      });
    }
    const plan = await planWorkflow(workflow, { nodes: this.#nodes, executors: this.#executors });
    return { documentHash, document, workflow, plan, runPlan: compileRun(plan) };
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
