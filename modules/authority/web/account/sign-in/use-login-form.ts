import { type SyntheticEvent, useEffect, useEffectEvent, useState } from "react";
import { type Credentials, remembered } from "./credentials.ts";
import { emptyErrors, type LoginErrors, type LoginValues, logIn, missing } from "./log-in.ts";
import { useCaptcha } from "./use-captcha.ts";

const empty: LoginValues = { mobilePhone: "", password: "", verifyCode: "", remember: false };

/** Tells what was remembered, once. */
function useRemembered(fill: (known: Credentials) => void): void {
  const onKnown = useEffectEvent(fill);
  useEffect(() => {
    remembered().then(
      (known) => known && onKnown(known),
      () => undefined, // the login itself tells that the server cannot be reached
    );
  }, []);
}

/** What is typed, what is wrong with it, and the login itself. */
export function useLoginForm(onEnter: (entering: boolean) => void) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<LoginErrors>(emptyErrors);
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  const captcha = useCaptcha(() => setValues((before) => ({ ...before, verifyCode: "" })));

  useRemembered((known) =>
    setValues((before) => {
      const isTyped = before.mobilePhone !== "" || before.password !== ""; // while it was being looked up
      return isTyped ? before : { ...before, ...known, remember: true };
    }),
  );

  function change(typed: Partial<LoginValues>): void {
    setValues((before) => ({ ...before, ...typed }));
    for (const field of Object.keys(typed)) setErrors((before) => ({ ...before, [field]: "" }));
  }

  /** Phone and password stay, the code is used up (PF-R11). */
  function startOver(message: string): void {
    setRefusal(message);
    change({ verifyCode: "" });
    captcha.refresh();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const found = missing(values);
    setErrors(found);
    setRefusal("");
    if (pending || Object.values(found).some(Boolean)) return;
    setPending(true);
    try {
      const message = await logIn(values, await captcha.codeId(), onEnter);
      if (message !== null) startOver(message);
    } catch {
      startOver(""); // the fault has been told
    } finally {
      setPending(false);
    }
  }

  return { values, errors, refusal, pending, captcha, change, submit };
}
