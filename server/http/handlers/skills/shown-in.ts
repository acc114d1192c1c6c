import type { HandlerContext } from '../../handler-kit/define-handler.ts';
import type { ShownIn } from '../../resources/skill-resource.ts';

/** What texts about skills depend on: the language of the request, and the tools of its workspace. */
export async function shownIn({
  deps,
  workspaceId,
  language,
}: Pick<HandlerContext, 'deps' | 'workspaceId' | 'language'>): Promise<ShownIn> {
  const { definitions, source } = deps.tools;
  const more = (await source?.toolsOf(workspaceId)) ?? {};
  return { language, toolIds: new Set([...Object.keys(definitions), ...Object.keys(more)]) };
}
