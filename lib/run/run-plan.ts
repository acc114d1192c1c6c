import { z } from 'zod';

/** What a planned fork or partial run does with a node. */
export const nodeActionSchema = z.enum(['runs', 'reused', 'given', 'skipped', 'not_run']);
export type NodeAction = z.output<typeof nodeActionSchema>;

/** Why a node has the action it has in a plan. */
export const nodeReasonSchema = z
  .enum([
    'asked',
    'changed',
    'depends',
    'inputs_changed',
    'lost_race',
    'not_ended',
    'broken_off',
    'contains',
    'fresh',
    'unchanged',
    'value_given',
    'effect_reused',
    'effect_skipped',
    'not_needed',
  ])
  .meta({
    description:
      '`runs`: it was `asked` to, it or an edge to it `changed`, it `depends` on one that runs, it had `not_ended`, it failed or was stopped (`broken_off`), it `contains` one that runs, its race is run again (`lost_race`), or nothing ran before (`fresh`). `reused`: it is `unchanged`, or the request reuses it although what it depends on runs again (`effect_reused`). `skipped`: the request skips it (`effect_skipped`).',
  });
export type NodeReason = z.output<typeof nodeReasonSchema>;

/** What a run does about a side effect that it would repeat. */
export const effectChoiceSchema = z.enum(['redo', 'reuse', 'skip']);
export type EffectChoice = z.output<typeof effectChoiceSchema>;
