import type { Messages } from './messages.ts';

/** What the pages of callers show; all the texts of the studio would be most of such a page. */
const names = [
  'allowHost',
  'approvals',
  'artifacts',
  'activeSkill',
  'chat',
  'chatPage',
  'citations',
  'dock',
  'errorCard',
  'errors',
  'form',
  'formPage',
  'home',
  'outputs',
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

/** The texts of hosted pages. A text that is missing there throws, which a test of their files excludes. */
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
