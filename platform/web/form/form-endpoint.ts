import type { BodyInputOf, WriteEndpoint } from "@ops/platform/contract";
import type { z } from "zod";

/** A write whose body a form fills. */
export type FormEndpoint = WriteEndpoint & { readonly body: z.ZodObject; readonly answer: z.ZodType };

/** Fields of the body that hold a `V`. */
export type FieldName<E extends FormEndpoint, V> = {
  [K in keyof BodyInputOf<E> & string]: NonNullable<BodyInputOf<E>[K]> extends V ? K : never;
}[keyof BodyInputOf<E> & string];
