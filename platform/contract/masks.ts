/** What the server shows of personal data (PF-R103). */
export const masks = {
  phone: (text: string) => (text.length < 7 ? "*".repeat(text.length) : `${text.slice(0, 3)}****${text.slice(-4)}`),
  name: (text: string) => {
    const characters = [...text];
    return (characters[0] ?? "") + "*".repeat(Math.max(0, characters.length - 1));
  },
  idCard: (text: string) => `${text.slice(0, 4)}${"*".repeat(Math.max(0, text.length - 8))}${text.slice(-4)}`,
  vin: (text: string) => `${"*".repeat(Math.max(0, text.length - 8))}${text.slice(-8)}`,
  plate: (text: string) => `${text.slice(0, 2)}**${text.slice(-3)}`,
  bankCard: (text: string) => `${"*".repeat(Math.max(0, text.length - 4))}${text.slice(-4)}`,
  email: (text: string) => text.replace(/^(.{0,2})[^@]*@/, "$1***@"),
  ip: (text: string) => text.replace(/^(\d+\.\d+)\.\d+\.\d+$/, "$1.*.*"),
} as const;
