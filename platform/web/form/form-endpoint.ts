import type { BodyInputOf, WriteEndpoint } from "@ops/platform/contract";
import type { z } from "zod";

/** A write whose body comes from a form. */
export type FormEndpoint = WriteEndpoint & { readonly body: z.ZodObject; readonly answer: z.ZodType };

/** Fields of the body with the type `V`. */
export type FieldName<E extends FormEndpoint, V> = {
  [K in keyof BodyInputOf<E> & string]: NonNullable<BodyInputOf<E>[K]> extends V ? K : never;
}[keyof BodyInputOf<E> & string];

/** A field of a form, as the body of its call names it. */
export type FormKey<E extends FormEndpoint> = keyof BodyInputOf<E> & string;

/** Lists the fields of two calls in their order, without fixed ones. */
export function formKeys<C extends FormEndpoint, E extends FormEndpoint>(create: C, edit: E, fixed: object = {}) {
  const keys = new Set([...Object.keys(create.body.shape), ...Object.keys(edit.body.shape)]);
  const asked: unknown = [...keys].filter((key) => key !== "version" && !Object.hasOwn(fixed, key));
  return asked as (FormKey<C> | FormKey<E>)[]; // they are the keys of the bodies
}
