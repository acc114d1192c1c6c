import {
  Activity,
  Archive,
  BookOpenText,
  Bot,
  Brain,
  ChartColumn,
  ChartGantt,
  Cpu,
  Files,
  GraduationCap,
  KeyRound,
  LayoutTemplate,
  LibraryBig,
  type LucideIcon,
  MessagesSquare,
  Settings2,
  Stamp,
  Unplug,
  Workflow,
  Wrench,
} from 'lucide-react';

export type RailPage =
  | 'workflows'
  | 'runs'
  | 'approvals'
  | 'sessions'
  | 'templates'
  | 'files'
  | 'knowledge'
  | 'memory'
  | 'storedValues'
  | 'skills'
  | 'models'
  | 'tools'
  | 'agents'
  | 'mcp'
  | 'credentials'
  | 'monitor'
  | 'usage'
  | 'apiDocs'
  | 'settings';
export type RailLink = {
  readonly page: RailPage;
  readonly href: string;
  readonly icon: LucideIcon;
  /** Further URLs that belong to this page. */
  readonly under?: string;
};

export type RailGroup = 'build' | 'runs' | 'resources';

/** What people come for each day, first; what is set up once, after it. */
export const railGroups: readonly { readonly group: RailGroup; readonly links: readonly RailLink[] }[] = [
  {
    group: 'build',
    links: [
      { page: 'workflows', href: '/', icon: Workflow, under: '/workflows/' },
      { page: 'templates', href: '/templates', icon: LayoutTemplate },
    ],
  },
  {
    group: 'runs',
    links: [
      { page: 'runs', href: '/runs', icon: ChartGantt, under: '/runs/' },
      { page: 'sessions', href: '/sessions', icon: MessagesSquare },
      { page: 'approvals', href: '/approvals', icon: Stamp },
      { page: 'monitor', href: '/monitor', icon: Activity },
      { page: 'usage', href: '/usage', icon: ChartColumn },
    ],
  },
  {
    group: 'resources',
    links: [
      { page: 'files', href: '/files', icon: Files },
      { page: 'knowledge', href: '/knowledge', icon: LibraryBig },
      { page: 'memory', href: '/memory', icon: Brain },
      { page: 'storedValues', href: '/stored-values', icon: Archive },
      { page: 'skills', href: '/skills', icon: GraduationCap },
      { page: 'models', href: '/models', icon: Cpu },
      { page: 'tools', href: '/tools', icon: Wrench },
      { page: 'agents', href: '/agents', icon: Bot },
      { page: 'mcp', href: '/mcp', icon: Unplug, under: '/mcp/' },
      { page: 'credentials', href: '/credentials', icon: KeyRound, under: '/credentials/' },
      { page: 'apiDocs', href: '/api-docs', icon: BookOpenText },
    ],
  },
];

export const settingsLink: RailLink = { page: 'settings', href: '/settings', icon: Settings2 };

export function isCurrent({ href, under }: RailLink, pathname: string): boolean {
  return pathname === href || (under !== undefined && pathname.startsWith(under));
}
