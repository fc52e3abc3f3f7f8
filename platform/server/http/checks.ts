import type { Endpoint } from "@ops/platform/contract";
import { type DictCodes, dictCodesOf } from "./dict-codes.ts";
import { type FieldRights, fieldRightsOf } from "./field-rights.ts";
import { type Validate, validatorOf } from "./validate.ts";

/** What is looked at in every call of an endpoint. */
export interface Checks {
  readonly validate: Validate;
  readonly fields: FieldRights;
  readonly codes: DictCodes | null;
}

/** Derives the checks from the schemas; throws when these contradict a rule of the house. */
export function checksOf(endpoint: Endpoint): Checks {
  return { validate: validatorOf(endpoint), fields: fieldRightsOf(endpoint), codes: dictCodesOf(endpoint) };
}
