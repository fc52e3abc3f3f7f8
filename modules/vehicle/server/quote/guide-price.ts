import { sql } from "kysely";

/** Selects the published BASE price of `car_config` at a time. */
export const guidePrice = (at: Date) => sql<number | null>`(
  select p.amount_fen from car_price p
  where p.car_config_id = car_config.id and p.kind = 'BASE' and p.state = 'PUBLISHED'
    and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}))`;
