/** The partner whose business is to be stopped, as any list or drawer knows it. */
export interface Stoppable {
  readonly id: string;
  readonly shortName: string;
  readonly version: number;
}
