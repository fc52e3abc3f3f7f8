import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { type CellValue, readXlsx, writeXlsx } from "hucre";

export interface Sheet {
  readonly name: string;
  readonly rows: CellValue[][];
}

export async function sheetsOf(saved: Download): Promise<Sheet[]> {
  const { sheets } = await readXlsx(await readFile(await saved.path()));
  return sheets.map(({ name, rows }) => ({ name, rows }));
}

/** Presses a button that saves a file. */
export async function saves(page: Page, button: string): Promise<Download> {
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return saved;
}

export async function fileOf(...sheets: Sheet[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets }));
}

/** Chooses the file in an import that is open, and has it checked. */
export async function check(page: Page, name: string, buffer: Buffer): Promise<void> {
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await page.getByRole("button", { name: "开始校验" }).click();
}
