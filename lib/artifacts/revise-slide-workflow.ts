import { z } from 'zod';
import type { Language } from '../i18n/language.ts';
import { promptText } from '../i18n/prompt-text.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { asJson } from '../json/json-value.ts';
import { type Slide, slideSchema } from '../slides/deck.ts';
import { chainWorkflow } from '../workflow/chain-workflow.ts';
import type { Workflow } from '../workflow/workflow.ts';

const MAX_TOKENS = 200_000;
const MAX_DURATION_MS = 10 * 60_000;

export type SlideRevision = {
  readonly artifactId: string;
  /** From 0. */
  readonly pageIndex: number;
  readonly slide: Slide;
  readonly instructions: string;
  /** Titles of all slides, so that the model knows what the others say. */
  readonly titles: readonly string[];
};

/** The workflow that makes one slide again: a run like any other, limited and charged to the budgets. */
export function reviseSlideWorkflow(
  { slide }: Pick<SlideRevision, 'slide'>,
  { language, model }: { readonly language: Language; readonly model: string | undefined },
): Workflow {
  const input = (name: string, type: 'text' | 'json' | 'number') => ({ name, type, required: true });
  const inputs = [input('request', 'text'), input('artifact', 'text'), input('pageIndex', 'number')];
  return chainWorkflow({
    name: promptText(language, 'revise-slide-name'),
    settings: { language, limits: { maxTokens: MAX_TOKENS, maxDurationMs: MAX_DURATION_MS } },
    nodes: [
      { id: 'start', type: 'start', config: { inputs } },
      {
        id: 'revise',
        type: 'llm',
        config: {
          ...(model !== undefined && { model }),
          systemPrompt: promptText(language, 'revise-slide'),
          userPrompt: '{{start.request}}',
          outputSchema: asJson(outputSchema(slide)),
        },
      },
      {
        id: 'deck',
        type: 'artifact',
        config: { format: 'slide', artifact: '{{start.artifact}}', pageIndex: '{{start.pageIndex}}', slide: '{{revise.output}}' },
      },
      { id: 'end', type: 'end', config: { outputs: { artifact: '{{deck}}' } } },
    ],
  });
}

/** The inputs of its run. What the deck says is data: as JSON no text can leave it. */
export function reviseSlideInputs({ artifactId, pageIndex, slide, instructions, titles }: SlideRevision) {
  const context = { slideNumber: pageIndex + 1, slide, titlesOfAllSlides: titles };
  return {
    request: `${instructions}\n\n<context>\n${JSON.stringify(context)}\n</context>`,
    artifact: artifactId,
    pageIndex,
  };
}

/** A model may keep the image of the slide or drop it; it has no others. */
function outputSchema({ image }: Slide): JsonSchema {
  const others = slideSchema.omit({ image: true });
  const schema = image
    ? others.extend({ image: z.strictObject({ file: z.literal(image.file), alt: z.string().max(300) }).optional() })
    : others;
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input' });
  return plain as JsonSchema;
}
