const LONGEST = 200;
/** Control characters, marks that turn the direction of writing, and what Windows does not take in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff<>:"|?*]/g;

/** Takes the last part of a sent path without dangerous characters, and the lower-case extension after its last dot. */
export function cleanFileName(sent: string): { fileName: string; ext: string } {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(UNWANTED, "").normalize("NFC").trim().replace(/^\.+/, "");
  const [, before = name, after = ""] = /^(.*)\.(.*)$/.exec(name) ?? [];
  const ext = after.trim().toLowerCase();
  const stem = [...before.trim()].slice(0, LONGEST - ext.length - 1).join("");
  return { fileName: `${stem || "未命名"}.${ext}`, ext };
}
