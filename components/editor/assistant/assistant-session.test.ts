import { expect, test } from 'vitest';
import { sessionOf } from './assistant-session.ts';

/** A session whose server starts the run when `answer` is called, and stops runs by `stop`. */
function setUp(stop: (runId: string) => Promise<unknown>) {
  const started = Promise.withResolvers<{ runId: string }>();
  const asked: string[] = [];
  const editor = { getState: () => ({ document: { nodes: [], edges: [] } }) };
  const client = {
    askAssistant: ({ body }: { body: { message: string } }) => {
      asked.push(body.message);
      return asked.length === 1 ? started.promise : new Promise(() => {});
    },
    stopRun: ({ params }: { params: { id: string } }) => stop(params.id),
    streamEvents: () => expect.unreachable('the events of a stopped turn are not read'),
  };
  const session = sessionOf(editor as never, client as never);
  const turn = session.ask({ message: 'Add a node', selectedNodes: [], runId: undefined });
  const last = () => session.state.getState().turns.at(-1);
  return { session, turn, last, asked, answer: () => started.resolve({ runId: 'run_1' }) };
}

test('a turn that is stopped before the server has answered stops its run once it is known', async () => {
  const stopped: string[] = [];
  const { session, turn, last, answer } = setUp(async (runId) => void stopped.push(runId));
  await session.stop();
  expect(stopped).toEqual([]);
  answer();
  await turn;
  expect(stopped).toEqual(['run_1']);
  expect(last()).toMatchObject({ status: 'stopped' });
});

test('a run that could not be stopped is shown as failed', async () => {
  const { session, turn, last, answer } = setUp(() => Promise.reject(new TypeError('fetch failed')));
  await session.stop();
  answer();
  await turn;
  expect(last()).toMatchObject({ status: 'failed', problem: expect.stringContaining('fetch failed') });
});

test('a new conversation takes a message before the turn of the old one has ended, which does not end the new one', async () => {
  const stopped: string[] = [];
  const { session, turn, last, asked, answer } = setUp(async (runId) => void stopped.push(runId));
  session.restart();
  expect(session.state.getState()).toMatchObject({ turns: [], isRunning: false });
  void session.ask({ message: 'Another', selectedNodes: [], runId: undefined });
  expect(asked).toEqual(['Add a node', 'Another']);
  answer();
  await turn;
  expect(stopped).toEqual(['run_1']);
  expect(session.state.getState()).toMatchObject({ isRunning: true, turns: [{ text: 'Another' }, { role: 'assistant' }] });
  expect(last()).toMatchObject({ status: 'running' });
});

test('a sentence that the demo model cannot build is still there to send after the page was loaded again', () => {
  const open = () => sessionOf({ getState: () => ({ workflowId: 'wf_told' }) } as never, {} as never);
  open().tell('Sort my mail', 'The demo model cannot write workflows.');
  const again = open();
  expect(again.state.getState()).toMatchObject({ turns: [], draft: 'Sort my mail' });
  again.write('');
  expect(open().state.getState().draft).toBe('');
});
