import {
  BookPlus,
  Bot,
  Box,
  Braces,
  CirclePlay,
  CircleStop,
  Code,
  FileOutput,
  FileText,
  GitFork,
  GitMerge,
  Globe,
  Library,
  ListTree,
  type LucideIcon,
  Merge,
  MessageSquare,
  NotebookPen,
  NotebookText,
  Repeat,
  Rows3,
  Scissors,
  Signpost,
  Sparkle,
  Split,
  Stamp,
  TextQuote,
  Waypoints,
  Workflow,
  Wrench,
} from 'lucide-react';
import { memo } from 'react';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** The pictures that definitions of node types name, by their names: all of the library's would be half a megabyte. */
export const nodeIcons: Readonly<Record<string, LucideIcon>> = {
  'book-plus': BookPlus,
  bot: Bot,
  braces: Braces,
  'circle-play': CirclePlay,
  'circle-stop': CircleStop,
  code: Code,
  'file-output': FileOutput,
  'file-text': FileText,
  'git-fork': GitFork,
  globe: Globe,
  library: Library,
  'list-tree': ListTree,
  merge: Merge,
  'git-merge': GitMerge,
  'message-square': MessageSquare,
  'notebook-pen': NotebookPen,
  'notebook-text': NotebookText,
  'rows-3': Rows3,
  workflow: Workflow,
  repeat: Repeat,
  scissors: Scissors,
  signpost: Signpost,
  sparkle: Sparkle,
  split: Split,
  stamp: Stamp,
  waypoints: Waypoints,
  'text-quote': TextQuote,
  wrench: Wrench,
};

const known: Readonly<Record<string, { readonly icon: string } | undefined>> = nodeRegistry;

/** The picture of a node type; a plain box for one this build does not know. */
export const NodeIcon = memo(function NodeIcon({ type }: { type: string | undefined }) {
  const name = type !== undefined && Object.hasOwn(known, type) ? known[type]?.icon : undefined;
  const Icon = (name && nodeIcons[name]) || Box;
  return <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />;
});
