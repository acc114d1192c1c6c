import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import { MAX_APP_HEIGHT_PX } from '#components/run-view/tool-app/host-context.ts';
import type { CalledAppTool } from '#lib/api/tool-apps.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { webAddress } from '#lib/text/web-address.ts';

const MIN_HEIGHT_PX = 48;
const FIRST_HEIGHT_PX = 160;
/** Heights are applied no more often than this. */
const RESIZE_EVERY_MS = 100;
/** An app that still resizes after so many changes keeps its size. */
const MAX_RESIZES = 300;
const MAX_CALLS_AT_ONCE = 4;
const MAX_CALLS = 500;

type BridgeOptions = {
  readonly html: string;
  readonly args: Record<string, unknown>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly context: McpUiHostContext;
  /** @returns undefined when the person declined */
  readonly onCall: (name: string, input: Record<string, unknown>) => Promise<CalledAppTool | undefined>;
  /** @returns whether it was opened */
  readonly onLink: (url: string) => Promise<boolean>;
  /** Undefined where there is no message to write. */
  readonly onMessage: ((text: string) => void) | undefined;
};

export type OpenAppBridge = { changeContext(context: McpUiHostContext): void; close(): void };

/** Speaks with the app inside of a frame that has just been added. All that it says is data. */
export function openAppBridge(frame: HTMLIFrameElement, options: BridgeOptions): OpenAppBridge {
  const { html, args, result, context, onLink, onMessage } = options;
  const inner = frame.contentWindow as Window;
  const bridge = new AppBridge(
    null,
    { name: 'threadloom', version: '1' },
    { openLinks: {}, serverTools: {}, ...(onMessage && { message: { text: {} } }) },
    { hostContext: context },
  );
  frame.style.height = `${FIRST_HEIGHT_PX}px`;
  const resize = makeResizer(frame);
  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady({ html });
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult({ content: [], ...result });
  };
  bridge.onsizechange = ({ height }) => resize.to(height);
  bridge.onrequestdisplaymode = async () => ({ mode: 'inline' });
  bridge.onopenlink = async ({ url }) => {
    const address = webAddress(url);
    return address !== undefined && (await onLink(address)) ? {} : { isError: true };
  };
  if (onMessage) {
    bridge.onmessage = async ({ content }) => {
      const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      if (text.trim() === '') return { isError: true };
      onMessage(text);
      return {};
    };
  }
  const calls = makeCaller(options);
  bridge.oncalltool = ({ name, arguments: input = {} }) => calls(name, input);
  void bridge.connect(new PostMessageTransport(inner, inner));
  return {
    changeContext: (next) => bridge.setHostContext(next),
    close: () => {
      resize.stop();
      void bridge.close();
    },
  };
}

type ToolResult = Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;

function makeCaller({ onCall }: Pick<BridgeOptions, 'onCall'>) {
  let atOnce = 0;
  let made = 0;
  return async (name: string, input: Record<string, unknown>): Promise<ToolResult> => {
    if (atOnce >= MAX_CALLS_AT_ONCE || made >= MAX_CALLS) return failed('Too many calls');
    atOnce += 1;
    made += 1;
    try {
      const called = await onCall(name, input);
      if (called?.status === 'done') return { content: [], ...called.result } as ToolResult;
      return failed(called?.status === 'refused' ? called.reason : 'The person declined');
    } catch (error) {
      return failed(errorMessage(error));
    } finally {
      atOnce -= 1;
    }
  };
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function makeResizer(frame: HTMLIFrameElement) {
  let made = 0;
  let wantedPx = FIRST_HEIGHT_PX;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    to(height: number | undefined) {
      if (height === undefined || !Number.isFinite(height)) return;
      wantedPx = Math.min(Math.max(Math.ceil(height), MIN_HEIGHT_PX), MAX_APP_HEIGHT_PX);
      if (timer !== undefined || made >= MAX_RESIZES) return;
      timer = setTimeout(() => {
        timer = undefined;
        made += 1;
        frame.style.height = `${wantedPx}px`;
      }, RESIZE_EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
