import type { Messages } from './messages.ts';

/** Namespaces of the texts that hosted pages show: those of the whole studio would be most of such a page. */
const names = [
  'allowHost',
  'approvals',
  'artifacts',
  'activeSkill',
  'chat',
  'chatPage',
  'citations',
  'costs',
  'dock',
  'errorCard',
  'errors',
  'form',
  'formPage',
  'home',
  'outputs',
  'progress',
  'retrieval',
  'run',
  'sessions',
  'settings',
  'status',
  'timeline',
  'todos',
  'toolApp',
  'tools',
  'values',
  'verdict',
] as const satisfies readonly (keyof Messages)[];

/** The texts of hosted pages. To read any other throws; `tests/page-scripts.test.ts` checks that no such page does. */
export function hostedMessages(messages: Messages): Messages {
  const some: Partial<Messages> = Object.fromEntries(names.map((name) => [name, messages[name]]));
  // Nodes, templates and agents of the studio have no texts in these pages.
  return {
    ...some,
    templates: {},
    nodeTexts: {},
    toolTexts: messages.toolTexts,
    agentTexts: messages.agentTexts,
    recipeTexts: {},
    operationTexts: {},
    parameterTexts: {},
    problemTexts: messages.problemTexts,
  } as Messages;
}
