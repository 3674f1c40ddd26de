/** A part of a reply as it is read from the database: with dates where the contract has ISO 8601. */
export type WithDates<T, Names extends keyof T> = Omit<T, Names> & {
  readonly [Name in Names]: null extends T[Name] ? Date | null : Date
}

type IsoDates<T> = {
  [Name in keyof T]: T[Name] extends Date ? string : T[Name] extends Date | null ? string | null : T[Name]
}

/** The row with its dates as the contract has them. */
export const isoDates = <T extends object>(row: T): IsoDates<T> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as IsoDates<T>
