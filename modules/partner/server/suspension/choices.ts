import type { Tx } from "@ops/platform/server";
import {
  type CascadeChoice,
  type CascadePlan,
  PREVIEW_DRIFT,
  PREVIEW_MINUTES,
  partnerErrors,
} from "../../contract/index.ts";
import { type CascadeKind, cascadePort } from "../cascade/kinds.ts";
import type { PartnerRow } from "../company/tables.ts";
import type { SuspensionRow } from "./tables.ts";

const SAMPLE = 3;

/** Finds the things of the partner, and what can be done with them. */
export async function choicesOf(tx: Tx, partner: PartnerRow): Promise<CascadeChoice[]> {
  const choices: CascadeChoice[] = [];
  for (const kind of tx.given(cascadePort)) choices.push(await choiceOf(tx, partner, kind));
  return choices;
}

async function choiceOf(tx: Tx, partner: PartnerRow, kind: CascadeKind): Promise<CascadeChoice> {
  const count = await kind.countOf?.(tx, partner);
  const targets = count === undefined ? await kind.list(tx, partner) : await kind.list(tx, partner, SAMPLE);
  const actions: CascadeChoice["actions"] = [];
  for (const { action, label, receiversOf } of kind.actions) {
    actions.push({ action, label, receivers: (await receiversOf?.(tx, partner)) ?? null });
  }
  return {
    kind: kind.kind,
    label: kind.label,
    defaultAction: kind.defaultAction,
    actions,
    count: count ?? targets.length,
    sample: targets.slice(0, SAMPLE).map(({ label }) => label),
    listed: kind.listedAt?.(partner) ?? null,
  };
}

/** Makes the part of the choices that a draft stores. */
export const seenOf = (choices: readonly CascadeChoice[]) =>
  choices.map(({ kind, label, count }) => ({ kind, label, count }));

/** Tells whether the preview is outdated, because nobody may decide on old or wrong numbers (section 5.1). */
export function isStale(
  { preview, previewedAt }: Pick<SuspensionRow, "preview" | "previewedAt">,
  choices: readonly CascadeChoice[],
  now: Date,
): boolean {
  if (!previewedAt || now.getTime() - previewedAt.getTime() > PREVIEW_MINUTES * 60_000) return true;
  const seen = new Map(preview.map(({ kind, count }) => [kind, count]));
  return choices.some(({ kind, count }) => {
    const before = seen.get(kind) ?? 0;
    return Math.abs(count - before) > before * PREVIEW_DRIFT;
  });
}

/** Completes the plan with a line for every kind: the chosen action, or the default one. */
export function completePlan(choices: readonly CascadeChoice[], wished: CascadePlan): CascadePlan {
  if (wished.some(({ kind }) => !choices.some((choice) => choice.kind === kind))) throw partnerErrors.previewOld();
  return choices.map((choice) => {
    const wish = wished.find(({ kind }) => kind === choice.kind);
    const action = choice.actions.find((one) => one.action === (wish?.action ?? choice.defaultAction));
    if (!action) throw partnerErrors.previewOld();
    const receiver = action.receivers?.find(({ id }) => id === wish?.receiverId);
    if (action.receivers && !receiver && choice.count > 0) throw partnerErrors.planReceiver({ label: choice.label });
    return { kind: choice.kind, action: action.action, receiverId: receiver?.id ?? null };
  });
}
