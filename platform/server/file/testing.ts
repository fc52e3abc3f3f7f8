import assert from "node:assert/strict";
import { type Envelope, getFileUrl, type StoredFile } from "@ops/platform/contract";
import { nothing } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { createProbe, type probeApp } from "../start/probe.ts";
import { bindFile } from "./service.ts";

/** What tests of files do over and over: people, uploads, addresses, and records that take files. */
export function fileDesk(app: ReturnType<typeof probeApp>) {
  const people = new Map<string, { userId: string; token: string }>();
  function person(name: string, permissions = ["probe:probe:edit", "probe:probe:list"], isNear = true) {
    const known = people.get(name);
    if (known) return known;
    const userId = newId();
    const scope = isNear ? {} : { scope: nothing };
    const one = { userId, token: app.admit(name, { userId, organizationId: newId(), permissions, ...scope }) };
    people.set(name, one);
    return one;
  }
  const ann = () => person("ann");

  async function upload(
    name: string,
    content: Buffer,
    { token = ann().token, bizType = "probe", more = {} }: { token?: string; bizType?: string; more?: object } = {},
  ): Promise<Envelope<StoredFile>> {
    const form = new FormData();
    form.append("bizType", bizType);
    for (const [field, value] of Object.entries(more)) form.append(field, value);
    form.append("file", new Blob([new Uint8Array(content)]), name);
    return sendForm(form, token);
  }

  async function sendForm(form: FormData, token = ann().token): Promise<Envelope<StoredFile>> {
    const headers = { authorization: token, applicationid: "1" };
    const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
    assert.equal(response.status, 200);
    return (await response.json()) as Envelope<StoredFile>;
  }

  const addressOf = async (id: string, token = ann().token) => app.call(getFileUrl, { params: { id } }, { token });
  const fetched = (url: string) => fetch(app.origin + url);

  async function givenProbe(): Promise<string> {
    const { data } = await app.call(
      createProbe,
      { body: { name: "甲", phone: "1", level: "A" } },
      { token: ann().token },
    );
    return data.id;
  }

  const bound = (fileId: string, bizId: string, { userId = ann().userId, bizType = "probe" } = {}) =>
    app.arrange((tx) => bindFile({ ...tx, actor: { ...tx.actor, userId } }, fileId, { bizType, bizId }));

  return { person, ann, upload, sendForm, addressOf, fetched, givenProbe, bound };
}
