import type { Seeded } from "../seeded.ts";

// Frequent family names, repeated in proportion to how common they are.
const families = characters(
  "王王王王王李李李李李张张张张张刘刘刘刘陈陈陈陈杨杨杨赵赵黄黄周周吴吴徐徐孙孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文",
);
const male = words(
  "伟 强 磊 洋 勇 军 杰 涛 超 明 刚 平 辉 鹏 斌 浩 宇 俊 凯 博 志强 建国 文博 浩然 子轩 宇航 家豪 志远 俊杰 天宇 明辉 建华 海涛 晓东 立新 国栋 永强 少华 振宇 嘉伟 思源 承泽 景行 云飞 一鸣 启航 泽宇 瑞霖 睿哲 梓豪 逸飞 远航 正阳 卓然 晨光 庆丰",
);
const female = words(
  "芳 娜 敏 静 丽 艳 娟 霞 燕 玲 婷 雪 慧 倩 颖 洁 琳 璐 欣 悦 秀英 丽华 雅琴 晓燕 佳怡 梦瑶 雨桐 思琪 欣怡 诗涵 可馨 雅婷 静怡 婉清 若曦 紫涵 语嫣 佳慧 海燕 晓敏 玉兰 春梅 美玲 文静 雪梅 嘉欣 艺涵 书瑶 映雪 清妍 念慈 安琪 沐晴 芷若",
);

export interface Named {
  readonly userName: string;
  readonly gender: "MALE" | "FEMALE";
}

export function someName(random: Seeded): Named {
  const gender = random.chance(52) ? "MALE" : "FEMALE";
  return { userName: random.pick(families) + random.pick(gender === "MALE" ? male : female), gender };
}

/** Gives every person a different name. There are enough names for some thousands. */
export function nameGiver(random: Seeded, taken: Iterable<string>): () => Named {
  const used = new Set(taken);
  return () => {
    for (;;) {
      const name = someName(random);
      if (used.has(name.userName)) continue;
      used.add(name.userName);
      return name;
    }
  };
}

const prefixes = ["135", "136", "137", "139", "150", "158", "159", "176", "182", "186", "188", "199"] as const;

/** Computes the phone of the n-th person. No two are equal, because the factor shares no divisor with 10^8. */
export function phoneOf(index: number): string {
  const tail = (index * 48_271_337 + 30_402_457) % 100_000_000;
  return `${prefixes[index % prefixes.length]}${String(tail).padStart(8, "0")}`;
}

function characters(text: string): [string, ...string[]] {
  const [first = "", ...rest] = text;
  return [first, ...rest];
}

function words(text: string): [string, ...string[]] {
  const [first = "", ...rest] = text.split(" ");
  return [first, ...rest];
}
