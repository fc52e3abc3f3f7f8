import { faultOf, LONGEST_MS, parseAnswer } from "./answers.ts";
import type { Sent } from "./wire.ts";
import type { Credentials, Offer, World } from "./world.ts";

export async function knownIds(app: World): Promise<string[]> {
  const rows = await app.rows<{ id: string }>(
    "select id from app_user union all select id from session union all select id from organization limit 20",
  );
  return rows.map(({ id }) => id);
}

interface Tried {
  readonly faults: readonly string[];
  /** The calls that were not answered with success. */
  readonly refused: readonly Sent[];
  /** The msgCode of each answer; empty for success. */
  readonly answers: readonly string[];
}

/** Sends all these calls as an administrator. A refusal must not sign the caller out. */
export async function tryAll(
  app: World,
  offer: Offer,
  signedIn: Credentials,
  calls: Iterable<Sent> | AsyncIterable<Sent>,
): Promise<Tried> {
  const faults: string[] = [];
  const answers: string[] = [];
  const refused: Sent[] = [];
  let credentials = signedIn;
  for await (const call of calls) {
    const sent = { ...call, headers: { ...credentials, ...call.headers } };
    const first = await app.send(offer.host, sent);
    // a slow first answer may come from a busy machine, so the call is tried once more
    const received = first.ms > LONGEST_MS ? await app.send(offer.host, sent) : first;
    const answer = parseAnswer(received);
    const isSuccess = answer?.success ?? received.status === 200; // a file or a stream has no envelope
    answers.push(answer?.msgCode ?? `HTTP ${received.status}`);
    if (!isSuccess) refused.push(call);
    const fault = faultOf(offer.endpoint, received);
    if (fault) faults.push(`${fault}\n    for ${shown(call)}`);
    if (isSuccess || received.status !== 401) continue;
    if (await app.isSignedIn(offer.host, credentials)) continue;
    if (refused.length === answers.length) faults.push(`the session ended with a refusal\n    for ${shown(call)}`);
    credentials = await app.administrator(offer.host);
  }
  return { faults, refused, answers };
}

function shown(call: Sent): string {
  return JSON.stringify(call, (_key, value) => (typeof value === "string" ? value.slice(0, 300) : value));
}
