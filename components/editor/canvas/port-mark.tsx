import type { ReactNode } from 'react';
import type { PortKind } from '#components/editor/document/port-kind.ts';

const shapes: Readonly<Record<Exclude<PortKind, 'error' | 'any' | 'text' | 'json'>, ReactNode>> = {
  number: <path d="M4.5.4 8.6 4.5 4.5 8.6.4 4.5Z" />,
  boolean: <path d="M4.5.8 8.6 8H.4Z" />,
  list: <path d="M.6 1h7.8v2.6H.6zM.6 5.4h7.8V8H.6z" />,
};

/**
 * A shape for the type of a port: hollow for inputs, solid for outputs, a ring for `any`. The most frequent ones are
 * painted by CSS instead of SVG: a canvas has hundreds, and the browser keeps a coordinate system for each SVG.
 */
export function PortMark({ kind, isInput = false }: { kind: PortKind; isInput?: boolean }) {
  if (kind === 'error') {
    return (
      <svg width="12" height="12" viewBox="-1.5 -1.5 12 12" aria-hidden="true" className="overflow-visible">
        <circle cx="4.5" cy="4.5" r="5" fill="var(--bg-raised)" stroke="var(--line-2)" />
        <path d="M2.6 2.6 6.4 6.4M6.4 2.6 2.6 6.4" stroke="var(--port-error)" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    );
  }
  const isHollow = isInput || kind === 'any';
  if (kind === 'any' || kind === 'text' || kind === 'json')
    return <span aria-hidden="true" data-hollow={isHollow || undefined} className={`port-mark port-${kind}`} />;
  const colour = `var(--port-${kind})`;
  return (
    <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true" className="overflow-visible">
      {isHollow ? (
        <g fill="var(--bg-raised)" stroke={colour} strokeWidth="1.4">
          {shapes[kind]}
        </g>
      ) : (
        <g fill={colour} stroke="var(--bg-raised)" strokeWidth="1.2" paintOrder="stroke">
          {shapes[kind]}
        </g>
      )}
    </svg>
  );
}
