import { type Registries, workflowReach } from '../workflow/workflow-reach.ts';
import type { Proposal } from './accept-changes.ts';
import { edgeText } from './apply-edits.ts';
import { findWarnings, type ProposalWarning } from './find-warnings.ts';
import { listChanges, type ProposedChange } from './list-changes.ts';
import { newReach } from './new-reach.ts';

/** More lines than this are counted. */
const MAX_LINES = 60;

/** A proposal in lines for its author and for programs; pages draw the same facts. */
export type DescribedProposal = {
  /** `added node mail (http)`, `changed node draft: userPrompt`, `added edge a.out -> b.in`. */
  readonly changes: string[];
  readonly warnings: string[];
  /** `hosts: api.example.com`, `runsCode`. */
  readonly newlyTouches: string[];
};

export function describeProposal({ base, proposed }: Proposal, registries: Registries): DescribedProposal {
  const { names, facts } = newReach(workflowReach(base, registries), workflowReach(proposed, registries));
  return {
    changes: shortened(listChanges(base, proposed).flatMap(linesOf)),
    warnings: shortened(findWarnings(base, proposed, registries.nodes).map(warningLine)),
    newlyTouches: [...Object.entries(names).map(([kind, list]) => `${kind}: ${list.join(', ')}`), ...facts],
  };
}

function linesOf(change: ProposedChange): string[] {
  const edges = [
    ...change.addedEdges.map((edge) => `added edge ${edgeText(edge)}`),
    ...change.removedEdges.map((edge) => `removed edge ${edgeText(edge)}`),
  ];
  if (change.kind === 'edges') return edges;
  const fields = change.fields.map(({ path }) => path).join(', ');
  if (change.kind === 'settings') return [`changed ${fields}`, ...edges];
  const { id, type } = change.node;
  return [`${change.kind} node ${id} (${type})${fields === '' ? '' : `: ${fields}`}`, ...edges];
}

function warningLine({ code, ...facts }: ProposalWarning): string {
  return `${code}: ${Object.values(facts).flat().join(', ')}`;
}

function shortened(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `and ${more} more`] : [...lines];
}
