import {
  Activity,
  Archive,
  BookOpenText,
  Bot,
  Brain,
  ChartColumn,
  ChartGantt,
  ChartSpline,
  Cpu,
  Files,
  GraduationCap,
  House,
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
  | 'start'
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
  | 'dashboards'
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

export type RailGroup = 'start' | 'watch' | 'build';

/** What people come for each day, first; what is set up once, after it. The first group has no heading. */
export const railGroups: readonly { readonly group: RailGroup; readonly links: readonly RailLink[] }[] = [
  {
    group: 'start',
    links: [
      { page: 'start', href: '/', icon: House },
      { page: 'workflows', href: '/workflows', icon: Workflow, under: '/workflows/' },
      { page: 'templates', href: '/templates', icon: LayoutTemplate },
    ],
  },
  {
    group: 'watch',
    links: [
      { page: 'runs', href: '/runs', icon: ChartGantt, under: '/runs/' },
      { page: 'sessions', href: '/sessions', icon: MessagesSquare },
      { page: 'approvals', href: '/approvals', icon: Stamp },
      { page: 'dashboards', href: '/dashboards', icon: ChartSpline },
      { page: 'usage', href: '/usage', icon: ChartColumn },
    ],
  },
  {
    group: 'build',
    links: [
      { page: 'agents', href: '/agents', icon: Bot },
      { page: 'tools', href: '/tools', icon: Wrench },
      { page: 'mcp', href: '/mcp', icon: Unplug, under: '/mcp/' },
      { page: 'skills', href: '/skills', icon: GraduationCap },
      { page: 'knowledge', href: '/knowledge', icon: LibraryBig },
      { page: 'memory', href: '/memory', icon: Brain },
      { page: 'storedValues', href: '/stored-values', icon: Archive },
      { page: 'files', href: '/files', icon: Files },
      { page: 'models', href: '/models', icon: Cpu },
      { page: 'credentials', href: '/credentials', icon: KeyRound, under: '/credentials/' },
    ],
  },
];

/** At the foot: about the server itself. */
export const footLinks: readonly RailLink[] = [
  { page: 'monitor', href: '/monitor', icon: Activity },
  { page: 'apiDocs', href: '/api-docs', icon: BookOpenText },
  { page: 'settings', href: '/settings', icon: Settings2 },
];

export const allLinks: readonly RailLink[] = [...railGroups.flatMap(({ links }) => links), ...footLinks];

const PHONE_PAGES: readonly RailPage[] = ['start', 'workflows', 'runs', 'approvals'];
/** In the bar at the foot of a phone, before the button for all others. */
export const phoneLinks: readonly RailLink[] = allLinks.filter(({ page }) => PHONE_PAGES.includes(page));

/** The editor of a workflow, without its other pages. */
export const EDITOR_PATH = /^\/workflows\/[^/]+$/;

export function isCurrent({ href, under }: RailLink, pathname: string): boolean {
  return pathname === href || (under !== undefined && pathname.startsWith(under));
}
