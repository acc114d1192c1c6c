import { type AgentInput, type AgentSpec, agentSpecSchema } from './agent-spec.ts';

/** A built-in agent as data, in `agents/<id>.agent.ts`; the registry is generated. */
export function defineAgent<const Id extends string>(agent: AgentInput & { readonly id: Id }): AgentSpec & { readonly id: Id } {
  return agentSpecSchema.parse(agent) as AgentSpec & { readonly id: Id };
}
