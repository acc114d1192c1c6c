import { expect, test } from 'vitest';
import type { Problem } from '#lib/workflow/problem.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { DocumentWorker, type WorkerAnswer, type WorkerRequest } from './document-worker.ts';

const document: Workflow = { format: WORKFLOW_FORMAT, name: 'Sent', description: '', settings: {}, nodes: [], edges: [] };
const tools = [{ id: 'one', title: 'One', aliases: {}, inputSchema: {}, outputSchema: {} }];
const found: readonly Problem[] = [{ code: 'cycle', severity: 'error', message: 'Found by the worker' }];

test('a thread that could not be started takes no answer of later requests, and tools are sent once there is one', async () => {
  const sent: WorkerRequest[] = [];
  const answers: WorkerAnswer[] = [{ problems: found }, { revision: 4 }];
  let starts = 0;
  const thread: Pick<Worker, 'onmessage' | 'postMessage' | 'terminate'> = {
    onmessage: null,
    postMessage(request: WorkerRequest) {
      sent.push(request);
      const data = answers.shift();
      queueMicrotask(() => thread.onmessage?.call(thread as Worker, { data } as MessageEvent));
    },
    terminate() {},
  };
  const worker = new DocumentWorker(() => {
    if (starts++ === 0) throw new Error('no thread');
    return thread as Worker;
  });
  await expect(worker.check(document, { tools })).rejects.toThrow('no thread');
  expect(await worker.check(document, { tools })).toBe(found);
  expect(await worker.store(document, { workflowId: 'wf_1', revision: 3 })).toEqual({ revision: 4 });
  expect(sent.map(({ task }) => task)).toMatchObject([{ kind: 'check', tools }, { kind: 'store' }]);
});
