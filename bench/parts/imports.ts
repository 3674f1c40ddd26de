import { setTimeout as pause } from 'node:timers/promises'
import type { StatementRecord } from '@galla/contract/bank-statements/statements'
import {
  processorTimeBetween,
  readProcessorTime,
  residentMegabytes,
} from '../../server/testing/processor-time.ts'
import { call, dataOf } from '../call.ts'
import type { Galla } from '../galla-process.ts'
import { registerMerchant } from '../merchants.ts'
import { type Chapter, digits, type Figure } from '../report.ts'

/** BENCH_IMPORT_ROWS makes the files shorter, for a quick run. */
const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 20_000)
const FIRST_ADDRESS = 3_000
const FIRST_UTR = 920_000_000_000
const MINUTES_MAX = 20
/** Short compared with the fastest import, which takes a second. */
const CHECK_EVERY_MS = 20
const GROWTH_MB_GOAL = 100
const NEW_ROWS_PER_SECOND_GOAL = 1_500
const KNOWN_ROWS_PER_SECOND_GOAL = 8_000

type Direction = 'CR' | 'DR'

const fileOf = (direction: Direction, first: number): string => {
  const row = (n: number): string => {
    const money = direction === 'CR' ? `,${1 + (n % 900)}.00` : `${1 + (n % 900)}.00,`
    return `21/11/2024 10:00:00,UPI/${direction}/${first + n}/ASHA RAO/asha@okaxis/Tea and samosa,${money}`
  }
  return ['Date,Narration,Debit,Credit', ...Array.from({ length: ROWS }, (_, n) => row(n))].join('\r\n')
}

interface Imported {
  readonly seconds: number
  readonly record: StatementRecord
  readonly peakMb: number
  readonly serverMs: number
  readonly databaseMs: number
}

/** Measures the time from the confirmation to the last row. */
const importFile = async (
  galla: Galla,
  headers: Readonly<Record<string, string>>,
  file: string,
): Promise<Imported> => {
  const form = new FormData()
  form.set('file', new Blob([file]), 'statement.csv')
  // Uses a new connection, because those of the calls before may just be closing.
  const sent = await fetch(`${galla.origin}/api/v1/user/statements`, {
    method: 'POST',
    headers: { ...headers, connection: 'close' },
    body: form,
  })
  if (!sent.ok) throw new Error(`the statement was answered ${sent.status}: ${await sent.text()}`)
  const { data } = (await sent.json()) as { data: StatementRecord }
  const before = readProcessorTime(galla.pid)
  const startedMs = performance.now()
  await call(galla.origin, `/api/v1/user/statements/${data.id}/confirm`, { body: {}, headers })
  let peakMb = 0
  for (;;) {
    const path = `/api/v1/user/statements/${data.id}`
    const record = dataOf<StatementRecord>(await call(galla.origin, path, { headers }))
    peakMb = Math.max(peakMb, residentMegabytes(galla.pid) ?? 0)
    if (record.state !== 'importing') {
      const after = readProcessorTime(galla.pid)
      const used = before && after ? processorTimeBetween(before, after) : undefined
      return {
        seconds: (performance.now() - startedMs) / 1000,
        record,
        peakMb,
        serverMs: used?.serverMs ?? Number.NaN,
        databaseMs: used?.databaseMs ?? Number.NaN,
      }
    }
    if (performance.now() - startedMs > MINUTES_MAX * 60_000) throw new Error('the import takes too long')
    await pause(CHECK_EVERY_MS)
  }
}

export const measureImports = async (galla: Galla): Promise<Chapter> => {
  const { headers } = await registerMerchant(galla.origin, FIRST_ADDRESS)
  const idleMb = residentMegabytes(galla.pid) ?? 0
  const credits = await importFile(galla, headers, fileOf('CR', FIRST_UTR))
  const again = await importFile(galla, headers, fileOf('CR', FIRST_UTR))
  const debits = await importFile(galla, headers, fileOf('DR', FIRST_UTR + ROWS))
  const rowsPerSecond = ({ seconds }: Imported): number => ROWS / seconds
  const rate = (imported: Imported): string =>
    `${digits(rowsPerSecond(imported), 0)} rows/s; server ${digits(imported.serverMs / ROWS, 2)} ms, database ${digits(imported.databaseMs / ROWS, 2)} ms a row`
  const growth = Math.max(credits.peakMb, again.peakMb, debits.peakMb) - idleMb
  const figures: Figure[] = [
    {
      what: 'rows of new credits',
      measured: rate(credits),
      goal: `all imported, ≥ ${digits(NEW_ROWS_PER_SECOND_GOAL, 0)} rows/s`,
      met: credits.record.imported === ROWS && rowsPerSecond(credits) >= NEW_ROWS_PER_SECOND_GOAL,
    },
    {
      what: 'the same file again',
      measured: `${rate(again)}; ${digits(credits.seconds / again.seconds, 1)} times as fast`,
      goal: `none imported, ≥ ${digits(KNOWN_ROWS_PER_SECOND_GOAL, 0)} rows/s`,
      met:
        again.record.imported === 0 &&
        again.record.duplicates === ROWS &&
        rowsPerSecond(again) >= KNOWN_ROWS_PER_SECOND_GOAL,
    },
    {
      what: 'rows of debits, which are ignored',
      measured: `${rate(debits)}; ${digits(credits.seconds / debits.seconds, 1)} times as fast`,
      goal: 'none imported',
      met: debits.record.imported === 0,
    },
    {
      what: 'memory of the server, beyond that before',
      measured: `${digits(growth, 0)} MB`,
      goal: `< ${GROWTH_MB_GOAL} MB`,
      met: growth < GROWTH_MB_GOAL,
    },
  ]
  return {
    title: 'Importing statements',
    how: `CSV files of ${digits(ROWS, 0)} rows, one after the other, from the confirmation to the last row; none is for an order.`,
    figures,
  }
}
