import { Activity, ChartGantt, Cpu, LayoutTemplate, type LucideIcon, Settings2, Stamp, Workflow, Wrench } from 'lucide-react';

export type RailPage = 'workflows' | 'runs' | 'approvals' | 'templates' | 'models' | 'tools' | 'monitor' | 'settings';
export type RailLink = {
  readonly page: RailPage;
  readonly href: string;
  readonly icon: LucideIcon;
  /** Further URLs that belong to this page. */
  readonly under?: string;
};

/** What people come for each day, first; what is set up once, after it. */
export const railGroups: readonly (readonly RailLink[])[] = [
  [
    { page: 'workflows', href: '/', icon: Workflow, under: '/workflows/' },
    { page: 'runs', href: '/runs', icon: ChartGantt, under: '/runs/' },
    { page: 'approvals', href: '/approvals', icon: Stamp },
    { page: 'templates', href: '/templates', icon: LayoutTemplate },
  ],
  [
    { page: 'models', href: '/models', icon: Cpu },
    { page: 'tools', href: '/tools', icon: Wrench },
    { page: 'monitor', href: '/monitor', icon: Activity },
  ],
];

export const settingsLink: RailLink = { page: 'settings', href: '/settings', icon: Settings2 };

export function isCurrent({ href, under }: RailLink, pathname: string): boolean {
  return pathname === href || (under !== undefined && pathname.startsWith(under));
}
