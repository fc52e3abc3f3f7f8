// Well-known passwords follow few patterns: a word or keyboard walk, and a tail. Only those that the format admits matter.
const words = [
  "password passw0rd p@ssw0rd p@ssword admin administrator root super manager system test tester guest user",
  "welcome letmein iloveyou monkey dragon master sunshine princess football baseball shadow superman batman michael",
  "jordan freedom whatever trustno1 starwars hello login secret flower summer winter spring autumn computer internet",
  "qwerty qwert qwertyui qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e",
  "q1w2e3r4 zaq12wsx abc abcd abcdef abcdefg abcdefgh aaa aaaa aaaaaa aa a qq qqq ww www zz zzz asd zxc qwe qaz wsx",
  "woaini woaiwojia aini wangyi tencent alibaba beijing shanghai guangzhou shenzhen zhongguo china taobao weixin wechat",
  "yingxiao yunying marketing operation dealer console autobrand qiche mendian gongsi guanli ceshi mima denglu",
].flatMap((line) => line.split(" "));

const tails = [
  "1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 111 1111 111111 11111111 222 321 4321",
  "520 521 5201314 1314 666 666666 888 888888 88888888 999 007 2020 2021 2022 2023 2024 2025 2026 2027 01 001",
  "! !! @ # !@# !@#$ @123 @1234 @12345 @123456 #123 #1234 !123 _123 @2020 @2021 @2022 @2023 @2024 @2025 @2026 @2027 123! 123@ 1234!",
].flatMap((line) => line.split(" "));

const singles =
  "trustno1 passw0rd p@ssw0rd 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx 1qaz@wsx 1qaz!qaz a1b2c3d4 1a2b3c4d aa123456 123456aa 123456ab 123456abc 12345678a 123456789a 1234567a 123123aa 147258369a a123456789 5201314a 123qweasd qwe123asd 123qwe123 111111aa 88888888a admin888 password! p@$$w0rd";

const common = new Set([...singles.split(" "), ...words.flatMap((word) => tails.map((tail) => word + tail))]);
// Given as good examples of the format in the specification of the dialog (PF-R34).
for (const example of ["abc12345", "abcdefg!", "1234567@"]) common.delete(example);

export function isCommonPassword(lower: string): boolean {
  return common.has(lower);
}
