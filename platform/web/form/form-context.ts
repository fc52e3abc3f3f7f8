import { createContext, type ReactNode, use, useEffect } from "react";
import type { z } from "zod";

/** How a field of an open form is called and how its value reads. */
export interface KnownField {
  readonly label: string;
  readonly show: (value: unknown) => ReactNode;
}

export interface FormScope {
  readonly schema: z.ZodObject;
  readonly pending: boolean;
  /** Fields announce themselves, so that a version conflict can name them. */
  readonly fields: Map<string, KnownField>;
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
