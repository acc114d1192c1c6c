import type { StoredEvent } from '#lib/run/run-event.ts';
import { type PublicView, readPublicEvent } from '#lib/run/to-public-event.ts';
import { UiMessageStream } from '#lib/run/ui-message-stream.ts';
import type { StreamAnswer } from '../handler-kit/define-handler.ts';

/** Writes a run as a UI message stream. */
export function uiFrames(view: PublicView): Pick<StreamAnswer['stream'], 'frames' | 'lastFrame'> {
  const message = new UiMessageStream(view.runId);
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

function framesOf(chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
