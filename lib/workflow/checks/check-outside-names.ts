import { fieldPath } from '../../expression/field-path.ts';
import { hasTags } from '../../expression/has-tags.ts';
import { worded } from '../../i18n/problem-text.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { agentsIn } from '../bundle-agents.ts';
import { isKnownName, type OutsideKind, outsideKinds } from '../outside-names.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import type { Check } from './check.ts';
import { namesIn } from './named-fields.ts';

const CODES = {
  model: 'unknown-model',
  graph: 'unknown-graph',
  knowledge: 'unknown-base',
  skill: 'unknown-skill',
} as const satisfies Record<OutsideKind, ProblemCode>;
const TEXTS = {
  model: 'no-such-model',
  graph: 'no-such-graph',
  knowledge: 'no-such-base',
  skill: 'no-such-skill',
} as const;
const FIXES = {
  model: 'no-such-model-fix',
  graph: 'no-such-graph-fix',
  knowledge: 'no-such-base-fix',
  skill: 'no-such-skill-fix',
} as const;
/** Names that a hint lists. */
const MAX_LISTED = 20;

/**
 * Fields with `refersTo: 'model'`, `'graph'`, `'knowledge'` and `'skill'`, the default model and the
 * models and skills of agents in the document name what exists. A name that is an expression is known only in a run.
 */
export const checkOutsideNames: Check = ({ workflow, registry, names = {} }) => {
  const problemOf = (kind: OutsideKind, name: string, path: string): Problem[] => {
    const known = names[kind];
    if (known === undefined || name === '' || hasTags(name) || isKnownName(name, known)) return [];
    const listed = known.filter((one) => !one.endsWith('/')).slice(0, MAX_LISTED);
    const meant = didYouMean(name, listed);
    const hint =
      meant !== undefined
        ? (['meant', { name: meant }] as const)
        : listed.length > 0
          ? (['there-are', { names: listed.join(', ') }] as const)
          : ([FIXES[kind]] as const);
    return [{ code: CODES[kind], severity: 'error', ...worded([TEXTS[kind], { name }], hint), path }];
  };
  const { defaultModel } = workflow.settings;
  return [
    ...(typeof defaultModel === 'string' ? problemOf('model', defaultModel, 'settings.defaultModel') : []),
    ...workflow.nodes.flatMap((node) =>
      outsideKinds.flatMap((kind) =>
        namesIn(node, registry, kind)
          .filter(({ isHidden }) => !isHidden)
          .flatMap(({ name, path }) =>
            problemOf(kind, name, fieldPath(path)).map((problem) => ({ ...problem, nodeId: node.id })),
          ),
      ),
    ),
    ...Object.entries(agentsIn(workflow)).flatMap(([name, { model, skills, skillMode }]) => [
      ...problemOf('model', model ?? '', fieldPath(['agents', name, 'model'])),
      ...(skillMode === 'off' ? [] : skills).flatMap((skill, index) =>
        problemOf('skill', skill, fieldPath(['agents', name, 'skills', index])),
      ),
    ]),
  ];
};
