import type { Endpoint } from "@ops/platform/contract";
import { type DictCodes, dictCodesOf } from "./dict-codes.ts";
import { type FieldRights, fieldRightsOf } from "./field-rights.ts";
import { type RefIds, refIdsOf } from "./ref-ids.ts";
import { type Validate, validatorOf } from "./validate.ts";

/** The checks of every call of an endpoint. */
export interface Checks {
  readonly validate: Validate;
  readonly fields: FieldRights;
  readonly codes: DictCodes | null;
  readonly refs: RefIds | null;
}

/** Makes the checks from the schemas. Throws if these break a rule of the product. `changes` comes from the route. */
export function checksOf(endpoint: Endpoint, changes?: string): Checks {
  return {
    validate: validatorOf(endpoint),
    fields: fieldRightsOf(endpoint),
    codes: dictCodesOf(endpoint),
    refs: refIdsOf(endpoint, changes),
  };
}
