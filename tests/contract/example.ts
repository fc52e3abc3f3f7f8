import type { CallInput, Endpoint } from "@ops/platform/contract";
import type { Credentials, World } from "./world.ts";

export interface Example {
  readonly input: { readonly params?: object; readonly query?: object; readonly body?: object };
  /** Who calls; an administrator when nobody is named. */
  readonly credentials?: Credentials;
}

const examples = new Map<Endpoint, (app: World) => Promise<Example>>();

/** How to call a write so that it succeeds, where that cannot be guessed from its schemas. */
export function exampleOf(endpoint: Endpoint): ((app: World) => Promise<Example>) | undefined {
  return examples.get(endpoint);
}

export function example<E extends Endpoint>(
  endpoint: E,
  make: (app: World) => Promise<{ input: NoInfer<CallInput<E>>; credentials?: Credentials }>,
): void {
  examples.set(endpoint, async (app) => {
    const { input, ...rest } = await make(app);
    return { ...rest, input: input as Example["input"] };
  });
}
