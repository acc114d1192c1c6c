/**
 * The rooms of a top folder, lowest first: a module imports from its own room and those before it.
 * `a/b` is a room within `a`, which then holds what is left of it; `.` holds the files of the top folder itself.
 */
export const roomOrder: Readonly<Record<string, readonly string[]>> = {
  engine: [
    'contract',
    'memory',
    'http',
    'plan',
    'graph',
    'tools',
    'interaction',
    'agents',
    'code',
    'tool-handlers',
    'executors',
    'reference',
    'run/log',
    'run/state',
    'run/approvals',
    'run/effects',
    'run/restore',
    'run/fork',
    'run/limits',
    'run/scopes',
    'run/nodes',
    'run',
    '.',
    'queue',
  ],
};
