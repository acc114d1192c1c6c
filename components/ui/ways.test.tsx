import { createServer } from 'node:http';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { expect, test } from 'vitest';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { openPage } from '#tests/support/mounted-part.tsx';

const page = openPage(createServer((_, response) => response.end()));
const text = 'Check the API key of this model, on the page Models or in the config file';

const drawn = [
  [
    'a notice',
    <Notice key="" title="No answer">
      {text}
    </Notice>,
  ],
  ['a title alone', <Notice key="" title={text} />],
  ['a line', <FailureLine key="">{text}</FailureLine>],
  ['the foot of a form', <FormFoot key="" title="Not saved" problem={text} isBusy={false} saveLabel="Save" />],
  ['a list that was not loaded', <LoadProblem key="" error={new Error(text)} onRetry={() => {}} />],
  ['the hint of a failed node', <ErrorCard key="" error={{ code: 'model-auth-failed', message: 'No', hint: text }} />],
  [
    'a field',
    <Field key="" id="a" label="A" isRequired={false} error={text}>
      {(control) => <input {...control} />}
    </Field>,
  ],
] as const;

test.each(drawn)('%s that names a page has a link to it', async (_, part) => {
  const main = await page.mount(part, 'en');
  const links = [...main.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([['Open Models', '/models']]);
});

test('a refusal that names no page has no link', async () => {
  const main = await page.mount(<Notice title="Not saved">The name is taken</Notice>, 'en');
  expect(main.querySelectorAll('a')).toHaveLength(0);
});

test('on the page that it names a refusal has no link', async () => {
  const main = await page.mount(
    <PathnameContext value="/models">
      <Notice title="No answer">{text}</Notice>
    </PathnameContext>,
    'en',
  );
  expect(main.querySelectorAll('a')).toHaveLength(0);
});
