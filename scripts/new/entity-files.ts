import { actsFile, callsFile, shapeFile, statesFile } from "./contract-files.ts";
import type { Names } from "./names.ts";
import { demoFile, migrationFile, serviceFile, tablesFile } from "./server-files.ts";
import { promisesFile, testFile } from "./test-files.ts";
import { pageFile, recordFile } from "./web-files.ts";

/**
 * Makes the files of a room: a record with a name that can be listed, exported, shown, created and edited. With states
 * it can also be closed and reopened.
 */
export function entityFiles(names: Names, migration: string): Record<string, string> {
  const { module, entity, pascal, hasStates } = names;
  const folder = `modules/${module}`;
  const life = {
    [`${folder}/contract/${entity}/states.ts`]: statesFile(names),
    [`${folder}/contract/${entity}/acts.ts`]: actsFile(names),
  };
  return {
    [`${folder}/contract/${entity}/shape.ts`]: shapeFile(names),
    ...(hasStates ? life : {}),
    [`${folder}/contract/${entity}/calls.ts`]: callsFile(names),
    [`${folder}/server/migrations/${migration}-${entity}.sql`]: migrationFile(names),
    [`${folder}/server/${entity}/tables.ts`]: tablesFile(names),
    [`${folder}/server/${entity}/service.ts`]: serviceFile(names),
    [`${folder}/server/${entity}/${entity}.test.ts`]: testFile(names),
    [`${folder}/server/demo/${entity}.ts`]: demoFile(names),
    [`${folder}/server/promises/${entity}.ts`]: promisesFile(names),
    [`${folder}/web/${entity}/${pascal}ListPage.tsx`]: pageFile(names),
    [`${folder}/web/${entity}/${entity}-record.tsx`]: recordFile(names),
  };
}
