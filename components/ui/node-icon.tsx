import {
  Bot,
  Box,
  Braces,
  CirclePlay,
  CircleStop,
  GitFork,
  GitMerge,
  Globe,
  ListTree,
  type LucideIcon,
  Merge,
  Repeat,
  Rows3,
  Scissors,
  Signpost,
  Sparkle,
  Split,
  Stamp,
  TextQuote,
  Workflow,
  Wrench,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  start: CirclePlay,
  end: CircleStop,
  llm: Sparkle,
  classifier: Signpost,
  condition: Split,
  switch: GitFork,
  http: Globe,
  template: TextQuote,
  set: Braces,
  loop: Repeat,
  map: ListTree,
  merge: Merge,
  join: GitMerge,
  parallel: Rows3,
  workflow: Workflow,
  approval: Stamp,
  'tool-call': Wrench,
  'context-processor': Scissors,
  'sub-agent': Bot,
};

/** The picture of a node type; a plain box for one this build does not know. */
export function NodeIcon({ type }: { type: string | undefined }) {
  const Icon = (type && Object.hasOwn(icons, type) && icons[type]) || Box;
  return <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />;
}
