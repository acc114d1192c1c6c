import { problemsOf } from '#components/editor/document/check-problems.ts';
import { applyChange } from '#components/editor/document/document-change.ts';
import type { WorkerAnswer, WorkerRequest, WorkerTask } from '#components/editor/document/document-worker.ts';
import type { KnownTool } from '#components/editor/document/known-tools.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

// Web worker: checks and stores the documents it is sent, one after the other, and answers in the same order.

let document: Workflow | undefined;
let tools: readonly KnownTool[] | undefined;
let before: Promise<void> = Promise.resolve();

self.onmessage = ({ data: { change, task } }: MessageEvent<WorkerRequest>) => {
  const now = applyChange(document, change);
  document = now;
  before = before.then(async () => self.postMessage(await answerTo(now, task)));
};

async function answerTo(now: Workflow, task: WorkerTask): Promise<WorkerAnswer> {
  if (task.kind === 'store') return store(now, task);
  if (task.tools) tools = task.tools;
  return { problems: problemsOf(now, nodeRegistry, { learnt: task.learnt, names: task.names, tools }) };
}

/** Without the page's client, which is larger than the rest of this worker; on failure the page repeats the request. */
async function store(now: Workflow, { workflowId, revision }: WorkerTask & { kind: 'store' }): Promise<WorkerAnswer> {
  try {
    const response = await fetch(`/api/v1/workflows/${encodeURIComponent(workflowId)}`, {
      method: 'PUT',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'if-match': String(revision) },
      body: JSON.stringify(now),
    });
    const stored: unknown = response.ok ? await response.json() : undefined;
    if (stored && typeof stored === 'object' && 'revision' in stored && typeof stored.revision === 'number')
      return { revision: stored.revision };
    return { failed: `The server answered with ${response.status}` };
  } catch (error) {
    return { failed: String(error) };
  }
}
