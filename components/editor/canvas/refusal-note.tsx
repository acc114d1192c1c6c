'use client';
import { useTranslations } from 'use-intl';
import type { Refused } from '#components/editor/canvas/use-connecting.ts';
import { useNodeName } from '#components/editor/use-node-name.ts';

/** Why the edge that was just drawn is not there; until the next one is tried. */
export function RefusalNote({ refused }: { refused: Refused | undefined }) {
  const t = useTranslations('editor.refusals');
  const nameOf = useNodeName();
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-10 grid justify-items-center px-2">
      {refused ? (
        <p
          key={refused.key}
          data-part="refusal"
          className="max-w-[56ch] rounded-control border border-failed-line bg-failed-bg px-2 py-1 text-body text-failed"
        >
          {t(refused.reason, { source: nameOf(refused.source), target: nameOf(refused.target) })}
        </p>
      ) : null}
    </div>
  );
}
