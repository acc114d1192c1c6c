import { z } from 'zod';
import { defineExecutor } from '#engine/contract/define-executor.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

/** A node for tests whose config sets its failures, the ports it fires, and whether it is synchronous. */
export const probeNode = defineNode({
  id: 'probe',
  version: 1,
  title: 'Probe',
  summary: 'Does what its config says.',
  icon: 'flask-conical',
  category: 'data',
  config: z.object({
    ports: z.array(z.string()).meta({ title: 'Ports', description: 'Those that fire.' }),
    failures: z.int().meta({ title: 'Failures', description: 'Attempts that fail before one succeeds.' }),
    isRetryable: z.boolean().meta({ title: 'Retryable', description: 'What the failures say of themselves.' }),
    answers: z.enum(['at-once', 'same-turn', 'next-turn', 'late']).meta({ title: 'Answers', description: 'When.' }),
    effects: z.enum(['none', 'write']).meta({ title: 'Effects', description: 'What the engine is told.' }),
    seen: z.json().meta({ title: 'Seen', description: 'Whatever it refers to.' }),
  }),
  outputs: (config) => Object.fromEntries(config.ports.map((name) => [name, port(name, z.json())])),
  effects: (config) => config.effects,
});

export const probeExecutor = defineExecutor(probeNode, ({ config, context }) => {
  const answer = () => {
    if (context.attempt <= config.failures)
      throw new NodeFailure('probe-failed', `attempt ${context.attempt} of ${context.nodeId}`, {
        isRetryable: config.isRetryable,
      });
    const value = { seen: config.seen, live: context.live.map((input) => [input.source, input.port]), attempt: context.attempt };
    return Object.fromEntries(config.ports.map((name, index) => [name, { ...value, index }]));
  };
  if (config.answers === 'at-once') return answer();
  if (config.answers === 'same-turn') return Promise.resolve().then(answer);
  return turns(config.answers === 'late' ? LATE_TURNS : 1).then(answer);
});

/** Long enough for other nodes to be suspended and decided meanwhile. */
const LATE_TURNS = 25;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
