// Preloaded into every program: it reaches this machine and nothing else.
// The test fails for what is refused.
import { Socket } from 'node:net';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const isLocal = typeof options === 'string' || options?.path !== undefined;
  const host = (typeof options === 'object' ? options.host : args[1]) ?? 'localhost';
  if (isLocal || loopback.test(host)) return connect.apply(this, args);
  process.stderr.write(`REFUSED a connection to ${host}\n`);
  this.destroy(new Error(`Refused: ${host} is not this machine`));
  return this;
};
