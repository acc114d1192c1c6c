'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listModels } from '#lib/api/models.contract.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import type { FieldPath } from '#lib/json/set-at-path.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** What there is to choose from. */
export type Catalogue = {
  readonly models: ContractOutput<typeof listModels>['items'];
  readonly tools: readonly ToolResource[];
};

export type FieldEdit = {
  /** Letters typed in a row are one step of the history. */
  readonly isTyping?: boolean;
  /** What changes in the workflow together with the field. */
  readonly also?: (workflow: Workflow) => Workflow;
};

/** The form around a field. It does not contain the typed text, so that typing renders only one field. */
export type FormScope = {
  /** A unique id of each form of the workflow, such as `answer:config`. */
  readonly formId: string;
  /** Whose words its labels are: a node type, or `options` and `settings`. */
  readonly wordsOf: string;
  readonly edit: (path: FieldPath, value: unknown, edit?: FieldEdit) => void;
  /** Those of the node. */
  readonly problems: readonly Problem[];
  /** A run was refused for it: an empty required field is an error. @defaultValue false */
  readonly isRefused?: boolean;
  /** Only valid values are applied: the document could not be saved with others. */
  readonly isStrict: boolean;
  /** The node whose expressions these are. */
  readonly reader: NodeId | undefined;
  readonly catalogue: Catalogue;
};

const FormScopeContext = createContext<FormScope | undefined>(undefined);

const FormValueContext = createContext<unknown>(undefined);

type FormScopeProviderProps = {
  scope: FormScope;
  /** All that the form edits. */
  value: unknown;
  children: ReactNode;
};

export function FormScopeProvider({ scope, value, children }: FormScopeProviderProps) {
  return (
    <FormScopeContext value={scope}>
      <FormValueContext value={value}>{children}</FormValueContext>
    </FormScopeContext>
  );
}

/** The whole edited value. Components that use it render on every change. */
export function useFormValue(): unknown {
  return useContext(FormValueContext);
}

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error('A field belongs inside a form');
  return scope;
}

/** The element of a field: what its label names. */
export function fieldElementId(formId: string, path: FieldPath): string {
  return `field-${formId}-${path.join('.')}`.replaceAll(/[^\w.:-]/g, '_');
}
