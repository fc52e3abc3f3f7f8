/** The workspace and its lists: what every page has around it, or is made of. */
const workspace =
  /\/console\/workspace\.tsx$|\/platform\/(contract|web\/(dialog|dict|list|shell|unmask))\/|\/web\/(form\/SearchSelect|excel\/ImportButton)\.tsx$/;
const workspaceUi = /\/antd\/es\/(alert|drawer|switch|tree)\/|\/@ant-design\/icons(-svg)?\/|^\/antd-css\/Tree/;

/** What a module says about itself, and the small things that many of its pages name its records with. */
const words =
  /\/modules\/[^/]+\/(contract\/|web\/.*(\.ts|(Link|Search|Select|State|Tags|-columns|user-actions)\.tsx)$)/;

/** What is heavy and shown by few pages. */
const rare =
  /\/(?:antd\/es|@rc-component)\/(cascader|color-picker|date-picker|picker|tree-select|upload)\/|\/(dayjs|echarts|zrender|tslib)\//;

const initial: "$initial"[] = ["$initial"];

/**
 * Few files, cut where their users differ: everybody, the workspace with its lists, forms, the words of one module, and
 * each page by itself. None of the shared ones may grow with the number of modules.
 */
export const codeSplitting = {
  groups: [
    { name: "ui-base", test: /node_modules\//, tags: initial, priority: 25 },
    { name: "start", test: /\/(platform|modules|apps)\//, tags: initial, priority: 20 },
    { name: "work", test: (id: string) => workspace.test(id) || workspaceUi.test(id), priority: 15 },
    { name: "forms", test: /\/web\/form\/forms\.ts$/, priority: 10 },
    { name: rarePart, debugName: "rare parts", test: rare, minShareCount: 2, priority: 8 },
    { name: "details", test: /\/platform\/web\/detail\/|\/antd\/es\/(card|tabs)\//, minShareCount: 2, priority: 7 },
    { name: "more", test: /node_modules\/|\/platform\/web\//, minShareCount: 4, priority: 6 },
    { name: moduleName, debugName: "words of modules", test: words, minShareCount: 2, priority: 5 },
    {
      name: moduleFolder,
      debugName: "parts of modules",
      test: /\/modules\/[^/]+\/web\//,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 3_000,
    },
  ],
};

function rarePart(id: string): string | null {
  const [, part, library] = rare.exec(id) ?? [];
  if (library === "dayjs" || part === "picker" || part === "date-picker") return "calendar";
  return part ?? (library ? "charts" : null);
}

function moduleName(id: string): string | null {
  return /\/modules\/([^/]+)\//.exec(id)?.[1] ?? null;
}

function moduleFolder(id: string): string | null {
  const [, module, folder] = /\/modules\/([^/]+)\/web\/([^/]+)\//.exec(id) ?? [];
  return module && folder ? `${module}-${folder}` : null;
}
