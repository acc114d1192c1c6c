import { codeInBody, isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import { type AnswerMender, isLoose, type Loose, looseList, mendCounts } from './answer-mender.ts';
import { readJson } from './read-json.ts';
import { readEvent, writeEvents } from './server-sent-event.ts';

/** For OpenAI's responses, whose unknown events the SDK leaves out itself. */
export function makeResponsesMender(): AnswerMender {
  return {
    event(event) {
      const read = readEvent(event);
      if (!read) return '';
      if (!read.data.includes('"usage"') && !read.data.includes('"error"')) return event;
      const value = readJson(read.data);
      if (!isLoose(value)) return event;
      if (value.type === undefined && isErrorBody(value))
        return this.failure(reasonInBody(value) ?? read.data, codeInBody(value));
      const isChanged = isLoose(value.response) && mendUsage(value.response);
      return isChanged ? writeEvents([{ name: read.name, data: value }]) : event;
    },
    whole(answer) {
      mendUsage(answer);
      return answer;
    },
    events(answer) {
      if (!Array.isArray(answer.output)) return undefined;
      mendUsage(answer);
      const status = answer.status === 'incomplete' ? 'incomplete' : 'completed';
      const events: Loose[] = [
        { type: 'response.created', response: { ...answer, status: 'in_progress', output: [], usage: null } },
        ...looseList(answer.output).flatMap(eventsOfItem),
        { type: `response.${status}`, response: answer },
      ];
      return writeEvents(events.map((data, index) => ({ name: String(data.type), data: { sequence_number: index, ...data } })));
    },
    failure(reason, code) {
      const data = { type: 'error', sequence_number: 0, message: reason, code: code === undefined ? null : String(code) };
      return writeEvents([{ name: 'error', data }]);
    },
  };
}

function mendUsage(response: Loose): boolean {
  if (!isLoose(response.usage)) return false;
  return mendCounts(response.usage);
}

function eventsOfItem(item: Loose, index: number): Loose[] {
  const added = { type: 'response.output_item.added', output_index: index, item };
  const done = { type: 'response.output_item.done', output_index: index, item };
  const texts = item.type === 'message' ? looseList(item.content) : [];
  const deltas = texts.flatMap((part, at) =>
    typeof part.text === 'string'
      ? [{ type: 'response.output_text.delta', output_index: index, content_index: at, item_id: item.id, delta: part.text }]
      : [],
  );
  return [added, ...deltas, done];
}
