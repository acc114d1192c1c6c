import { NotificationClient } from '../notification-client.ts';
import { secretsOf, sees } from './access-case.ts';
import type { Caller, World } from './access-world.ts';

const LIMIT_MS = 10_000;

/** Subscribes as every caller to every session, asks for what was missed, and reads what the sockets send. */
export async function socketProblems(server: string, world: World): Promise<{ problems: string[]; messages: number }> {
  const problems: string[] = [];
  let messages = 0;
  for (const caller of world.callers) {
    const read = await readSocket(server, caller, world);
    messages += read.messages.length;
    problems.push(...read.problems.map((problem) => `socket as ${caller.name}: ${problem}`));
  }
  return { problems, messages };
}

type Read = { readonly messages: readonly object[]; readonly problems: readonly string[] };

async function readSocket(server: string, caller: Caller, world: World): Promise<Read> {
  const headers = caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` };
  const query = `?after=${encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())}`;
  const client = await NotificationClient.open(server, { headers, query }).catch(() => undefined);
  const mayConnect = caller.is === 'key' || caller.is === 'visitor' || caller.sees === 'all';
  if (!client) return { messages: [], problems: mayConnect ? ['was not opened'] : [] };
  if (!mayConnect) return { messages: [], problems: ['was opened'] };
  const sessions = world.belongings.flatMap(({ sessionKey }) => sessionKey ?? []);
  client.send({ type: 'ping' });
  for (const sessionId of sessions) client.send({ type: 'subscribe', sessionId });
  for (const untilMs = performance.now() + LIMIT_MS; performance.now() < untilMs; ) {
    if (client.messages.filter(({ type }) => type !== 'notification').length > sessions.length) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const problems = world.belongings.flatMap((owner) => {
    if (sees(caller, owner)) return [];
    const about = client.messages.filter((message) => message.type !== 'error');
    return secretsOf(owner).some((secret) => JSON.stringify(about).includes(secret)) ? [`is told of ${owner.owner}`] : [];
  });
  client.close();
  return { messages: client.messages, problems };
}
