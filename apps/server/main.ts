import {
  amapService,
  announceRelease,
  type Config,
  createLog,
  migrate,
  migrationFolders,
  type OutsidePlace,
  outsidePlacesIn,
  readConfig,
  Stages,
  s3FileStore,
  startNode,
  warningsOf,
} from "@ops/platform/server";
import { openDatabaseServer } from "./database.ts";
import { type DemoAccount, prepareData } from "./demo.ts";
import { consoleRelease, createConsoleServer } from "./http.ts";
import { composeModules, schemaModules } from "./modules.ts";
import { readAuthoritySettings } from "./secrets.ts";
import { StopOrder } from "./stop-order.ts";

/**
 * Starts one server process: database, schema, modules, data of the first start, and HTTP. `pages` ends when the pages
 * are built, which happens beside everything that does not need them.
 */
export async function startServer(
  config: Config = readConfig(process.env),
  { standIn = null, pages = Promise.resolve() }: { standIn?: OutsidePlace | null; pages?: Promise<void> } = {},
) {
  const stages = new Stages();
  stages.end("code loaded");
  const log = createLog(config.logLevel);
  for (const warning of warningsOf(config)) log.warn(warning);
  const stopping = new StopOrder(log);
  const database = await openDatabaseServer(config, log);
  stopping.addAwaited(() => database.stop());
  try {
    await migrate(database.address, migrationFolders(schemaModules));
    stages.end("database and schema");
    const settings = await readAuthoritySettings(database.address, config, log);
    const { authority, modules } = composeModules(settings);
    const { address } = database;
    const poolSize = config.databasePoolSize;
    const node = await startNode({
      address,
      poolSize,
      modules,
      log,
      personName: authority.personName,
      outsidePlaces: outsidePlacesIn(process.env, standIn),
      background: true,
      stages,
      ...(config.s3 ? { fileStore: s3FileStore(config.s3, log) } : {}),
      ...(config.map ? { map: amapService(config.map) } : {}),
    });
    stopping.add(() => node.stop());
    const accounts: DemoAccount[] = await prepareData(node, config, settings);
    stages.end("data of the first start");
    await pages;
    const release = consoleRelease();
    if (release) await node.access.commit((tx) => announceRelease(tx, release));
    stages.end("pages");
    const credential = settings.credentialKeys[0];
    if (!credential) throw new Error("there is no credential key");
    const isDraining = () => stopping.begun;
    const app = await createConsoleServer(node, {
      config,
      authenticate: authority.authenticate,
      credential,
      isDraining,
    });
    stopping.add(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    stages.end("routes");
    log.info({ stages: stages.milliseconds }, "the server is ready");
    return { config, node, authority, settings, credential, accounts, dataPlace: database.place, stopping, log };
  } catch (error) {
    await stopping.stop();
    throw error;
  }
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;
