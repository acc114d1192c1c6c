type InlineScriptProps = {
  /** Content security policy of the response, with the nonce for inline scripts. */
  readonly policy: string | null;
  /** A function that uses nothing outside of itself, since the page contains it as text. */
  readonly run: (...args: never[]) => void;
  /** Values of JSON for it. */
  readonly args?: readonly unknown[];
};

/** Runs a function while the page is parsed, before any other script. */
export function InlineScript({ policy, run, args = [] }: InlineScriptProps) {
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  // Neither `</script>` nor `<!--` ends the text.
  const values = args.map((value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
  // The browser hides the nonce of a script from others.
  return <script nonce={nonce} suppressHydrationWarning>{`(${run})(${values.join(',')})`}</script>;
}
