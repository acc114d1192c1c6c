import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type TemplateSample, templateSampleSchema } from '#lib/api/templates.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';

export type WorkflowTemplate = {
  /** Name of the file without its ending. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly workflow: Workflow;
  /** Null without one. */
  readonly sample: TemplateSample | null;
};

const ENDING = '.workflow.json';

/**
 * The workflows of a folder, `<id>.workflow.json`, by id. Other files are ignored; nothing is
 * executed.
 * @throws {AppError} `workflow-invalid`, naming the file that holds no workflow; `config-invalid`
 * when the folder cannot be read
 */
export async function readTemplates(folder: string): Promise<WorkflowTemplate[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AppError('config-invalid', `The templates folder ${folder} cannot be read`, { cause });
  });
  const templates = names.filter((name) => name.endsWith(ENDING) && name.length > ENDING.length);
  const ids = templates.map((name) => name.slice(0, -ENDING.length)).toSorted();
  const samples = await readSamples(folder);
  return Promise.all(ids.map(async (id) => ({ ...(await readTemplate(folder, id)), sample: samples[id] ?? null })));
}

/** Their runs in demo mode, by id. Written by `npm run samples`; a folder need not have them. */
async function readSamples(folder: string): Promise<Readonly<Record<string, TemplateSample>>> {
  const text = await readFile(join(folder, 'samples.json'), 'utf8').catch(() => '{}');
  return z.record(z.string(), templateSampleSchema).parse(parseJson(text, 'samples.json'));
}

async function readTemplate(folder: string, id: string): Promise<Omit<WorkflowTemplate, 'sample'>> {
  const fileName = `${id}${ENDING}`;
  const workflow = parseWorkflow(await readFile(join(folder, fileName), 'utf8'), fileName);
  return { id, name: workflow.name, description: workflow.description, workflow };
}

function parseWorkflow(text: string, fileName: string): Workflow {
  const parsed = workflowSchema.safeParse(parseJson(text, fileName));
  if (parsed.success) return parsed.data;
  throw new AppError('workflow-invalid', `${fileName} is no workflow: ${z.prettifyError(parsed.error)}`, { cause: parsed.error });
}

function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('workflow-invalid', `${fileName} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
