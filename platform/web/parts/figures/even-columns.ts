const MOST_COLUMNS = 8;

/** Makes rows of nearly equal length: 12 figures are 6 and 6, not 8 and 4. */
export const evenColumns = (count: number) => Math.ceil(count / Math.ceil(count / MOST_COLUMNS));
