import { createRequire } from "node:module";
import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** What the login page and the messages need: part of the first load. */
const base = ["App", "Button", "Checkbox", "Input", "Modal", "Space", "Spin", "message", "notification"];

/** What shell, lists and forms need, with the components that antd's own parts use inside. Comes with the workspace. */
const core = [
  ...["Avatar", "Badge", "Dropdown", "Menu", "Popconfirm", "Popover", "Skeleton", "Tag", "Tooltip"],
  ...["DatePicker", "Empty", "Pagination", "Select", "Table", "Tabs"],
  ...["Card", "Col", "Drawer", "Form", "InputNumber", "Radio", "Row", "Switch"],
];
const loaded = new Set([...base, ...core]);

/** Without rules of their own: names of types, hooks and providers. */
const bare = /^(ConfigProvider|theme|.*Props|.*Config|.*Instance|.*Type)$/;

const prefix = "virtual:antd-";
/** Sheets of single components repeat rules of others; in the weaker layer they cannot change what is loaded already. */
const layers = "@layer antd-more,antd;";

/**
 * antd's class rules as static sheets (zeroRuntime); light and dark only swap the variables they read. A component
 * outside the two lists brings its sheet along with the file that imports it.
 */
export function antdCss(): Plugin {
  const made = new Map<string, string>();
  return {
    name: "antd-css",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(prefix) ? `/antd-css/${id.slice(prefix.length)}` : undefined), // a NUL would keep vite's CSS away
    load(id) {
      const name = /^\/antd-css\/(\w+)\.css$/.exec(id)?.[1];
      if (name === undefined) return;
      const css = made.get(name) ?? sheet(name);
      made.set(name, css);
      return { code: css, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!/\/(platform|modules|apps)\/.*\.tsx$/.test(id)) return;
      const imported =
        code.match(/import\s*\{([^}]*)\}\s*from\s*["']antd["']/)?.[1]?.match(/(?<!type )\b[A-Z]\w+/g) ?? [];
      const extra = imported.filter((name) => !loaded.has(name) && !bare.test(name));
      if (extra.length === 0) return;
      return { code: `${extra.map((name) => `import "${prefix}${name}.css";`).join("")}${code}`, map: null };
    },
  };
}

function sheet(name: string): string {
  if (name === "base") return `${layers}@layer antd{${extracted(base)}}`;
  if (name === "core") return `${layers}@layer antd{${extracted(core)}}`;
  return `${layers}@layer antd-more{${extracted([name])}}`;
}

const THEME = { cssVar: { key: "extracted", prefix: "ant" }, hashed: false };

function extracted(includes: string[]): string {
  const require = createRequire(import.meta.url); // the extractor and antd must share one CommonJS copy
  const { extractStyle } = require("@ant-design/static-style-extract");
  const { ConfigProvider } = require("antd");
  const { createElement } = require("react");
  const css: string = extractStyle({
    includes,
    customTheme: (node: unknown) => createElement(ConfigProvider, { theme: THEME }, node),
  });
  // rules that only carry the default theme's variables would win over the ones written at run time
  const withoutVariables = css.replace(/[^{}]*\.extracted[^{}]*\{(?:[^{}]|\{[^{}]*\})*?\}/g, "");
  const code = Buffer.from(withoutVariables);
  return transform({ filename: "antd.css", code, minify: true, errorRecovery: true }).code.toString();
}
