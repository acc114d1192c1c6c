import type { AttackReport, AttackTarget } from './attack.ts';
import { attacks } from './attacks.ts';
import { Sightings, Stranger } from './stranger.ts';

/** After the attack, for answers that are under way, in milliseconds. */
const GRACE_MS = 3000;

/**
 * The strangers of the bench, in a process of their own, whose event loop is not that of the members. Gets an
 * `AttackTarget` as a message, and sends an `AttackReport`.
 */
async function attack(target: AttackTarget): Promise<AttackReport> {
  const sightings = new Sightings();
  const endsAtMs = performance.now() + target.seconds * 1000;
  const strangers = Array.from({ length: target.clients }, (_, index) => new Stranger(index, { target, sightings, endsAtMs }));
  const under = strangers.map((stranger) => attacks[stranger.index % attacks.length]?.(stranger));
  const late = new Promise<void>((resolve) => setTimeout(resolve, target.seconds * 1000 + GRACE_MS));
  await Promise.race([Promise.allSettled(under), late]);
  for (const stranger of strangers) stranger.close();
  const { answers, leaks, startedStreams, refusedStreams } = sightings;
  return { answers, leaks, startedStreams, refusedStreams };
}

process.once('message', (target: AttackTarget) => {
  attack(target).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
