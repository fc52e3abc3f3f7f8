import { createContext, type ReactNode, use, useEffect } from "react";
import type { z } from "zod";
import type { FormEndpoint } from "./form-endpoint.ts";
import type { FormValues } from "./form-schema.ts";

/** How a field of an open form is called and how its value reads. */
export interface KnownField {
  readonly label: string;
  readonly show: (value: unknown) => ReactNode;
}

export interface FormScope {
  readonly schema: z.ZodObject;
  readonly endpoint: FormEndpoint;
  /** The record as it was when the form was opened. */
  readonly record: FormValues;
  readonly pending: boolean;
  /** Fields announce themselves, so that a version conflict can name them. */
  readonly fields: Map<string, KnownField>;
  /** Files that are on their way to the server, each telling in the end whether it arrived. */
  readonly uploads: Set<Promise<boolean>>;
  /** Puts values into several fields at once, as if they were typed. */
  put(values: FormValues): void;
}

export const FormContext = createContext<FormScope | null>(null);

export function useFormScope(): FormScope {
  const scope = use(FormContext);
  if (!scope) throw new Error("a field stands outside of FormDialog and FormPage");
  return scope;
}

export function useAnnounced(name: string, label: string, show: (value: unknown) => ReactNode): void {
  const { fields } = useFormScope();
  useEffect(() => {
    fields.set(name, { label, show });
    return () => {
      fields.delete(name);
    };
  });
}
