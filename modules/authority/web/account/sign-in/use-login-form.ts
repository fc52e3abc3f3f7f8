import { type SyntheticEvent, useEffect, useEffectEvent, useState } from "react";
import { type Credentials, readRemembered } from "./credentials.ts";
import { emptyErrors, type LoginErrors, type LoginValues, logIn, missing } from "./log-in.ts";
import { useCaptcha } from "./use-captcha.ts";

const empty: LoginValues = { mobilePhone: "", password: "", verifyCode: "", remember: false };

/** Reads the remembered credentials once and passes them on. */
function useRemembered(fill: (known: Credentials) => void): void {
  const onKnown = useEffectEvent(fill);
  useEffect(() => {
    readRemembered().then(
      (known) => known && onKnown(known),
      () => undefined, // the login itself will show that the server cannot be reached
    );
  }, []);
}

/** Manages the typed values, their errors and the login itself. */
export function useLoginForm(onEnter: (entering: boolean) => void) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<LoginErrors>(emptyErrors);
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  const captcha = useCaptcha(() => setValues((before) => ({ ...before, verifyCode: "" })));

  useRemembered((known) =>
    setValues((before) => {
      // the person has typed something while the credentials were being read
      const isTyped = before.mobilePhone !== "" || before.password !== "";
      return isTyped ? before : { ...before, ...known, remember: true };
    }),
  );

  function change(typed: Partial<LoginValues>): void {
    setValues((before) => ({ ...before, ...typed }));
    for (const field of Object.keys(typed)) setErrors((before) => ({ ...before, [field]: "" }));
  }

  /** Keeps phone and password and asks for a new code, because a code works only once (PF-R11). */
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
      startOver(""); // the call has already shown the error
    } finally {
      setPending(false);
    }
  }

  return { values, errors, refusal, pending, captcha, change, submit };
}
