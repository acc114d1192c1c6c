// Installs a system call filter, then replaces itself with a program (`execve`):
// `launch-guest.mjs <seccomp number> <filter as base64> <file> <arguments>`.
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import process from 'node:process';
import { installFilter } from './install-filter.mjs';

/** The first descriptor after the standard ones, where the process is handed an open file. */
const PAYLOAD_DESCRIPTOR = 3;
const F_SETFD = 2;

const [seccomp, filter, file, ...args] = process.argv.slice(2);
keepOpen(PAYLOAD_DESCRIPTOR);
installFilter(Buffer.from(filter, 'base64'), Number(seccomp));
process.execve(file, [file, ...args], process.env);

/** Node marks what it was handed to be closed for the programs that it becomes. @param {number} descriptor */
function keepOpen(descriptor) {
  const { dlopen } = createRequire(import.meta.url)('node:ffi');
  const { lib, functions } = dlopen(null, { fcntl: { arguments: ['int32', 'int32', 'int32'], return: 'int32' } });
  functions.fcntl(descriptor, F_SETFD, 0);
  lib.close();
}
