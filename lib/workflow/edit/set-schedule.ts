import { cronOfSentence } from '../../trigger-kit/cron-sentence.ts';
import { sentenceInText } from '../../trigger-kit/sentence-in-text.ts';
import type { Workflow } from '../workflow.ts';

/**
 * The workflow with the times that a request names, in the zone of the person who wrote it. Without schedules, or with
 * a request that names no times, only the zone changes.
 */
export function setSchedule(workflow: Workflow, request: string, timeZone: string): Workflow {
  const sentence = sentenceInText(request);
  const triggers = workflow.triggers?.map((trigger) => {
    if (trigger.type !== 'schedule') return trigger;
    if (!sentence) return { ...trigger, config: { ...trigger.config, timeZone } };
    return { ...trigger, config: { ...trigger.config, every: 'cron', cron: cronOfSentence(sentence), timeZone } };
  });
  return triggers ? { ...workflow, triggers } : workflow;
}
