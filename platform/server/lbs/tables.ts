import type { Generated } from "kysely";
import { databaseOf } from "../db/table.ts";

interface RegionColumns {
  code: string;
  name: string;
  level: number;
  parentCode: string | null;
  pinyin: string;
  lng: string | null;
  lat: string | null;
  status: Generated<"VALID" | "ABOLISHED">;
  replacedBy: string | null;
}

export const { db } = databaseOf<{ region: RegionColumns }>();
