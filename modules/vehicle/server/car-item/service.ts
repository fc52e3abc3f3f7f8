import { reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import * as items from "./save-items.ts";

export const listOptions = reads(contract.listOptions, items.allOptions);
export const createOption = writes(contract.createOption, (tx, { body }) => items.createOption(tx, body));
export const editOption = writes(contract.editOption, (tx, { params, body }) => items.editOption(tx, params.id, body));

export const listColors = reads(contract.listColors, items.allColors);
export const createColor = writes(contract.createColor, (tx, { body }) => items.createColor(tx, body));
export const editColor = writes(contract.editColor, (tx, { params, body }) => items.editColor(tx, params.id, body));
