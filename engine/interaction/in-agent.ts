import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { EventParent } from '#lib/run/run-event.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/**
 * The context of an agent: that of its node, without the node's conversations. Its events and
 * approvals carry its name and tool call, and its effects have keys of their own.
 */
export function inAgent(context: ExecutorContext, { parent, key }: { parent: EventParent; key: string }): ExecutorContext {
  const own = (name: string) => `${key}/${name}`;
  return {
    ...context,
    parent,
    emit: (event, options) => context.emit(event.type === 'reply' ? event : { parent, ...event }, options),
    effect: (effect, run) => context.effect({ parent, ...effect, key: own(effect.key) }, run),
    storedResult: (name) => context.storedResult(own(name)),
    discardEffect: (name) => context.discardEffect(own(name)),
    ask: (request) => context.ask({ parent, ...request, key: own(request.key) }),
    pause: (pause) => context.pause({ ...pause, key: own(pause.key) }),
    hasRequested: (name) => context.hasRequested(own(name)),
    raiseLimit: (hit) => context.raiseLimit({ parent, ...hit, key: own(hit.key) }),
    conversation: () => context.conversation('own'),
    remember: () => {
      throw new NodeFailure('memory-read-only', `The agent '${parent.agent}' may read the memory of the run, and not write it`, {
        hint: 'Report what is worth keeping: the caller decides',
      });
    },
  };
}
