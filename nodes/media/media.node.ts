import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';
import { storedFileSchema } from '#lib/run/stored-file.ts';

const MAX_TEXT_CHARS = 20_000;
const MAX_IMAGES = 8;
const onlyFor = (...tasks: string[]) => ({ visibleWhen: { task: tasks } });

const filesSchema = z.object({
  file: storedFileSchema.meta({ description: 'The first file.' }),
  files: z.array(storedFileSchema),
});
const transcriptSchema = z.object({
  text: z.string(),
  segments: z.array(z.object({ text: z.string(), startSecond: z.number(), endSecond: z.number() })),
  language: z.string().nullable().meta({ description: 'As the model names it.' }),
  durationInSeconds: z.number().nullable(),
});

const NEEDED = { image: 'text', speech: 'text', transcribe: 'audio' } as const;

export default defineNode({
  id: 'media',
  version: 1,
  title: 'Images and speech',
  summary: 'Makes images or speech with a model, or writes speech down.',
  icon: 'audio-lines',
  category: 'model',
  config: z
    .object({
      task: z.enum(['image', 'speech', 'transcribe']).default('image').meta({
        title: 'Task',
        description: 'image: a text becomes images; speech: a text is spoken; transcribe: speech becomes text.',
        expression: 'literal',
      }),
      model: z
        .string()
        .min(1, 'Choose a model')
        .default('default')
        .meta({
          title: 'Model',
          description: 'One that is made for the task, such as openai/gpt-image-1 or openai/whisper-1.',
          expression: 'literal',
          refersTo: 'model',
          ui: { widget: 'model' },
        }),
      text: z
        .string()
        .max(MAX_TEXT_CHARS)
        .optional()
        .meta({
          title: 'Text',
          description: 'What the images show, or what is spoken.',
          ui: { widget: 'textarea', placeholder: '{{start.description}}', ...onlyFor('image', 'speech') },
        }),
      count: z
        .int()
        .min(1)
        .max(MAX_IMAGES)
        .default(1)
        .meta({ title: 'Images', description: 'How many.', ui: onlyFor('image') }),
      size: z
        .string()
        .regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, 'Width and height in pixels, as 1024x1024')
        .optional()
        .meta({
          title: 'Size',
          description: 'Width and height in pixels. Empty: as the model has it.',
          ui: { placeholder: '1024x1024', ...onlyFor('image') },
        }),
      voice: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ title: 'Voice', description: 'As the provider names it. Empty: its own.', ui: onlyFor('speech') }),
      format: z
        .enum(['mp3', 'wav', 'opus', 'aac', 'flac'])
        .default('mp3')
        .meta({ title: 'Format', description: 'Of the audio file.', expression: 'literal', ui: onlyFor('speech') }),
      audio: z
        .union([z.string().trim().min(1), fileValueSchema])
        .optional()
        .meta({
          title: 'Audio',
          description: 'A file input, a file that another node wrote, or the path of a workspace file.',
          ui: { widget: 'json', placeholder: '{{start.recording}}', ...onlyFor('transcribe') },
        }),
    })
    .check(({ value, issues }) => {
      const field = NEEDED[value.task];
      if (value[field] !== undefined && value[field] !== '') return;
      const message = field === 'audio' ? 'Choose a file' : 'Write a text';
      issues.push({ code: 'custom', path: [field], input: value[field], message });
    }),
  outputs: ({ task }) => ({ out: task === 'transcribe' ? port('Transcript', transcriptSchema) : port('Files', filesSchema) }),
  effects: 'read',
  reaches: ({ model, task }) => ({ models: model, ...(task === 'transcribe' && { usesFiles: true }) }),
  mainField: 'file',
  initialConfig: { text: '' },
});
