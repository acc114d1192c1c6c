import { createServer } from 'node:http';
import { useState } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { useAnswerNotice } from '#components/pages/chat/use-answer-notice.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const page = openPage(createServer());
const shown: string[] = [];

class FakeNotification {
  static permission = 'default';
  static async requestPermission() {
    FakeNotification.permission = 'granted';
    return 'granted';
  }
  onclick = null;
  constructor(heading: string, { body }: { body: string }) {
    shown.push(`${heading}: ${body}`);
  }
}
vi.stubGlobal('Notification', FakeNotification);
afterAll(() => vi.unstubAllGlobals());

let visibility = 'visible';
beforeEach(() => {
  shown.length = 0;
  visibility = 'visible';
  FakeNotification.permission = 'default';
  Object.assign(window, { Notification: FakeNotification });
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
});

function Probe({ isFramed = false }: { isFramed?: boolean }) {
  const [status, setStatus] = useState<'waiting' | 'idle' | 'running'>('waiting');
  const [items, setItems] = useState([{ id: 'ses_1', title: 'Refund', status }]);
  const set = (next: typeof status) => {
    setStatus(next);
    setItems([{ id: 'ses_1', title: 'Refund', status: next }]);
  };
  const { arrivedCount, allow } = useAnswerNotice(items, { heading: 'Letters', isFramed });
  return (
    <>
      <output>{arrivedCount}</output>
      {allow ? (
        <button type="button" data-act="allow" onClick={() => void allow()}>
          Notify me
        </button>
      ) : null}
      {(['running', 'idle'] as const).map((next) => (
        <button key={next} type="button" data-act={next} onClick={() => set(next)}>
          {next}
        </button>
      ))}
    </>
  );
}

const act = (part: HTMLElement, name: string) => page.click(part.querySelector(`[data-act="${name}"]`) as HTMLElement);
const countIn = (part: HTMLElement) => part.querySelector('output')?.textContent;

test('an answer that arrives on a hidden page is notified and counted, until the page is visible', async () => {
  const part = await page.mount(<Probe />, 'en');
  await vi.waitFor(() => expect(part.querySelector('[data-act="allow"]')).not.toBeNull());
  await act(part, 'allow');
  await vi.waitFor(() => expect(part.querySelector('[data-act="allow"]')).toBeNull());
  visibility = 'hidden';
  await act(part, 'running');
  expect(shown).toEqual([]);
  await act(part, 'idle');
  expect(shown).toEqual(['Letters: Refund']);
  expect(countIn(part)).toBe('1');
  visibility = 'visible';
  document.dispatchEvent(new window.Event('visibilitychange'));
  await vi.waitFor(() => expect(countIn(part)).toBe('0'));
});

test('an answer that arrives on a visible page, or without permission, is not notified', async () => {
  const part = await page.mount(<Probe />, 'en');
  await act(part, 'idle');
  expect([shown, countIn(part)]).toEqual([[], '0']);
  const other = await page.mount(<Probe />, 'en');
  visibility = 'hidden';
  await act(other, 'idle');
  expect([shown, countIn(other)]).toEqual([[], '1']);
});

test('a frame does not ask for permission', async () => {
  const part = await page.mount(<Probe isFramed />, 'en');
  expect(part.querySelector('[data-act="allow"]')).toBeNull();
});
