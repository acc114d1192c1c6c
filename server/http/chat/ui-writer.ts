import type { StoredEvent } from '#lib/run/run-event.ts';
import { type PublicView, readPublicEvent } from '#lib/run/to-public-event.ts';
import { UiMessageStream } from '#lib/run/ui-message-stream.ts';
import type { StreamWriter } from '../runs/run-stream.ts';

/** Writes a run as a UI message stream. */
export function uiWriter(view: PublicView): StreamWriter {
  const message = new UiMessageStream(view.runId);
  let last: { readonly seq: number; readonly frame: string } | undefined;
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return [];
    hasBegun = true;
    return message.begin();
  };
  return {
    frame(stored: StoredEvent) {
      // An event that had no room comes again.
      if (last?.seq === stored.seq) return last.frame;
      const event = readPublicEvent(stored, view);
      last = { seq: stored.seq, frame: framesOf([...begin(), ...(event ? message.take(event) : [])]) };
      return last.frame;
    },
    end: () => `${framesOf([...begin(), ...message.end()])}data: [DONE]\n\n`,
  };
}

function framesOf(chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
