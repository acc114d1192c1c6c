import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MailFolder } from '#lib/ports/mailbox.ts';
import { makeMailReader } from './mail-reader.ts';
import { makeMailer } from './mailer.ts';

/** In place of minutes, in milliseconds. */
const LIMIT_MS = 700;
const MB = 1_000_000;

/** Listens on loopback. What it writes waits for the client, as long as that reads. */
async function startHostile(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function connectionTo(type: 'imap' | 'smtp', port: number, tls: string) {
  const hosts = [`127.0.0.1:${port}`];
  const fields = { host: '127.0.0.1', port, user: 'robot', password: 'pw-4711', from: 'a@example.com', tls };
  const open = async () => ({ name: 'mail', hosts, value: { type, fields } });
  return { open, hosts: { allowedPrivateHosts: () => hosts } } as never as Parameters<typeof makeMailReader>[0];
}

function endless(socket: Socket, text: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
}

function drip(socket: Socket, text = 'x'): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

function eachLine(socket: Socket, onLine: (line: string) => void): void {
  let rest = '';
  socket.on('data', (data) => {
    const lines = (rest + data.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

type Answer = string | ((socket: Socket, tag: string, line: string) => void);

/** Answers commands as a server does, but for those that `answers` has: untagged lines, or what to do instead. */
function imap(answers: Readonly<Record<string, Answer>>): (socket: Socket) => void {
  const usual: Record<string, string> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n',
    NAMESPACE: '* NAMESPACE (("" "/")) NIL NIL\r\n',
    LIST: '* LIST () "/" INBOX\r\n',
    SELECT: '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] Yes\r\n* OK [UIDNEXT 12] Yes\r\n',
  };
  return (socket) => {
    socket.write('* OK Hello\r\n');
    eachLine(socket, (line) => {
      const [tag = '', first = '', second = ''] = line.split(' ');
      const command = first.toUpperCase() === 'UID' ? second.toUpperCase() : first.toUpperCase();
      const answer = answers[command] ?? usual[command] ?? '';
      if (typeof answer === 'string') socket.write(`${answer}${tag} OK Done\r\n`);
      else answer(socket, tag, line);
    });
  };
}

async function readFrom<T>(
  serve: (socket: Socket) => void,
  work: (folder: MailFolder) => Promise<T>,
  readMs = LIMIT_MS,
): Promise<T> {
  const limits = { openMs: LIMIT_MS, readMs };
  const reader = makeMailReader({ ...connectionTo('imap', await startHostile(serve), 'off'), limits });
  return reader.read({ credential: {} as never, folder: 'INBOX', signal: new AbortController().signal }, work);
}

const search = (folder: MailFolder) => folder.findAfter(5, 20);
const head = (folder: MailFolder) => folder.head(6);
const content = async (folder: MailFolder) => Array.fromAsync(await folder.content(6, '2'));
const fetched = (values: string) => `* 1 FETCH (UID 6 ${values})\r\n`;
const ENVELOPE = '("Mon, 5 Jan 2026 10:00:00 +0000" "Hi" (("A" NIL "a" "example.com")) NIL NIL NIL NIL NIL NIL "<1@x>")';
const nested = (levels: number) => `${'('.repeat(levels)}("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)${' "MIXED")'.repeat(levels)}`;

describe('a hostile IMAP server fails in bounded time, with what is wrong with it', () => {
  test.each<[string, RegExp, (socket: Socket) => void, (folder: MailFolder) => Promise<unknown>]>([
    ['never greets', /not open within 0.7 s/, () => {}, search],
    [
      'greets without end',
      /exceeds|more than 16000000 bytes|not open within/,
      (socket) => endless(socket, 'x'.repeat(MB)),
      search,
    ],
    ['greets a byte at a time', /not open within 0.7 s/, (socket) => drip(socket), search],
    ['hangs up at once', /could not be read/, (socket) => socket.destroy(), search],
    [
      'refuses the sign-in without end',
      /not open within/,
      imap({ AUTHENTICATE: (socket) => drip(socket, '* OK Wait\r\n') }),
      search,
    ],
    ['has no numbers for mails', /gives no numbers/, imap({ SELECT: '* 3 EXISTS\r\n' }), search],
    [
      'has numbers beyond 32 bits',
      /gives no numbers/,
      imap({ SELECT: '* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 99999999999] x\r\n' }),
      search,
    ],
    ['refuses the search', /refused the search/, imap({ SEARCH: (socket, tag) => socket.write(`${tag} NO Never\r\n`) }), search],
    [
      'sends a huge literal',
      /Literal size 2000000000 exceeds/,
      imap({ FETCH: (socket) => socket.write('* 1 FETCH (UID 6 BODY[2] {2000000000}\r\n') }),
      content,
    ],
    [
      'sends a huge literal for a head',
      /Literal size 2000000000 exceeds/,
      imap({ FETCH: (socket) => socket.write('* 1 FETCH (ENVELOPE {2000000000}\r\n') }),
      head,
    ],
    [
      'hangs up within a literal',
      /could not be read/,
      imap({ FETCH: (socket) => socket.end('* 1 FETCH (UID 6 BODY[2] {500}\r\nabc') }),
      content,
    ],
    [
      'sends a part a byte at a time',
      /not all was read within 0.7 s/,
      imap({ FETCH: (socket) => drip(socket, '* 1 FETCH (UID 6 BODY[2] {9000}\r\nx') }),
      content,
    ],
    [
      'answers untagged without end',
      /more than 16000000 bytes|not all was read/,
      imap({ FETCH: (socket) => endless(socket, fetched('FLAGS (\\Seen)').repeat(5000)) }),
      head,
    ],
    [
      'never ends its lines',
      /exceeds|more than 16000000 bytes/,
      imap({ SEARCH: (socket) => endless(socket, 'x'.repeat(MB)) }),
      search,
    ],
    ['lists tokens without end', /could not be read/, imap({ FETCH: `* 1 FETCH (${'() '.repeat(300_000)})\r\n` }), head],
  ])('one that %s', async (_, message, serve, work) => {
    const before = process.memoryUsage().rss;
    const failure = await readFrom(serve, work).then(
      (value) => expect.unreachable(JSON.stringify(value)),
      (error: unknown) => error as Error,
    );
    expect(failure).toMatchObject({ code: 'email-failed', message: expect.stringMatching(message) });
    expect(failure.message).toMatch(/^The mailbox at 127\.0\.0\.1:\d+ could not be read: /);
    expect(failure.message.length).toBeLessThan(2000);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * MB);
  });

  test.each([
    ['odd', '0 -3 4 7 6 4294967295 4294967299 99999999999999999999 NaN'],
    ['a million', `4 7 6 ${Array.from({ length: 1_000_000 }, (_, index) => index + 12).join(' ')}`],
  ])('numbers that no mail can have hide no later mails: %s', async (_, numbers) => {
    expect(await readFrom(imap({ SEARCH: `* SEARCH ${numbers}\r\n` }), search, 20_000)).toEqual([6, 7]);
  });

  test.each([-1, 'NaN', '', '1e9'])('a literal of %s bytes is an error, or nothing', async (size) => {
    const read = readFrom(imap({ FETCH: `* 1 FETCH (UID 6 BODY[2] {${size}}\r\n)\r\n` }), content);
    expect(await read.catch((error: Error & { code?: string }) => error.code)).toSatisfy(
      (result: unknown) => result === 'email-failed' || (Array.isArray(result) && result.length === 0),
    );
  });

  test('a hundred thousand untagged lines are passed over', async () => {
    const answer = `${'* OK Still here\r\n'.repeat(100_000)}* SEARCH 6\r\n`;
    expect(await readFrom(imap({ SEARCH: answer }), search, 20_000)).toEqual([6]);
  });

  test('two thousand files and a header of a megabyte are bounded', async () => {
    const file = '("APPLICATION" "PDF" ("NAME" "a.pdf") NIL NIL "BASE64" 10)';
    const envelope = ENVELOPE.replace('"Hi"', `"${'h'.repeat(MB)}"`);
    const answer = fetched(`FLAGS () ENVELOPE ${envelope} BODYSTRUCTURE (${file.repeat(2000)} "MIXED")`);
    const mail = await readFrom(imap({ FETCH: answer }), head, 20_000);
    expect(mail?.files.length).toBeLessThanOrEqual(200);
    expect(mail?.subject.length).toBeLessThanOrEqual(MB);
  });

  test.each([200, 50_000])('a mail of %i levels is read, or is an error', async (levels) => {
    const read = readFrom(imap({ FETCH: fetched(`ENVELOPE ${ENVELOPE} BODYSTRUCTURE ${nested(levels)}`) }), head);
    const result = await read.then(
      () => 'read',
      (error: Error & { code?: string }) => error.code,
    );
    expect(['read', 'email-failed']).toContain(result);
  });
});

const mail = { to: ['b@example.com'], cc: [], bcc: [], subject: 'Hi', text: 'Hi', messageId: '<1@example.com>', files: [] };

async function sendTo(serve: (socket: Socket) => void, tls = 'off') {
  const mailer = makeMailer({ ...connectionTo('smtp', await startHostile(serve), tls), limitMs: LIMIT_MS });
  return mailer.send(mail, { credential: {} as never, signal: new AbortController().signal });
}

/** Answers commands as a server does, but for those that `answers` has. */
function smtp(answers: Readonly<Record<string, string | ((socket: Socket) => void)>>, heard: string[] = []) {
  const usual: Record<string, string> = {
    EHLO: '250-x\r\n250 AUTH PLAIN\r\n',
    AUTH: '235 Yes\r\n',
    DATA: '354 Go\r\n',
    '.': '250 Taken\r\n',
  };
  return (socket: Socket) => {
    socket.write('220 Hello\r\n');
    let isData = false;
    eachLine(socket, (line) => {
      if (isData && line !== '.') return;
      heard.push(line);
      const command = line.split(' ')[0]?.toUpperCase() ?? '';
      isData = command === 'DATA';
      const answer = answers[command] ?? usual[command] ?? '250 Yes\r\n';
      if (typeof answer === 'string') socket.write(answer);
      else answer(socket);
    });
  };
}

describe('a hostile SMTP server fails in bounded time, with what is wrong with it', () => {
  test.each<[string, string, boolean, RegExp, (socket: Socket) => void]>([
    ['never greets', 'email-unreachable', true, /not done within 0.7 s/, () => {}],
    ['greets without end', 'email-unreachable', true, /not done within 0.7 s/, (socket) => drip(socket, '220-Wait\r\n')],
    [
      'greets without end, and fast',
      'email-failed',
      false,
      /too large|exceed|limit|size/i,
      (socket) => endless(socket, '220-Wait\r\n'.repeat(9000)),
    ],
    [
      'greets in an endless line',
      'email-failed',
      false,
      /too large|exceed|limit|size/i,
      (socket) => endless(socket, '2'.repeat(MB)),
    ],
    ['stalls after the mail', 'email-unreachable', true, /not done within 0.7 s/, smtp({ '.': () => {} })],
    [
      'drips after the mail',
      'email-unreachable',
      true,
      /not done within 0.7 s/,
      smtp({ '.': (socket) => drip(socket, '250-W\r\n') }),
    ],
    ['takes all and hangs up', 'email-unreachable', true, /./, smtp({ '.': (socket) => socket.destroy() })],
    ['asks to come later', 'email-failed', true, /451 Later/, smtp({ MAIL: '451 Later\r\n' })],
    ['refuses', 'email-failed', false, /550 No/, smtp({ '.': '550 No\r\n' })],
  ])('one that %s', async (_, code, isRetryable, message, serve) => {
    const before = process.memoryUsage().rss;
    const failure = (await sendTo(serve).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    )) as Error;
    expect(failure).toMatchObject({ isRetryable, message: expect.stringMatching(message), code: expect.stringContaining(code) });
    expect(failure.message.length).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MB);
  });

  test.each<[string, Record<string, string>]>([
    ['offers no TLS', {}],
    ['refuses TLS', { STARTTLS: '454 Not now\r\n' }],
    ['puts answers behind that to STARTTLS', { STARTTLS: `220 Go\r\n250-x\r\n250 AUTH PLAIN\r\n${'235 Yes\r\n'.repeat(9)}` }],
  ])('the password is not sent to one that %s, where TLS is needed', async (_, answers) => {
    const heard: string[] = [];
    await expect(sendTo(smtp({ EHLO: '250 AUTH PLAIN\r\n', ...answers }, heard), 'starttls')).rejects.toThrow();
    expect(heard.filter((line) => /^(AUTH|MAIL|DATA)/.test(line))).toEqual([]);
  });

  test('the password is not sent to an IMAP server that offers no TLS, where TLS is needed', async () => {
    const heard: string[] = [];
    const usual = imap({});
    const serve = (socket: Socket) => {
      eachLine(socket, (line) => heard.push(line));
      usual(socket);
    };
    const reader = makeMailReader(connectionTo('imap', await startHostile(serve), 'starttls'));
    const read = reader.read({ credential: {} as never, folder: 'INBOX', signal: AbortSignal.timeout(2000) }, search);
    await expect(read).rejects.toThrow();
    expect(heard.join('\n')).not.toMatch(/AUTHENTICATE|LOGIN|cHctNDcxMQ|pw-4711/);
  });
});
