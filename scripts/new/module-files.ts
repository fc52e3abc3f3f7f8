import { pascalOf } from "./names.ts";

/** Makes the files of a module without rooms: its doors, its database access, its test app and its promises. */
export function moduleFiles(module: string, title: string, prefix: string): Record<string, string> {
  const folder = `modules/${module}`;
  const pascal = pascalOf(module);
  return {
    [`${folder}/package.json`]: packageFile(module),
    [`${folder}/rooms.ts`]: `/** The rooms, lowest first: values are imported from lower rooms alone. */\nexport const rooms = [] as const;\n`,
    [`${folder}/contract/index.ts`]: "",
    [`${folder}/server/index.ts`]: doorFile(module, title, pascal),
    [`${folder}/server/database.ts`]: databaseFile(pascal),
    [`${folder}/server/testing.ts`]: testingFile(module),
    [`${folder}/server/promises.ts`]: promisesFile,
    [`${folder}/server/demo/load.ts`]: demoFile(pascal, title),
    [`${folder}/server/migrations/.gitkeep`]: "",
    [`${folder}/web/index.ts`]: 'export { pages } from "./pages.ts";\n',
    [`${folder}/web/pages.ts`]: pagesFile,
    [`docs/domain/${module}.md`]: `# ${title}\n\n## Rules\n\n> later: ${prefix}-R1\n\n- **${prefix}-R1** …\n`,
  };
}

const packageFile = (module: string) => `{
  "name": "@ops/${module}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "exports": {
    "./contract": "./contract/index.ts",
    "./server": "./server/index.ts",
    "./server/testing": "./server/testing.ts",
    "./web": "./web/index.ts"
  },
  "dependencies": {
    "@ops/authority": "0.1.0",
    "@ops/platform": "0.1.0"
  }
}
`;

const doorFile = (module: string, title: string, pascal: string) => `import { join } from "node:path";
import { defineModule, handlersOf } from "@ops/platform/server";
import { load${pascal}Demo } from "./demo/load.ts";

/** ${title}. */
export const ${module}Module = defineModule({
  name: "${module}",
  migrations: join(import.meta.dirname, "migrations"),
  routes: handlersOf(),
  demo: { load: load${pascal}Demo },
});
`;

const databaseFile = (pascal: string) => `import { databaseOf } from "@ops/platform/server";
import type { ${pascal}Tables } from "./tables.generated.ts";

/** The module's view of the database: its own tables and no others. */
export const { tableOf } = databaseOf<${pascal}Tables>();
`;

const testingFile = (
  module: string,
) => `import { type AuthorityTestApp, testApp as authorityApp } from "@ops/authority/server/testing";
import type { Module } from "@ops/platform/server";
import { ${module}Module } from "./index.ts";

/** Declares the app of a test file with authority, this module and these. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return authorityApp(${module}Module, ...modules);
}
`;

const promisesFile = `import { promisesOf } from "@ops/authority/server/testing";

/** What the tests over all endpoints cannot guess. */
export const promises = promisesOf({
  kinds: {},
  paths: {},
  logs: {},
  listings: {},
});
`;

const demoFile = (pascal: string, title: string) => `import type { Tx } from "@ops/platform/server";

/** The demo data of ${title}; changes nothing where there is some already. */
export async function load${pascal}Demo(_tx: Tx): Promise<void> {}
`;

const pagesFile = `import type { PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {};
`;
