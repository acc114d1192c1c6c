import { randomInt } from 'node:crypto';
import { compareSession } from './compare-session.ts';

const seed = Number(process.argv[2] ?? randomInt(1_000_000_000));
const count = Number(process.argv[3] ?? 700);
let differing = 0;
const t = Date.now();
let now = seed;
process.on('beforeExit', () => console.log('STUCK at', now));
for (let at = seed; at < seed + count; at++) {
  now = at;
  const p = await compareSession(at);
  if (p.length) {
    differing++;
    console.log(at, p.slice(0, 2));
  }
}
console.log(JSON.stringify({ seed, sessions: count, differing, s: (Date.now() - t) / 1000 }));
process.exit(0);
