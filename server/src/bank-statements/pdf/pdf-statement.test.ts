import { formatRupees } from '@galla/upi/rupees'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { scanStatement, statementRows } from '../read-statement.ts'
import { readStatementRow, type StatementCredit } from '../statement-row.ts'
import { BANK_PDFS } from './bank-pdf-harness.ts'
import { drawStatement, finished } from './draw-statement-harness.ts'
import { PDF_IS_SCANNED, PDF_NEEDS_PASSWORD, PDF_WRONG_PASSWORD } from './pdf-pages.ts'
import { readPdfStatement, toCsv } from './pdf-statement.ts'

describe.each(BANK_PDFS)('$name', ({ drawing, credits, narration }) => {
  test('has the same table as its source', async () => {
    const [headings, ...rows] = await readPdfStatement(await drawStatement(drawing), undefined)
    expect(headings).toEqual(drawing.columns.map(({ title }) => title.replace('\n', ' ')))
    expect(rows).toEqual(drawing.rows)
  })

  test('has its payments in the columns that every statement has', async () => {
    const csv = toCsv(await readPdfStatement(await drawStatement(drawing), undefined))
    const { format, columns, rows } = await scanStatement(csv)
    expect(rows).toBe(drawing.rows.length)
    const read: StatementCredit[] = []
    for await (const cells of statementRows(csv, format)) {
      const row = readStatementRow(cells, columns)
      if (row.kind === 'credit') read.push(row.credit)
    }
    expect(read.map(({ utr, amount }) => [utr, formatRupees(amount)])).toEqual(credits)
    expect(read[0]?.narration).toBe(narration)
  })

  test('lists a payment without a date with the reason', async () => {
    const dateColumns = drawing.columns.flatMap(({ title }, n) => (/date/i.test(title) ? [n] : []))
    const rows = drawing.rows.map((cells, nth) =>
      cells.map((cell, n) => (nth % 3 === 1 && dateColumns.includes(n) ? '' : cell)),
    )
    const csv = toCsv(await readPdfStatement(await drawStatement({ ...drawing, rows }), undefined))
    const { format, columns } = await scanStatement(csv)
    // The rows around it are not refused for it.
    expect(format.balanceFaults?.rows ?? []).toEqual([])
    const kinds = new Map<string, number>()
    for await (const cells of statementRows(csv, format)) {
      const row = readStatementRow(cells, columns)
      const name = row.kind === 'error' ? row.msg : row.kind
      kinds.set(name, (kinds.get(name) ?? 0) + 1)
    }
    const undated = rows.filter((cells) => dateColumns.every((n) => cells[n] === ''))
    const lost = undated.filter((cells) =>
      credits.some(([utr]) => cells.join(' ').includes(utr ?? '?')),
    ).length
    expect(lost).toBeGreaterThan(3)
    expect(kinds.get('This row has no date')).toBe(lost)
    expect(kinds.get('credit')).toBe(credits.length - lost)
  })
})

const [HDFC] = BANK_PDFS
const drawing = HDFC?.drawing ?? { columns: [], rows: [] }

describe.each([
  ['RC4 of 40 bits', '1.3'],
  ['RC4 of 128 bits', '1.4'],
  ['AES of 128 bits', '1.6'],
  ['AES of 256 bits', '1.7ext3'],
] as const)('a PDF that is locked by %s', (_name, pdfVersion) => {
  const locked = drawStatement({ ...drawing, pdf: { pdfVersion, userPassword: 'SAMP0101' } })

  test('is opened with its password', async () => {
    expect((await readPdfStatement(await locked, 'SAMP0101')).slice(1)).toEqual(drawing.rows)
  })

  test.each([
    ['without one', undefined, PDF_NEEDS_PASSWORD],
    ['by another', 'samp0101', PDF_WRONG_PASSWORD],
  ])('is not opened %s, and the refusal is at the field', async (_how, password, message) => {
    await expect(readPdfStatement(await locked, password)).rejects.toMatchObject({
      name: 'StatementRefused',
      message,
      field: 'password',
    })
  })
})

test('a password for an unlocked PDF changes nothing', async () => {
  expect((await readPdfStatement(await drawStatement(drawing), 'SAMP0101')).slice(1)).toEqual(drawing.rows)
})

test('a scanned statement is refused with a clear message', async () => {
  const doc = new PDFDocument()
  doc.rect(40, 40, 300, 300).fill('#ccc')
  await expect(readPdfStatement(await finished(doc), undefined)).rejects.toThrow(PDF_IS_SCANNED)
})

test('a letter is not a statement', async () => {
  const doc = new PDFDocument()
  doc.text('Dear customer, on this date we credited an amount to your account.')
  await expect(readPdfStatement(await finished(doc), undefined)).rejects.toThrow(/No table was found/)
})

test.each([
  ['in a line of its own', 'UPI/CR/632600000009/ASHA RAO/Date   Amount   Balance   Withdrawal   Deposit'],
  ['at the start of the row', 'Date   Amount   Balance'],
])('a narration that looks like headings, %s, does not end the table', async (_where, note) => {
  const narration = drawing.columns.findIndex(({ title }) => /narration|particulars|description/i.test(title))
  const rows = drawing.rows.map((row, n) => (n === 1 ? row.with(narration, note) : row))
  const [, ...read] = await readPdfStatement(await drawStatement({ ...drawing, rows }), undefined)
  const others = (cells: readonly string[][]) => cells.map((row) => row.toSpliced(narration, 1))
  expect(others(read)).toEqual(others(rows.map((row) => [...row])))
})

test('a monthly total next to the transactions is not read as a transaction', async () => {
  const rows = await readPdfStatement(
    await drawStatement({
      ...drawing,
      preamble: ['Date   Description   Amount', '30/11/26   Interest   44.00', ''],
    }),
    undefined,
  )
  expect(rows.slice(1)).toEqual(drawing.rows)
})
