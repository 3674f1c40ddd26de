import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { scanStatement, statementRows } from './read-statement.ts'
import type { NumberedRow } from './statement-reader.ts'
import { createRowReader } from './statement-rows.ts'

/** Statements as banks and providers give them out, with invented people: the shape is theirs, nothing else. */
export interface SampleStatement {
  readonly name: string
  readonly text: string
  /** UTR (or none) and rupees of each payment in it, in order. */
  readonly credits: readonly (readonly [utr: string | null, rupees: string])[]
  /** Of the first payment, in UTC; a day's beginning where the file tells the day alone. */
  readonly firstAt: string
  readonly payer?: string
}

export const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`

export const DAY = '2026-11-20T18:30:00.000Z'

/** Reads a file as it would be imported, or with other columns. */
export const readFile = async (
  text: string,
  other: Partial<StatementColumns> = {},
): Promise<NumberedRow[]> => {
  const file = Buffer.from(text)
  const { format, header, columns } = await scanStatement(file)
  const { balanceFaults, secondsIn, twoHeadingRows } = format
  const width = format.kind === 'text' ? format.cells : undefined
  const facts = { balanceFaults, secondsIn, twoHeadingRows, width }
  const reader = createRowReader({ header, columns: { ...columns, ...other }, ...facts })
  const rows: (NumberedRow | undefined)[] = []
  for await (const cells of statementRows(file, format)) rows.push(reader.push(cells))
  return [...rows, reader.end()].filter((row) => row !== undefined)
}
