import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { insertRecord, newId } from "@ops/platform/server";
import type { PaperKind } from "../contract/index.ts";
import { requiredPapers } from "./qualification/required.ts";
import { type QualificationRow, qualifications } from "./qualification/tables.ts";

/** Makes a valid paper, without an end by default. */
export function givenPaper(
  app: AuthorityTestApp,
  partner: { readonly id: string },
  wishes: Partial<QualificationRow> & { readonly kind: PaperKind },
): Promise<QualificationRow> {
  return app.arrange((tx) =>
    insertRecord(tx, qualifications, {
      partnerId: partner.id,
      fileIds: [newId()],
      state: "VALID",
      ...wishes,
    }),
  );
}

/** Adds all papers that the kinds of a partner require. */
export async function givenPapers(
  app: AuthorityTestApp,
  partner: { readonly id: string; readonly kinds: readonly string[] },
  wishes: Partial<QualificationRow> = {},
): Promise<void> {
  const { required } = await app.arrange(async (tx) => requiredPapers(tx, partner));
  for (const kind of required) await givenPaper(app, partner, { ...wishes, kind });
}
