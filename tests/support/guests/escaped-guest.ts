/**
 * Attempts of a guest process whose code has escaped its interpreter: Node internals that are
 * captured before the process is locked down and called afterwards. The run's value has the outcome
 * of each.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GuestEntry } from '#server/sandbox/guest/guest-entry.ts';
import { lockDown } from '#server/sandbox/guest/lock-down.ts';

type Attempt = () => unknown;
type Bindings = { binding(name: string): Record<string, unknown> };
type Handle = Record<string, (...values: unknown[]) => unknown>;
type HandleClass = new (...values: unknown[]) => Handle;

const require = createRequire(import.meta.url);
const isFiltered = process.platform === 'linux' && process.arch === 'x64';
const entry = new GuestEntry<{ port: number; socket: string; file: string; parent: number }>();
const { kill, pid, ppid, execve, dlopen, setuid, chdir, abort: _abort } = process;
const bind = (name: string) => {
  try {
    return (process as unknown as Bindings).binding(name);
  } catch {
    return {};
  }
};
const net = require('node:net');
const fs = require('node:fs');
const dns = require('node:dns');
const dgram = require('node:dgram');
const http = require('node:http');
const child = require('node:child_process');
const workers = require('node:worker_threads');
const inspector = require('node:inspector');
const os = require('node:os');
const cluster = require('node:cluster');
const wasi = require('node:wasi');
const ffi = require('node:ffi');
const { permission } = process as unknown as { permission: { has(scope: string): boolean } };
const connect = net.Socket.prototype.connect;
const listen = net.Server.prototype.listen;
const handleOf = () => (process.stdout as unknown as { _handle?: { constructor: HandleClass } })._handle;
const Pipe = handleOf()?.constructor;
const syscall = isFiltered
  ? ffi.dlopen(null, { syscall: { arguments: Array(4).fill('uint64'), return: 'int64' } }).functions.syscall
  : undefined;
const tcpServer = new net.Server();
const codes = await import('node:process');
const { fetch: webFetch, WebSocket: WebSocketClass } = globalThis;
const environment = JSON.stringify(process.env);

void readFileSync;
lockDown();

entry.listen(
  async ({ port, socket, file, parent }, runNumber) => {
    const attempts: Record<string, Attempt> = {
      'connect to a port by net': () => settled(net.connect(port, '127.0.0.1')),
      'connect to a port by a kept method': () => settled(connect.call(new net.Socket(), port, '127.0.0.1')),
      'connect to a socket by net': () => settled(net.connect(socket)),
      'connect to a socket by a kept method': () => settled(connect.call(new net.Socket(), socket)),
      'connect to a socket by a handle': () => {
        if (!Pipe) throw new Error('no handle');
        const made = new Pipe(0);
        return code(made.connect?.({ oncomplete() {} }, socket));
      },
      'listen on a port': () => settled(listen.call(tcpServer, 0, '127.0.0.1')),
      'send a datagram': () => settled(dgram.createSocket('udp4').send('x', port, '127.0.0.1')),
      'ask a name server': () =>
        new Promise((resolve, reject) => dns.lookup('localhost', (e: Error) => (e ? reject(e) : resolve('')))),
      'resolve a name': () => dns.promises.resolve4('localhost'),
      'request by http': () => settled(http.get({ host: '127.0.0.1', port })),
      'request by fetch': () => webFetch(`http://127.0.0.1:${port}/`),
      'open a web socket': () =>
        new Promise((resolve, reject) => {
          const opened = new WebSocketClass(`ws://127.0.0.1:${port}/`);
          opened.addEventListener('open', resolve);
          opened.addEventListener('error', () => reject(new Error('no web socket')));
        }),
      'read a file': () => fs.readFileSync(file, 'utf8'),
      'read its own environment': () => fs.readFileSync('/proc/self/environ', 'utf8'),
      'read a file by promises': () => fs.promises.readFile(file, 'utf8'),
      'list a folder': () => fs.readdirSync('/'),
      'look at a file': () => fs.statSync(file),
      'write a file': () => fs.writeFileSync(`${file}.new`, 'x'),
      'write to a file that it opens': () => fs.openSync(file, 'r+'),
      'remove a file': () => fs.unlinkSync(file),
      'link a file': () => fs.symlinkSync(file, `${file}.link`),
      'change the rights of a file': () => fs.chmodSync(file, 0o777),
      'open a pipe of another process': () => fs.openSync(`/proc/${parent}/fd/1`, 'w'),
      'read the memory of another process': () => fs.openSync(`/proc/${parent}/mem`, 'r'),
      'signal the server': () => kill(parent, 0),
      'end the server': () => kill(parent, 'SIGKILL'),
      'signal the process before it': () => kill(ppid, 'SIGKILL'),
      'signal every process': () => kill(-1, 0),
      'start a program': () => child.execFileSync('/bin/sh', ['-c', 'id']),
      'start a program and go on': () => settled(child.spawn('/bin/sh', ['-c', 'id'])),
      'become a program': () => execve?.('/bin/sh', ['sh', '-c', 'id'], { NODE_ENV: 'test' }),
      'start a thread': () => settled(new workers.Worker('1', { eval: true })),
      'fork by cluster': () => cluster.fork(),
      'load an addon': () => dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'),
      'load a library': () => ffi.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {}),
      'call the C library anew': () => ffi.dlopen(null, { getpid: { arguments: [], return: 'int32' } }),
      'load a module': () => import('node:sqlite'),
      'require a file': () => require(file),
      'make a function of a text': () => Function('return 1')(),
      'evaluate a text': () => Reflect.get(globalThis, 'eval')('1'),
      'read a file by a script of vm': () =>
        require('node:vm').runInThisContext('process.getBuiltinModule("fs").readFileSync("/etc/hostname")'),
      'open an inspector': () => inspector.open(0),
      'compile WebAssembly': () =>
        new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, 9, 1, 65, 0, 0, 0, 0, 0, 0, 0])),
      'use WASI': () => new wasi.WASI({ version: 'preview1', preopens: { '/': '/' } }),
      'change its user': () => setuid?.(65534),
      'change its folder': () => chdir('/tmp'),
      'raise its priority': () => os.setPriority(0, -20),
      'use another binding': () => Object.keys(bind('tcp_wrap')).length || refused(),
      'define a property on every object': () => Object.defineProperty(Object.prototype, 'handle', { set() {} }),
      'define toJSON for every object': () => Object.assign(Object.prototype, { toJSON: () => ({ type: 'ready' }) }),
      'replace a method of arrays': () => Object.assign(Array.prototype, { push: () => 0 }),
      'replace call': () => Object.assign(Function.prototype, { call: () => 0 }),
      'replace then': () => Reflect.set(Promise.prototype, 'then', () => 0) || refused(),
      'replace the memory limit': () => Object.assign(WebAssembly.Memory.prototype, { grow: () => 0 }),
      'get a permission back': () => permission.has('fs.read') || permission.has('net') || permission.has('ffi') || refused(),
      'read the environment of the server': () => environment.includes('VITEST') || refused(),
      'find its arguments': () => (codes.argv?.length ?? 0) > 0 || refused(),
      ...systemCallAttempts({ port }),
    };
    const came: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(attempts)) came[name] = await outcomeOf(attempt);
    entry.send({ type: 'value', runNumber, value: JSON.stringify({ came, pid }), files: [] });
  },
  () => {},
);

/** Attempts of native code: system calls, on x64. */
function systemCallAttempts(_: { port: number }): Record<string, Attempt> {
  if (!syscall) return {};
  const calls: Record<string, [number, ...number[]]> = {
    'socket(AF_INET)': [41, 2, 1, 0],
    'socket(AF_UNIX)': [41, 1, 1, 0],
    'socket(AF_NETLINK)': [41, 16, 3, 0],
    socketpair: [53, 1, 1, 0],
    io_uring_setup: [425, 8, 0, 0],
    fork: [57, 0, 0, 0],
    'clone without CLONE_THREAD': [56, 17, 0, 0],
    execve: [59, 0, 0, 0],
    kill: [62, ppid, 9, 0],
    tgkill: [234, ppid, ppid, 9],
    ptrace: [101, 16, ppid, 0],
    process_vm_readv: [310, ppid, 0, 0],
    pidfd_open: [434, ppid, 0, 0],
    open: [2, 0, 0, 0],
    openat: [257, 0, 0, 0],
    openat2: [437, 0, 0, 0],
    open_by_handle_at: [304, 0, 0, 0],
    memfd_create: [319, 0, 0, 0],
    mount: [165, 0, 0, 0],
    unshare: [272, 0x40000000, 0, 0],
    setns: [308, 1, 0, 0],
    bpf: [321, 0, 0, 0],
    perf_event_open: [298, 0, 0, 0],
    keyctl: [250, 0, 0, 0],
    userfaultfd: [323, 0, 0, 0],
    prlimit64: [302, 0, 7, 0],
    prctl: [157, 22, 0, 0],
    seccomp: [317, 0, 0, 0],
    setuid: [105, 0, 0, 0],
    shmget: [29, 0, 4096, 512],
    mq_open: [240, 0, 0, 0],
    'fcntl(F_SETOWN)': [72, 1, 8, ppid],
    'ioctl(TIOCSTI)': [16, 0, 0x5412, 0],
    sendmsg: [46, 0, 0, 0],
    reboot: [169, 0, 0, 0],
    'x32 socket': [0x40000029, 2, 1, 0],
  };
  return Object.fromEntries(
    Object.entries(calls).map(([name, numbers]) => [
      `system call: ${name}`,
      () => {
        const result = syscall(...numbers.map((number) => BigInt(number)));
        // The C library returns -1 for an error; everything else is a success.
        if (result === -1n) throw new Error('refused by the kernel');
        return result;
      },
    ]),
  );
}

async function outcomeOf(attempt: Attempt): Promise<string> {
  try {
    return `got ${String(await attempt()).slice(0, 100)}`;
  } catch (error) {
    return `refused: ${String((error as { code?: unknown }).code ?? (error as Error).message)}`;
  }
}

function refused(): never {
  throw new Error('nothing there');
}

/** An error number of libuv. */
function code(result: unknown): unknown {
  if (result instanceof Error) throw result;
  if (typeof result === 'number' && result < 0) throw new Error(`error ${result}`);
  return result;
}

type Emitter = { once(event: string, call: (value: unknown) => void): Emitter };

/** Outcome of an asynchronous attempt: socket, server or process. */
function settled(made: unknown): Promise<unknown> {
  const emitter = made as Emitter | undefined;
  return new Promise((resolve, reject) => {
    if (typeof emitter?.once !== 'function') return resolve(made);
    emitter.once('error', reject);
    for (const event of ['connect', 'listening', 'spawn', 'online', 'response']) emitter.once(event, resolve);
  });
}
