import type { Language } from './language.ts';

/** Pages of the studio that a refusal may name, by the key of their title. */
const pages = {
  settings: '/settings',
  models: '/models',
  tools: '/tools',
  mcp: '/mcp',
  credentials: '/credentials',
  agents: '/agents',
  knowledge: '/knowledge',
  skills: '/skills',
  files: '/files',
  approvals: '/approvals',
} as const;
export type WayPage = keyof typeof pages;

/** Where the texts that name a page lead. */
export type Way = { readonly page: WayPage; readonly href: string };

/** Sections of the settings, by what a text about them says. */
const sections: readonly (readonly [hint: RegExp, section: string])[] = [
  [/Private hosts|内网地址|private address/, 'private-hosts'],
  [/search provider|搜索服务/, 'web-search'],
  [/switched off in|停用|关闭/, 'tools'],
  [/[Rr]aise it|预算/, 'day-budget'],
];

/** Their titles, as `rail.pages` of the messages has them: all messages are 100 KB, and hosted pages load this file. */
export const pageTitles: Readonly<Record<Language, Readonly<Record<WayPage, string>>>> = {
  en: {
    settings: 'Settings',
    models: 'Models',
    tools: 'Tools',
    mcp: 'MCP servers',
    credentials: 'Credentials',
    agents: 'Agents',
    knowledge: 'Knowledge',
    skills: 'Skills',
    files: 'Files',
    approvals: 'Approvals',
  },
  'zh-CN': {
    settings: '设置',
    models: '模型',
    tools: '工具',
    mcp: 'MCP 服务器',
    credentials: '凭证',
    agents: '智能体',
    knowledge: '知识库',
    skills: '技能',
    files: '文件',
    approvals: '审批',
  },
};
const namedPages = Object.entries(pageTitles).map(([language, names]) => {
  const byTitle = new Map((Object.keys(pages) as WayPage[]).map((page) => [names[page], page]));
  const anyTitle = [...byTitle.keys()].join('|');
  const phrase = language === 'en' ? `(?:\\bpage|\\bunder|\\bin) (${anyTitle})\\b` : `“(${anyTitle})”`;
  return { byTitle, phrase: new RegExp(phrase, 'g') };
});

/** The pages that a text of a refusal names, in any language of the studio, each once. */
export function waysInText(text: string): readonly Way[] {
  const found = namedPages.flatMap(({ byTitle, phrase }) =>
    [...text.matchAll(phrase)].flatMap(([, title = '']) => byTitle.get(title) ?? []),
  );
  return [...new Set(found)].map((page) => ({ page, href: pages[page] + (page === 'settings' ? sectionIn(text) : '') }));
}

function sectionIn(text: string): string {
  const section = sections.find(([hint]) => hint.test(text))?.[1];
  return section === undefined ? '' : `#${section}`;
}
