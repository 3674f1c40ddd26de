/** Cuts a page from rows that were read with one extra; the last shown row's id is where the next page starts. */
export const pageOf = <Row>(
  rows: readonly Row[],
  max: number,
  idOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, max)
  const last = shown.at(-1)
  return { shown, next: rows.length > max && last !== undefined ? idOf(last) : null }
}
