import type { FilePart, ModelMessage, ToolModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { loadResultImage } from '../tools/result-media.ts';
import { imageKind, MAX_IMAGE_BYTES } from './load-images.ts';

/** In one request. Older ones are never sent again, and each may have megabytes: they are not kept either. */
const MAX_IMAGES = 20;

type Shown = { readonly tool: string; readonly images: readonly FilePart[] };

/**
 * The images in results of tools. They are not part of the conversation, which is stored: each request of a model that
 * sees gets them, in a message of their own, since not every provider takes them in a result.
 */
export class ToolImages {
  readonly #byCall = new Map<string, Shown>();

  /** Loads the images of these results. The same whenever the node runs again. */
  async add(
    calls: readonly WantedToolCall[],
    results: readonly ToolResult[],
    context: Pick<ExecutorContext, 'workspaceId' | 'tools'>,
  ): Promise<void> {
    for (const [index, { id, name }] of calls.entries()) {
      const loaded = await Promise.all((results[index]?.images ?? []).map((image) => loadResultImage(image, context)));
      const images = loaded.flatMap((data): FilePart[] => {
        const mediaType = data && data.byteLength <= MAX_IMAGE_BYTES ? imageKind(data) : undefined;
        return data && mediaType !== undefined ? [{ type: 'file', mediaType, data }] : [];
      });
      if (images.length > 0) this.#byCall.set(id, { tool: name, images });
      this.#dropOldest();
    }
  }

  #dropOldest(): void {
    let left = MAX_IMAGES;
    for (const [id, { tool, images }] of [...this.#byCall].toReversed()) {
      if (left === 0) this.#byCall.delete(id);
      else if (images.length > left) this.#byCall.set(id, { tool, images: images.slice(-left) });
      left = Math.max(0, left - images.length);
    }
  }

  /** The messages with the newest images, each after the results that it belongs to. */
  show(messages: readonly ModelMessage[], language: Language): readonly ModelMessage[] {
    if (this.#byCall.size === 0) return messages;
    return messages.flatMap((message): ModelMessage[] => {
      const found = message.role === 'tool' ? this.#shownWith(message) : [];
      if (found.length === 0) return [message];
      const tools = [...new Set(found.map(({ tool }) => tool))].join(', ');
      const text = promptText(language, 'tool-images', { tools });
      return [message, { role: 'user', content: [{ type: 'text', text }, ...found.flatMap(({ images }) => images)] }];
    });
  }

  #shownWith({ content }: ToolModelMessage): Shown[] {
    return content.flatMap((part) => ('toolCallId' in part ? (this.#byCall.get(part.toolCallId) ?? []) : []));
  }
}
