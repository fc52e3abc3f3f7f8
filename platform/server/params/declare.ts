/** A value that administrators may change without a release. */
export interface ParamDeclaration<T> {
  readonly key: string;
  readonly initial: T;
  readonly group: string;
  readonly description: string;
  /** The rule for a value, shown beside the field; empty if any text is allowed. */
  readonly rule: string;
  /** The typed value of a stored text, or null when the text is not acceptable. */
  parse(text: string): T | null;
}

interface Named {
  readonly group: string;
  readonly description: string;
}

export function numberParam(
  key: string,
  initial: number,
  about: Named & { min: number; max: number },
): ParamDeclaration<number> {
  const parse = (text: string) => {
    const value = Number(text);
    return text.trim() !== "" && Number.isInteger(value) && value >= about.min && value <= about.max ? value : null;
  };
  const rule = `${about.min} 至 ${about.max} 的整数`;
  return { key, initial, group: about.group, description: about.description, rule, parse };
}

export function choiceParam<const C extends string>(
  key: string,
  initial: NoInfer<C>,
  about: Named & { choices: readonly C[] },
): ParamDeclaration<C> {
  const parse = (text: string) => about.choices.find((choice) => choice === text) ?? null;
  const rule = about.choices.join(" 或 ");
  return { key, initial, group: about.group, description: about.description, rule, parse };
}

export function textParam(key: string, initial: string, about: Named): ParamDeclaration<string> {
  return { key, initial, ...about, rule: "", parse: (text) => (text.length <= 2000 ? text : null) };
}

/**
 * Makes short functions to declare the parameters of one group: a number within limits, a choice whose first word is
 * the default, and a text.
 */
export function paramsIn(group: string) {
  return {
    number: (key: string, initial: number, [min, max]: readonly [min: number, max: number], description: string) =>
      numberParam(key, initial, { group, description, min, max }),
    choice: <const C extends string>(key: string, choices: readonly [C, ...C[]], description: string) =>
      choiceParam<C>(key, choices[0], { group, description, choices }),
    text: (key: string, initial: string, description: string) => textParam(key, initial, { group, description }),
  };
}
