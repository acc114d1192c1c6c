import { spawn } from 'node:child_process';
import { once } from '#lib/async/once.ts';

/** A network without interfaces, and a process namespace without others. The guest ends with the command. */
const NAMESPACES = ['--net', '--pid', '--ipc', '--fork', '--kill-child'];
/** Without a user namespace only root may make the others; older versions of the command know one of these alone. */
const USERS = [['--user', '--map-current-user'], ['--user', '--map-root-user'], []];

/**
 * What to put in front of a command so that it runs in namespaces of its own.
 * @returns undefined where the system has no `unshare`, or forbids it, as most containers do
 */
export const namespaceCommand = once(findCommand);

async function findCommand(): Promise<readonly string[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  for (const users of USERS) {
    const command = ['unshare', ...users, ...NAMESPACES];
    if (await succeeds([...command, '/bin/sh', '-c', ':'])) return command;
  }
  return undefined;
}

function succeeds([file = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore' });
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0));
  });
}
