import { idNoOf } from "@ops/partner/server/testing";
import { dayOf } from "@ops/platform/contract";
import { staffImport } from "@ops/store/contract";
import { Office } from "../../transfer/office.ts";
import { filledTemplate } from "../../transfer/template.ts";
import { withClient } from "../../with-client.ts";
import { type Deed, type Served, timed, within } from "../kind.ts";
import { ADMINISTRATOR } from "../staff.ts";
import type { KnownStores } from "./known.ts";

const ROWS = 5_000;

/** New people for stores that have seats for them: from the call that checks to the finished task. */
export async function importStaff({ address, ports, isSmall }: Served<KnownStores>): Promise<Deed> {
  const rows = isSmall ? ROWS / 100 : ROWS;
  const codes = await withClient(address, async (client) => {
    const { rows: found } = await client.query<{ code: string }>(
      `update headcount_quota q set quota = 200 from store s where s.id = q.store_id and q.position_code = 'salesAdvisor'
         and s.state = 'OPEN' and s.name like '规模测试%' returning s.store_code as code`,
    );
    return found.map(({ code }) => code);
  });
  const first = (Math.floor(Date.now() / 1000) % 80_000) * ROWS; // other numbers in a later run on kept sets
  const office = new Office(ports[0], ADMINISTRATOR);
  const file = await filledTemplate({
    key: staffImport.key,
    version: staffImport.version,
    titles: staffImport.columns.map(({ title }) => title),
    rows: Array.from({ length: rows }, (_, n) => rowOf(first + n, codes[n % codes.length] ?? "")),
  });
  const fileId = await office.upload(file);
  const { ms } = await timed(async () =>
    office.finished(await office.confirm(await office.check(staffImport.key, fileId))),
  );
  const shown = `import of ${rows.toLocaleString("en")} people, checked and written`;
  return within(shown, 30_000, ms);
}

function rowOf(n: number, storeCode: string): (string | null)[] {
  const phone = `199${String(n % 100_000_000).padStart(8, "0")}`;
  return [phone, "导入人员", idNoOf(n), storeCode, "salesAdvisor", null, dayOf(new Date()), null];
}
