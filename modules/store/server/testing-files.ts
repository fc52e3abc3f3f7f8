import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";

/** A picture that is bound to the record already. */
export async function givenFile(app: Pick<AuthorityTestApp, "rows">, bizType: string, bizId: string): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, biz_id, uploader_id, store, status, stored_at)
     values ($1::uuid, now(), $1, now(), $1, 'a.jpg', 'jpg', 'image/jpeg', 1, sha256($1::text::bytea), 'IMAGE', $2, $3, $1::uuid,
       'pg', 'BOUND', now())`,
    [id, bizType, bizId],
  );
  return id;
}
