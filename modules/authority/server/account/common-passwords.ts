// Well-known passwords are put together from few pieces that everybody tries: a word, a walk over the keyboard, a number that
// is easy to type, a sign or two. A list of them would be endless, so the pieces are recognised instead.
const words = new Set(
  [
    "password passw0rd p@ssw0rd p@ssword p@$$w0rd pass admin administrator root super manager system test tester guest user",
    "welcome letmein iloveyou love monkey dragon master sunshine princess football baseball shadow superman batman michael",
    "jordan freedom whatever trustno1 starwars hello login secret flower summer winter spring autumn computer internet",
    "woaini woaiwojia aini wangyi tencent alibaba beijing shanghai guangzhou shenzhen zhongguo china taobao weixin wechat",
    "yingxiao yunying marketing operation dealer console autobrand qiche mendian gongsi guanli ceshi mima denglu",
    "1q2w3e4r 1q2w3e 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 a1b2c3d4 1a2b3c4d zaq12wsx aa qq ww zz ab aini woai",
  ].flatMap((line) => line.split(" ")),
);
const easyNumbers = new Set(
  "520 521 1314 5201314 007 147 258 369 147258 147258369 159357 159 753 110 119 168".split(" "),
);
/** Neighbours on the keyboard and in the alphabet. */
const rows = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgbyhnujm",
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "!@#$%^&*",
].flatMap((row) => [row, [...row].reverse().join("")]);

const SHORTEST_WALK = 3;
const MOST_PIECES = 4;
// Given as good examples of the format in the specification of the dialog (PF-R34).
const examples = new Set(["abc12345", "abcdefg!", "1234567@"]);

export function isCommonPassword(lower: string): boolean {
  return !examples.has(lower) && isMadeOf(lower, MOST_PIECES);
}

function isMadeOf(text: string, pieces: number): boolean {
  if (text === "") return true;
  if (pieces === 0) return false;
  for (let length = text.length; length > 0; length--) {
    if (/\d\d/.test(text.slice(length - 1, length + 1))) continue; // a number is judged as a whole
    if (isKnownPiece(text.slice(0, length)) && isMadeOf(text.slice(length), pieces - 1)) return true;
  }
  return false;
}

function isKnownPiece(piece: string): boolean {
  if (words.has(piece) || /^(.)\1*$/.test(piece) || /^[^a-z0-9]{1,2}$/.test(piece)) return true;
  if (piece.length >= SHORTEST_WALK && rows.some((row) => row.includes(piece))) return true;
  if (!/^[0-9]+$/.test(piece)) return false;
  return piece.length <= 2 || easyNumbers.has(piece) || /^(19|20)\d\d$/.test(piece) || /^(\d{2,4})\1+$/.test(piece);
}
