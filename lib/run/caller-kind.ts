import type { Owner } from './owner.ts';
import type { RunOrigin } from './run-origin.ts';

/** Members of the workspace, programs with a key, and everybody else: visitors, senders of forms and the like. */
export type CallerKind = 'member' | 'key' | 'stranger';

/** Who a run is for, by its owner. Triggers are counted as keys: most of their events are of the workspace itself. */
export function runCaller({ kind, id }: Owner): { readonly kind: CallerKind; readonly id?: string } {
  switch (kind) {
    case 'workspace':
    case 'person':
      return { kind: 'member' };
    case 'visitor':
      return { kind: 'stranger', id };
    case 'key':
    case 'endpoint':
    case 'trigger':
      return { kind: 'key', id };
    default:
      return kind satisfies never;
  }
}

type Start = {
  readonly deployment?: { readonly owner: Owner } | undefined;
  readonly origin?: Pick<RunOrigin, 'surface'> | undefined;
};

/** True for a run that a visitor of a page or the sender of a form starts. */
export function isOfStranger({ deployment, origin }: Start): boolean {
  return deployment?.owner.kind === 'visitor' || origin?.surface === 'form';
}
