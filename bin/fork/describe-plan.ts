import type { PlannedNodeResource, RunPlanResource } from '#lib/api/forks.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { printable, type Terminal } from '../terminal.ts';

const looks = {
  runs: { mark: '● runs', paint: 'cyan' },
  reused: { mark: '✓ reused', paint: 'green' },
  given: { mark: '✎ given', paint: 'yellow' },
  skipped: { mark: '⊘ skipped', paint: 'yellow' },
  not_run: { mark: '» not run', paint: 'dim' },
} as const satisfies Record<PlannedNodeResource['action'], { mark: string; paint: Parameters<Terminal['paint']>[0] }>;
const MARK_WIDTH = 10;

/** A plan as lines for a person: a node each, then what would change something outside. */
export function describePlan({ nodes, effects }: RunPlanResource, { paint }: Pick<Terminal, 'paint'>): string {
  const width = Math.max(0, ...nodes.map(({ nodeId }) => nodeId.length));
  const lines = nodes.map((node) => {
    const look = looks[node.action];
    return `${paint(look.paint, look.mark.padEnd(MARK_WIDTH))}  ${node.nodeId.padEnd(width)}  ${paint('dim', printable(noteOf(node)))}`.trimEnd();
  });
  const warned = effects.map((effect) => {
    const what = effect.names.length > 0 ? `: ${effect.names.join(', ')}` : '';
    return `${effect.choice === 'redo' ? paint('yellow', '!') : ' '} ${effect.nodeId} ${effectNote(effect)}${printable(what)}`;
  });
  return [...lines, ...(warned.length > 0 ? ['', ...warned] : [])].map((line) => `${line}\n`).join('');
}

function effectNote({ choice, hasHappened, canReuse }: RunPlanResource['effects'][number]): string {
  if (choice === 'reuse') return 'keeps its result and changes nothing outside';
  if (choice === 'skip') return 'is skipped and changes nothing outside';
  if (!hasHappened) return 'can change something outside (--skip it)';
  return `would change something outside once more (${canReuse ? '--reuse or ' : ''}--skip it)`;
}

function noteOf({ because, by, from, iterations }: PlannedNodeResource): string {
  const notes = [
    `${because.replaceAll('_', ' ')}${by === undefined ? '' : ` ${because === 'depends' ? 'on' : 'to'} ${by}`}`,
    from && `from ${from.runId}, ${formatDuration(from.ageMs)} old`,
    iterations && `${iterations.runs} iterations run, ${iterations.reused} are reused`,
  ];
  return notes.filter((note) => note !== undefined).join(', ');
}
