/** Reads all rows in batches. `list` returns the rows after a given one, in order. */
export async function* batchesOf<Row>(
  first: Row,
  list: (after: Row) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ; ) {
    const rows = await list(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last
  }
}
