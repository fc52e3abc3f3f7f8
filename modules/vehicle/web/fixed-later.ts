/** The hint beside a code, which cannot be changed after its creation. */
export const fixedLater = "保存后不能修改";
