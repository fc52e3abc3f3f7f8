import { listThirdSystems, ThirdSystemShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const thirdSystems = tableOf(ThirdSystemShape, {
  scope: { unscoped: "the systems are the same for every organisation; roles decide who sees one" },
  read: listThirdSystems.permission,
  number: "code",
  unlogged: ["apiClientId", "visibleRoleIds"],
});
export type ThirdSystemRow = RowOf<typeof thirdSystems>;
