/** What a person pressed, with the values that the button names. */
export type SurfaceAction = { readonly name: string; readonly context: Readonly<Record<string, unknown>> };

/** The next message of the person: the name of the event, and below it a value a line. */
export function actionMessage({ name, context }: SurfaceAction): string {
  const lines = Object.entries(context).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [name, ...lines].join('\n');
}
