import type { AnswerOf, Endpoint } from "@ops/platform/contract";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";

/** A preview of many rows takes longer than other calls; its progress is in sight meanwhile. */
const TIMEOUT_MS = 180_000;

/** The preview of a batch, which `letGo` ends: the server stops when nobody waits for it any more (PF-R119). */
export function usePreview<E extends Endpoint>(endpoint: E, onDone: (answer: AnswerOf<E>) => void) {
  const [waiting] = useState(() => new AbortController());
  const preview = useCall(endpoint, { onDone, signal: waiting.signal, timeoutMs: TIMEOUT_MS });
  return { ...preview, letGo: () => waiting.abort() };
}
