import { hiddenPath } from '#lib/run/hidden-path.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { type PublicView, readPublicEvent } from '#lib/run/to-public-event.ts';
import { UiMessageStream } from '#lib/run/ui-message-stream.ts';
import { liveReplies } from '#lib/workflow/live-replies.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { StreamAnswer } from '../handler-kit/define-handler.ts';

/** Writes a run as a UI message stream. */
export function uiFrames(view: PublicView, workflow: Workflow): Pick<StreamAnswer['stream'], 'frames' | 'lastFrame'> {
  const message = new UiMessageStream(view.runId, { said: saidTo(view, workflow), language: view.language });
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return [];
    hasBegun = true;
    return message.begin();
  };
  return {
    frames(stored: StoredEvent) {
      const event = readPublicEvent(stored, view);
      return framesOf([...begin(), ...(event ? message.take(event) : [])]);
    },
    lastFrame: () => `${framesOf([...begin(), ...message.end()])}data: [DONE]\n\n`,
  };
}

/** With the paths that this reader gets. */
function saidTo({ isVisitor }: PublicView, workflow: Workflow) {
  const { live, quoted } = liveReplies(workflow);
  if (!isVisitor) return { live, quoted };
  return {
    live: new Map([...live].map(([path, before]) => [hiddenPath(path), before])),
    quoted: new Set([...quoted].map(hiddenPath)),
  };
}

function framesOf(chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
