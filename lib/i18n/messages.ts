import type { Language } from './language.ts';
import agentsZhCn from './messages/agents.zh-CN.json' with { type: 'json' };
import documentsZhCn from './messages/documents.zh-CN.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import expressionsZhCn from './messages/expressions.zh-CN.json' with { type: 'json' };
import nodesZhCn from './messages/nodes.zh-CN.json' with { type: 'json' };
import operationsZhCn from './messages/operations.zh-CN.json' with { type: 'json' };
import optionsZhCn from './messages/options.zh-CN.json' with { type: 'json' };
import parametersZhCn from './messages/parameters.zh-CN.json' with { type: 'json' };
import problemsZhCn from './messages/problems.zh-CN.json' with { type: 'json' };
import reasonsZhCn from './messages/reasons.zh-CN.json' with { type: 'json' };
import recipesZhCn from './messages/recipes.zh-CN.json' with { type: 'json' };
import templatesZhCn from './messages/templates.zh-CN.json' with { type: 'json' };
import toolsZhCn from './messages/tools.zh-CN.json' with { type: 'json' };
import zhCn from './messages/zh-CN.json' with { type: 'json' };
import type { ProblemTextKey } from './problem-text.ts';
import type { OptionTexts } from './word-option.ts';

/** Translations of the shipped templates. A missing text falls back to the document. */
type TemplateTexts = Readonly<
  Record<
    string,
    { name: string; description: string; inputs: Readonly<Record<string, string>>; nodes: Readonly<Record<string, string>> }
  >
>;

type FieldTexts = { readonly title: string; readonly description?: string; readonly placeholder?: string };

/**
 * Translations of the node definitions, by node type and field path; `options` and `settings` are
 * the forms of no node type.
 * A missing text falls back to the definition.
 */
type NodeTexts = Readonly<
  Record<
    string,
    | {
        readonly title?: string;
        readonly summary?: string;
        readonly docs?: string;
        readonly fields: Readonly<Record<string, FieldTexts | undefined>>;
      }
    | undefined
  >
>;

/** Translations of the built-in tools, by tool and parameter. Texts for models stay English. */
type ToolTexts = Readonly<
  Record<
    string,
    { readonly title: string; readonly description: string; readonly parameters: Readonly<Record<string, string>> } | undefined
  >
>;

/** Translations of the built-in agents. What models read stays English. */
type AgentTexts = Readonly<Record<string, { readonly title: string; readonly description: string } | undefined>>;

/** What the services of the recipes do, by recipe. */
type RecipeTexts = Readonly<Record<string, string | undefined>>;

/** What the operations of the recipes do, by their English titles. */
type OperationTexts = Readonly<Record<string, string | undefined>>;

/** What the recipes say about parameters and credentials, by the English text. */
type ParameterTexts = Readonly<Record<string, string | undefined>>;

/** Translations of workflow problems. A missing text falls back to English. */
type ProblemTexts = {
  readonly language: Language;
  readonly sentences: Readonly<Partial<Record<ProblemTextKey, string>>>;
  /** By the English words; `{name}` stands for what is filled in, and the first that fits counts. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Between two of several kinds. */
  readonly or: string;
};

/** Every text of the product; English decides which keys there are. */
export type Messages = typeof en & {
  templates: TemplateTexts;
  nodeTexts: NodeTexts;
  optionTexts: OptionTexts;
  toolTexts: ToolTexts;
  agentTexts: AgentTexts;
  recipeTexts: RecipeTexts;
  operationTexts: OperationTexts;
  parameterTexts: ParameterTexts;
  problemTexts: ProblemTexts;
};

const problemTextsEn: ProblemTexts = { language: 'en', sentences: {}, reasons: {}, or: ' or ' };
const problemTextsZhCn: ProblemTexts = {
  language: 'zh-CN',
  sentences: problemsZhCn,
  reasons: { ...reasonsZhCn, ...expressionsZhCn },
  or: '或',
};

const messages: Readonly<Record<Language, Messages>> = {
  // Templates and definitions are written in English.
  en: {
    ...en,
    templates: {},
    nodeTexts: {},
    optionTexts: {},
    toolTexts: {},
    agentTexts: {},
    recipeTexts: {},
    operationTexts: {},
    parameterTexts: {},
    problemTexts: problemTextsEn,
  },
  'zh-CN': {
    ...zhCn,
    documentWarnings: { ...zhCn.documentWarnings, ...documentsZhCn },
    templates: templatesZhCn,
    nodeTexts: nodesZhCn,
    optionTexts: optionsZhCn,
    toolTexts: toolsZhCn,
    agentTexts: agentsZhCn,
    recipeTexts: recipesZhCn,
    operationTexts: operationsZhCn,
    parameterTexts: parametersZhCn,
    problemTexts: problemTextsZhCn,
  },
};

export function messagesFor(language: Language): Messages {
  return messages[language];
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Language;
  }
}
