import { isHeld } from '#lib/workflow/held-nodes.ts';
import type { RunHead } from '../../db/repositories/run-repository.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';

/** More approvals than a run asks for by nodes. */
const MAX_APPROVALS = 100;

type Caller = Pick<HandlerContext, 'endpoint' | 'deps' | 'repos' | 'language'>;

type Maker = {
  readonly run: Pick<RunHead, 'runId' | 'status' | 'documentHash'>;
  /** The path of the node that made the file; null where that is not known. */
  readonly nodeId: string | null;
};

/**
 * Whether a caller may have a file that a run made. One that a person has still to approve is kept until the run has
 * succeeded, and for ever if that was rejected.
 */
async function runFileLeaves({ run, nodeId }: Maker, context: Caller): Promise<boolean> {
  const { endpoint, deps, repos } = context;
  if (!endpoint || runReaderOf(context).level === 'full') return true;
  const workflow = await deps.publishing.frozen.get(run.documentHash);
  const paths = nodeId === null ? workflow.nodes.map(({ id }) => id) : [nodeId];
  if (!paths.some((path) => isHeld(path, workflow))) return true;
  if (run.status !== 'succeeded') return false;
  const { items } = await repos.approvals.list({ runId: run.runId, limit: MAX_APPROVALS, nowMs: deps.clock.now() });
  return !items.some(({ kind, status }) => kind === 'value' && (status === 'rejected' || status === 'expired'));
}

type Made = { readonly runId: string | null; readonly nodeId?: string | null };

/** Those of the files that the caller may have. */
export async function leavingFiles<File extends Made>(files: readonly File[], context: Caller): Promise<File[]> {
  if (!context.endpoint || files.length === 0) return [...files];
  const heads = new Map<string, Promise<RunHead | null>>();
  const headOf = (runId: string) => {
    const head = heads.get(runId) ?? context.repos.runs.getHead(runId);
    heads.set(runId, head);
    return head;
  };
  const leaves = await Promise.all(
    files.map(async ({ runId, nodeId = null }) => {
      if (runId === null) return true;
      const run = await headOf(runId);
      return run !== null && runFileLeaves({ run, nodeId }, context);
    }),
  );
  return files.filter((_, index) => leaves[index]);
}
