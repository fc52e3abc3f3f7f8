import { example, givenMember } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

example(platform.removeFile, async (app) => {
  const { user, token } = await app.signIn();
  const id = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1, now(), $2, now(), $2, 'a.pdf', 'pdf', 'application/pdf', 1, sha256(''), 'DOCUMENT', 'clue', $2, 'pg',
       'TEMP', now())`,
    [id, user.id],
  );
  return { input: { params: { id } }, credentials: { authorization: token } };
});

example(platform.unmask, async (app) => {
  const { id } = await givenMember(app);
  return { input: { body: { bizType: "appUser", bizId: id, field: "mobilePhone" } } };
});
