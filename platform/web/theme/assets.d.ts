interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
declare module "*.css";
/** antd's class rules, made by the build (apps/console/antd-css.ts). */
declare module "virtual:antd-base.css";
declare module "virtual:antd-core.css";

// both packages are ES modules for the bundler, but their own declarations read as CommonJS
declare module "antd/es/locale/zh_CN.js" {
  const locale: import("antd/es/locale/index.js").Locale;
  export default locale;
}
declare module "pinyin-match/src/simplified_dict.js" {
  export const dict: Readonly<Record<string, string>>;
}
