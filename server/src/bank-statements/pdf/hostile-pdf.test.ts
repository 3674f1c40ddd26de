import { afterAll, expect, test } from 'vitest'
import { HOSTILE_PDFS } from '../../../testing/hostile-pdfs.ts'
import { systemClock } from '../../platform/clock.ts'
import { StatementRefused } from '../statement-lines.ts'
import { createStatementReader } from '../statement-reader.ts'
import { BANK_PDFS } from './bank-pdf-harness.ts'
import { drawStatement } from './draw-statement-harness.ts'

const reader = createStatementReader({ clock: systemClock })
afterAll(() => reader.stop())

test.each(HOSTILE_PDFS)(
  'a PDF of %s is refused within its limits, and the next file is read',
  async (_name, make) => {
    await expect(reader.scan('m', make())).rejects.toBeInstanceOf(StatementRefused)
    const [bank] = BANK_PDFS
    if (bank === undefined) throw new Error('no bank')
    expect((await reader.scan('m', await drawStatement(bank.drawing))).rows).toBe(bank.drawing.rows.length)
  },
)
