import type { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { Artifact } from '#lib/run/stored-file.ts';
import { slideSchema, slidesSchema } from '#lib/slides/deck.ts';
import { sheetsSchema } from '#lib/slides/workbook.ts';
import artifact from '#nodes/artifact/artifact.node.ts';
import {
  makeDeckArtifact,
  makeDocument,
  makeTextArtifact,
  makeWorkbook,
  replaceSlideArtifact,
} from '../artifacts/make-artifact.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';

type Config = ConfigOf<typeof artifact>;

export default defineExecutor(artifact, async ({ config, context }) => {
  const named = config.format === 'slide' ? config.artifact : config.name;
  if (named === undefined || named === '') {
    const field = config.format === 'slide' ? 'artifact' : 'name';
    throw missing(field, config.format).inField(`config.${field}`);
  }
  // Made again it is one more version of the same file.
  const effect = { key: 'artifact', kind: 'tool', name: `artifact ${named}`, effects: 'write', isRepeatable: true } as const;
  const made = await context
    .effect(effect, () => make(config, context))
    .catch((error: unknown) => {
      throw NodeFailure.is(error) && error.path !== undefined ? error.inField(`config.${error.path}`) : error;
    });
  return { out: made };
});

function make(config: Config, context: ExecutorContext): Promise<Artifact> {
  const { name, format, title = '', template, artifact: artifactId, pageIndex } = config;
  switch (format) {
    case 'pptx':
      return makeDeckArtifact(
        {
          name,
          artifactId,
          deck: {
            title: title === '' ? name.slice(0, 200) : title,
            template,
            slides: parsed(slidesSchema, given(config, 'slides'), 'slides'),
          },
        },
        context,
      );
    case 'pdf':
    case 'docx':
      return makeDocument({ name, artifactId, format, title, content: given(config, 'content') }, context);
    case 'xlsx':
      return makeWorkbook({ name, artifactId, sheets: parsed(sheetsSchema, given(config, 'sheets'), 'sheets') }, context);
    case 'text':
      return makeTextArtifact({ name, artifactId, content: given(config, 'content') }, context);
    case 'slide':
      return replaceSlideArtifact(
        { artifactId: given(config, 'artifact'), pageIndex, slide: parsed(slideSchema, given(config, 'slide'), 'slide') },
        context,
      );
    default:
      return format satisfies never;
  }
}

function given<Field extends 'content' | 'slides' | 'sheets' | 'slide' | 'artifact'>(
  config: Config,
  field: Field,
): NonNullable<Config[Field]> {
  const value = config[field];
  if (value === undefined || value === '') throw missing(field, config.format);
  return value as NonNullable<Config[Field]>;
}

/** What a template or a model gave; a text is read as JSON. @throws {NodeFailure} naming the field at fault */
function parsed<Value>(schema: z.ZodType<Value>, value: unknown, field: string): Value {
  const { success, data, error } = schema.safeParse(typeof value === 'string' ? readJson(value) : value);
  if (success) return data;
  const [{ path, message } = { path: [], message: '' }] = error.issues;
  const at = path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), field);
  throw new NodeFailure('document-not-written', `The document cannot be written (${at}): ${message}`, { path: at });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function missing(field: string, format: Config['format']): NodeFailure {
  return new NodeFailure('document-not-written', `An artifact of the format ${format} needs the field ${field}`, { path: field });
}
