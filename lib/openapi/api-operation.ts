import { z } from 'zod';
import { httpMethods } from '../tools/http-methods.ts';

const jsonSchema = z.record(z.string(), z.json());

/** Those of cookies are written as those of a query. */
const parameterStyles = [
  'form',
  'formExploded',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'simple',
  'simpleExploded',
  'label',
  'labelExploded',
  'matrix',
  'matrixExploded',
] as const;

/**
 * As OpenAPI names them, with `Exploded` where items are written one by one; `json` for content. Those stored
 * before: `repeat` gives the name several times, `comma` joins, `deep` writes `name[key]`, others are JSON.
 */
const styleSchema = z.enum([...parameterStyles, 'json', 'repeat', 'comma', 'deep']);

/** How one argument of a call becomes a part of the address or a header. */
const parameterSchema = z.object({
  argument: z.string(),
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  style: styleSchema,
  /** Of a query: reserved characters are not encoded. */
  allowsReserved: z.boolean().optional(),
});
export type ApiParameter = z.output<typeof parameterSchema>;
const cookieSchema = parameterSchema.omit({ in: true, allowsReserved: true });
export type ApiCookie = z.output<typeof cookieSchema>;

export const bodyMediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const;

const bodySchema = z.object({
  mediaType: z.enum(bodyMediaTypes),
  /** The content type that is sent, where it is another type of JSON. */
  contentType: z.string().optional(),
  /** Of fields of a form that are neither repeated nor JSON. */
  styles: z.record(z.string(), styleSchema).optional(),
  /** The argument that is the whole body; null when `fields` are its fields. */
  argument: z.string().nullable(),
  fields: z.array(z.string()),
  /** Fields with one possible value, which models neither see nor give. */
  fixed: z.record(z.string(), z.json()),
});

/** One operation of an HTTP service, as a tool calls it: plain data, made from an OpenAPI document. */
export const apiOperationSchema = z.object({
  /** The part of the tool's id after `@`. */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  title: z.string(),
  description: z.string(),
  method: z.enum(httpMethods),
  /** With `{name}` for parameters, after the path of the server. */
  path: z.string(),
  parameters: z.array(parameterSchema),
  /** Arguments that are sent as cookies. */
  cookies: z.array(cookieSchema).optional(),
  /** Headers with one possible value. */
  headers: z.record(z.string(), z.string()),
  body: bodySchema.nullable(),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema,
});
export type ApiOperation = z.output<typeof apiOperationSchema>;

/** How a service reports a failure with status 200: the field at `path` is not `ok`. */
export const failureFieldSchema = z.object({
  path: z.string(),
  ok: z.json(),
  /** Field with the reason. */
  message: z.string(),
});
export type FailureField = z.output<typeof failureFieldSchema>;

/** Id of a service: the part of a tool's id before `@`. */
export const serviceIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'An id begins with a lowercase letter and has only lowercase letters, digits and -')
  .max(40)
  .refine((id) => id !== 'workflow', 'Tools with workflow@ are published workflows: choose another id')
  .refine((id) => id !== 'a2a', 'Tools with a2a@ are agents of A2A: choose another id');
