/** What a User-Agent says of the device, in words for people. */
interface DeviceFacts {
  readonly os: string;
  readonly browser: string;
  /** `Chrome 126 / Windows 10` */
  readonly deviceName: string;
}

type Pattern = readonly [pattern: RegExp, name: string];

// The first match counts: most browsers also claim to be Chrome and Safari.
const browsers: readonly Pattern[] = [
  [/wxwork\/(\d+)/i, "企业微信"],
  [/MicroMessenger\/(\d+)/i, "微信"],
  [/Edg(?:e|A|iOS)?\/(\d+)/, "Edge"],
  [/(?:QQBrowser)\/(\d+)/, "QQ浏览器"],
  [/(?:OPR|Opera)\/(\d+)/, "Opera"],
  [/(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, "Chrome"],
  [/Version\/(\d+)[\d.]* .*Safari/, "Safari"],
];
const systems: readonly Pattern[] = [
  [/Windows NT 10\.0/, "Windows 10"],
  [/Windows NT 6\.1/, "Windows 7"],
  [/Windows/, "Windows"],
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android (\d+)/, "Android"],
  [/iPhone OS (\d+)/, "iOS"],
  [/iPad.* OS (\d+)/, "iPadOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

export function deviceOf(userAgent: string): DeviceFacts {
  const os = firstMatch(systems, userAgent) ?? "未知系统";
  const browser = firstMatch(browsers, userAgent) ?? "未知浏览器";
  return { os, browser, deviceName: `${browser} / ${os}` };
}

function firstMatch(patterns: readonly Pattern[], text: string): string | null {
  for (const [pattern, name] of patterns) {
    const match = pattern.exec(text);
    if (match) return match[1] ? `${name} ${match[1]}` : name;
  }
  return null;
}
