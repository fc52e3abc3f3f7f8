import { type LargeClient, largeId, type PlatformNode, systemActor } from "@ops/platform/server";

/** The size of the data set. Papers follow from the number of partners, certificates from that of the staff. */
export interface LargePartners {
  readonly partners: number;
  readonly staff: number;
  readonly contracts: number;
}

const stamp = "id, created_at, created_by, updated_at, updated_by";
const stamped = (kind: string, n: string, at: string) => `${largeId(kind, n)}, ${at}, $2::uuid, ${at}, $2::uuid`;
/** Makes bytes for encrypted columns that no benchmark decrypts. They differ in each row. */
const bytes = (text: string) => `decode(md5(${text}), 'hex')`;
const past = (n: string) => `$3::timestamptz - make_interval(mins => (${n} * 7) % 500000)`;

const ORGANIZATIONS = `with region as (
    select id, path, level, row_number() over (order by code) - 1 as at from organization where type = 'REGION'
  )
  insert into organization (${stamp}, code, name, type, status, parent_id, path, level)
  select ${stamped("30001", "n", past("n"))}, 'LGP-' || n, '规模伙伴' || n, 'PARTNER', 'ENABLED', region.id,
    region.path || ${largeId("30001", "n")} || '/', region.level + 1
  from generate_series(0, $1::int - 1) n join region on region.at = n % (select count(*) from region)`;

const PARTNERS = `insert into partner (${stamp}, partner_no, full_name, short_name, uscc, kinds, level, legal_person_cipher,
    legal_person_hash, legal_person_masked, legal_id_no_cipher, legal_id_no_hash, legal_id_no_masked, region_id, city_codes,
    contact_name, contact_phone_cipher, contact_phone_hash, contact_phone_masked, manager_id, org_id, state, risk_tags)
  select ${stamped("30002", "n", past("n"))}, 'HB' || lpad((500000 + n)::text, 6, '0'), '规模伙伴' || n || '有限公司', '伙伴' || n,
    '9133LARGE' || lpad(n::text, 9, '0'), array[(array['AGENT', 'DELIVERY', 'SERVICE', 'CHARGER', 'CLUE'])[1 + n % 5]],
    (array['S', 'A', 'B', 'C'])[1 + n % 4], ${bytes("'p' || n")}, ${bytes("'p' || n")}, '张**', ${bytes("'i' || n")}, ${bytes("'i' || n")},
    '3301**********001X', o.parent_id, array[(330100 + n % 40 * 100)::text], '联系人', ${bytes("'c' || n")}, ${bytes("'c' || n")},
    '139****0000', $2::uuid, o.id, (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ONBOARDING', 'SUSPENDED'])[1 + n % 6],
    case when n % 20 = 0 then array['PAPER'] else '{}' end
  from generate_series(0, $1::int - 1) n join organization o on o.code = 'LGP-' || n`;

const CONTRACTS = `insert into partner_contract (${stamp}, partner_id, contract_no, title, kind, start_on, end_on, terms, deposit_fen,
    files, signed_on, brand_signer, partner_signer, state, effective_on)
  select ${stamped("30003", "n", past("n"))}, ${largeId("30002", "n % $4::int")}, 'LGC-' || n, '年度合作合同', 'MAIN',
    (current_date - 200 + n % $4::int % 150) - (n / $4::int) * 400, (current_date - 200 + n % $4::int % 150) - (n / $4::int) * 400 + 365,
    '{"accountLimit": 50, "flags": ["CLUE"]}', 1000000, '[{"id": "01930008-0000-7000-8000-000000000000", "fileName": "合同.pdf", "sha256": "00"}]',
    current_date - 900, '品牌', '伙伴', case when n < $4::int then 'EFFECTIVE' else 'RENEWED' end, current_date - 900
  from generate_series(0, $1::int - 1) n`;

const PAPERS = `insert into partner_qualification (${stamp}, partner_id, kind, number, issue_on, expire_on, file_ids, state)
  select ${stamped("30004", "n", past("n"))}, ${largeId("30002", "n / 5")},
    (array['LICENSE', 'ACCOUNT', 'PERMIT', 'INSURANCE', 'DATA'])[1 + n % 5], 'NO-' || n, current_date - 400,
    current_date + (n % 700) - 30, array[gen_random_uuid()], case when n % 700 < 30 then 'EXPIRED' else 'VALID' end
  from generate_series(0, $1::int * 5 - 1) n`;

const STAFF = `insert into partner_staff (${stamp}, staff_no, name, phone_cipher, phone_hash, phone_masked, id_no_cipher, id_no_hash,
    id_no_masked, partner_id, org_id, position_code, join_on, leave_on, user_id, state, freeze_sources, submitted_by)
  select ${stamped("30005", "n", past("n"))}, 'HBY' || lpad((5000000 + n)::text, 7, '0'),
    (array['王', '李', '张', '刘', '陈'])[1 + n % 5] || (array['伟', '芳', '娜', '敏', '静', '强'])[1 + n / 5 % 6] || n % 97,
    ${bytes("'sp' || n")}, ${bytes("'sp' || n")}, '137****0000', ${bytes("'si' || n")}, ${bytes("'si' || n")}, '3301**********002X',
    p.id, p.org_id, (array['MANAGER', 'SALES', 'DELIVERY', 'SERVICE'])[1 + n % 4], current_date - n % 900,
    case when n % 10 = 9 then current_date end, case when n % 10 < 8 then ${largeId("30006", "n")} end,
    (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'TRAINING', 'LEFT'])[1 + n % 10],
    case when n % 40 = 0 then array['MANUAL'] else '{}' end, $2::uuid
  from generate_series(0, $1::int - 1) n join partner p on p.id = ${largeId("30002", "n % $4::int")}`;

/**
 * Makes the certificates that each position requires by default. One in 25 has expired, and every ninth person has
 * none.
 */
const CERTS = `with needed (at, code, no) as (values (0, 'STORE', 0), (1, 'SALES', 0), (1, 'PRODUCT', 1), (2, 'DELIVERY', 0),
    (3, 'SERVICE', 0))
  insert into partner_staff_cert (${stamp}, staff_id, code, score, got_on, valid_to)
  select ${stamped("30007", "n + no * $1::int", past("n"))}, ${largeId("30005", "n")}, code, 60 + n % 40, current_date - 300,
    current_date - 20 + n % 500
  from generate_series(0, $1::int - 1) n join needed on at = n % 4 where n % 9 > 0`;

/**
 * Adds partners in every state with organisations, contracts, papers and staff to the demo. The rows are the same on
 * every machine.
 */
export async function loadLargePartners(node: PlatformNode, size: LargePartners): Promise<void> {
  const client = await node.database.writerPool.connect();
  const add = (statement: string, count: number, ...more: unknown[]) =>
    client.query(statement, [count, systemActor.userId, node.clock.now(), ...more]);
  try {
    await client.query("set statement_timeout = 0"); // some statements take longer than the limit of a call
    await add(ORGANIZATIONS, size.partners);
    await add(PARTNERS, size.partners);
    await add(CONTRACTS, size.contracts, size.partners);
    await add(PAPERS, size.partners);
    await add(STAFF, size.staff, size.partners);
    await add(CERTS, size.staff);
    await analyze(client);
  } finally {
    client.release(true);
  }
}

async function analyze(client: LargeClient): Promise<void> {
  for (const name of ["", "_contract", "_qualification", "_staff", "_staff_cert"])
    await client.query(`analyze partner${name}`);
}
