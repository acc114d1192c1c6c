import { expect, test, vi } from 'vitest';
import { storeInWorker } from '#components/editor/document/store-in-worker.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

function documentOf(count: number): Workflow {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `text_${index}`,
    type: 'template',
    version: 1,
    label: '',
    config: {},
    position: { x: 0, y: index * 96 },
  }));
  return { format: WORKFLOW_FORMAT, name: 'Stored', description: '', settings: {}, nodes, edges: [] };
}
const input = (count: number) => ({ params: { id: 'wf_1' }, headers: { 'if-match': '7' }, body: documentOf(count) });

function setUp(store: () => Promise<{ revision: number }>) {
  const client = { replaceWorkflow: vi.fn(async () => ({ revision: 8 })) };
  const worker = { store: vi.fn(store) };
  return { client, worker, storing: storeInWorker(client, worker) };
}

test('a large document is stored by the worker, a small one by the page', async () => {
  const { client, worker, storing } = setUp(async () => ({ revision: 9 }));
  expect(await storing.replaceWorkflow(input(1000))).toEqual({ revision: 9 });
  expect(client.replaceWorkflow).not.toHaveBeenCalled();
  expect(worker.store).toHaveBeenCalledWith(expect.anything(), { workflowId: 'wf_1', revision: 7 });
  expect(await storing.replaceWorkflow(input(3))).toEqual({ revision: 8 });
  expect(worker.store).toHaveBeenCalledTimes(1);
});

test('the page repeats a request that failed in the worker, and its result counts', async () => {
  const { client, storing } = setUp(async () => Promise.reject(new Error('409')));
  client.replaceWorkflow.mockRejectedValueOnce(new Error('Somebody else stored revision 8'));
  await expect(storing.replaceWorkflow(input(1000))).rejects.toThrow('Somebody else stored revision 8');
  expect(client.replaceWorkflow).toHaveBeenCalledTimes(1);
});
