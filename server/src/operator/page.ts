/** A page of rows that were read one too many: the last one shown names where the next page begins, if there is one. */
export const pageOf = <Row>(
  rows: readonly Row[],
  max: number,
  idOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, max)
  const last = shown.at(-1)
  return { shown, next: rows.length > max && last !== undefined ? idOf(last) : null }
}
