import { CircleAlert, ClipboardList, Clock, type LucideIcon, Mail, Rss, Webhook } from 'lucide-react';

/** Pictures of the kinds of triggers, by the name in their definitions. */
const icons: Readonly<Record<string, LucideIcon>> = {
  webhook: Webhook,
  form: ClipboardList,
  schedule: Clock,
  poll: Rss,
  'email-in': Mail,
  'workflow-failed': CircleAlert,
};

export function TriggerIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? CircleAlert;
  return <Icon size={13} aria-hidden="true" className="shrink-0 text-ink-2" />;
}
