/** The meaning of a state or level as a colour. Colours are used only with a meaning. */
export type Tone = "neutral" | "active" | "good" | "warn" | "bad" | "off";

const wordTones: readonly (readonly [RegExp, Tone])[] = [
  [/失败|拒绝|驳回|异常|战败|报废|逾期|超时|作废|不通过|已退/, "bad"],
  [/停用|禁用|离职|淘汰|关闭|取消|失效|过期|撤销|休眠|下架|公海|已删除|终止/, "off"],
  [/待|未|排队|草稿|暂停/, "warn"],
  [/中$|进行|处理|运行/, "active"],
  [/正常|启用|完成|成功|通过|生效|已|有效|在职|在岗|上架/, "good"],
];

/** Finds the tone of a state by its Chinese word, unless the page gives one. */
export function toneOfWord(word: string): Tone {
  return wordTones.find(([pattern]) => pattern.test(word))?.[1] ?? "neutral";
}

const colorTones: Readonly<Record<string, Tone>> = {
  red: "bad",
  error: "bad",
  orange: "warn",
  gold: "warn",
  warning: "warn",
  green: "good",
  success: "good",
  blue: "active",
  processing: "active",
  primary: "active",
  gray: "off",
  grey: "off",
  default: "neutral",
};

/** The tone of the colour name that a dictionary entry carries. */
export function toneOfColor(color: string | null | undefined): Tone {
  return colorTones[color ?? ""] ?? "neutral";
}
