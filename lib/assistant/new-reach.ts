import type { WorkflowReach } from '../workflow/workflow-reach.ts';

export type NewReach = {
  /** What a proposal adds to each list of the reach; lists without additions are missing. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Facts that were not true before: `hasOpenHost`, `runsCode`. */
  readonly facts: readonly string[];
};

/** What a workflow may touch that it could not touch before. */
export function newReach(before: WorkflowReach, after: WorkflowReach): NewReach {
  const names: Record<string, readonly string[]> = {};
  const facts: string[] = [];
  for (const [key, value] of Object.entries(after)) {
    const known = before[key as keyof WorkflowReach];
    // The fact `hasOpenHost` says it.
    if (key === 'openHosts') continue;
    if (value === true && known !== true) facts.push(key);
    if (!Array.isArray(value)) continue;
    const added = value.filter((name: string) => !(Array.isArray(known) && known.includes(name)));
    if (added.length > 0) names[key] = added;
  }
  return { names, facts };
}
