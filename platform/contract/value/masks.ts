const stars = (count: number) => "*".repeat(Math.max(0, count));

/** Keeps the ends of a text. A text that is too short for this is hidden completely. */
function keepEnds(text: string, first: number, last: number): string {
  const hidden = text.length - first - last;
  return hidden > 0 ? text.slice(0, first) + stars(hidden) + text.slice(-last) : stars(text.length);
}

/** How the server shows personal data (PF-R103). */
export const masks = {
  phone: (text: string) => (text.length < 7 ? stars(text.length) : `${text.slice(0, 3)}****${text.slice(-4)}`),
  name: (text: string) => {
    const characters = [...text];
    return (characters[0] ?? "") + stars(characters.length - 1);
  },
  idCard: (text: string) => keepEnds(text, 4, 4),
  vin: (text: string) => keepEnds(text, 0, 8),
  plate: (text: string) => (text.length < 7 ? stars(text.length) : `${text.slice(0, 2)}**${text.slice(-3)}`),
  bankCard: (text: string) => (text.length < 5 ? stars(text.length) : `**** ${text.slice(-4)}`),
  email: (text: string) => (text.includes("@") ? text.replace(/^(.{0,2})[^@]*@/, "$1***@") : stars(text.length)),
  /** Anything else: its first character. */
  text: (text: string) => {
    const [first = ""] = text;
    return text.length < 2 ? stars(text.length) : `${first}***`;
  },
  ip: (text: string) => {
    const [first, second, ...rest] = text.replace(/^::ffff:/i, "").split(/[.:]/);
    if (rest.length === 0) return stars(text.length);
    return text.includes(".") ? `${first}.${second}.*.*` : `${first}:${second}:*`;
  },
} as const;

const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const ID_CARD = /(?<!\d)\d{17}[\dXx](?!\w)/g;

/** Masks the phones, id numbers and addresses anywhere in a free text. */
export function maskPersonalData(text: string): string {
  return text.replace(ID_CARD, masks.idCard).replace(PHONE, masks.phone).replace(EMAIL, masks.email);
}
