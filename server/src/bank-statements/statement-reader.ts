import { STATEMENT_CELL_CHARACTERS_MAX } from '@galla/contract/bank-statements/statement-limits'
import {
  IGNORED_REASONS,
  type StatementRecord,
  statementColumns,
  statementFound,
} from '@galla/contract/bank-statements/statements'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { RAILS } from '@galla/upi/rail'
import type { Utr } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Chunks } from '../platform/files/files.ts'
import { ChildEnded, createChildWorkers } from '../platform/jobs/child-workers.ts'
import type { ScannedStatement } from './read-statement.ts'
import type { ReadRequest } from './read-statement-program.ts'
import { StatementRefused } from './statement-lines.ts'

/** Reads statements in a separate process, which a hostile file can break or keep busy without harm. */
export interface StatementReader {
  /** Reads a whole file and finds its table. Throws StatementRefused with a sentence for the merchant. */
  scan(
    merchantId: string,
    file: Buffer,
    options?: { readonly password?: string | undefined; readonly keepsOtherRails?: boolean },
  ): Promise<ReadStatement>
  /**
   * Reads the rows of the table after the first `after`, in batches. `take` returns whether it wants the next batch.
   */
  rows(
    merchantId: string,
    file: Chunks,
    table: Omit<Extract<ReadRequest, { kind: 'rows' }>, 'kind'>,
    take: (rows: readonly NumberedRow[]) => Promise<boolean>,
  ): Promise<void>
  stop(): void
}

/** The scan's result, and the file to store: of a PDF the rows as CSV. */
export type ReadStatement = ScannedStatement & {
  readonly content: Buffer
  readonly found: NonNullable<StatementRecord['found']>
}

const text = z.string().max(STATEMENT_CELL_CHARACTERS_MAX).nullable()
/** Numbered from 1 as in a spreadsheet, headings and preamble included. */
const number = z.number()

const paise = z.custom<Paise>((amount) => typeof amount === 'bigint')
const utr = z.custom<Utr>((digits) => typeof digits === 'string' && digits.length === 12)

const creditRow = z.object({
  kind: z.enum(['credit', 'other_rail']),
  number,
  /** The same for the same row of another file, see `rowIdentity`. */
  sourceKey: z.string().max(64),
  credit: z.object({
    amount: paise,
    fee: paise.nullable(),
    at: z.date(),
    until: z.date(),
    names: z.enum(['second', 'minute', 'day']),
    rail: z.enum(RAILS),
    utr: utr.nullable(),
    reference: text,
    payerUpiId: text,
    payerName: text,
    settlesByItself: z.boolean(),
  }),
})

const reversalRow = z.object({
  kind: z.literal('reversal'),
  number,
  sourceKey: z.string().max(64),
  reversal: z.object({
    amount: paise,
    at: z.date(),
    utr: utr.nullable(),
    reference: text,
    words: text.unwrap(),
  }),
})
const numberedRow = z.discriminatedUnion('kind', [
  creditRow,
  reversalRow,
  z.object({
    kind: z.literal('ignored'),
    number,
    why: z.enum(IGNORED_REASONS),
    debit: z
      .object({
        sourceKey: z.string().max(64),
        amount: paise,
        until: z.date(),
        utr: utr.nullable(),
        payeeUpiId: text,
        words: text.unwrap(),
      })
      .optional(),
  }),
  z.object({ kind: z.literal('error'), number, msg: z.string().max(STATEMENT_CELL_CHARACTERS_MAX) }),
])
export type NumberedRow = z.output<typeof numberedRow>
export type CreditRow = z.output<typeof creditRow>
export type ReversalRow = z.output<typeof reversalRow>

const refused = z.object({ refused: z.string(), field: z.literal('password').optional() })
const rowsAnswer = z.union([z.object({ rows: z.array(numberedRow) }), refused])
const scanAnswer = z.union([
  z.object({
    scanned: z.object({
      format: z.custom<ScannedStatement['format']>(),
      header: z.number(),
      headings: z.array(z.string()),
      accountHolder: z.string().max(MAX_LENGTH.name).nullable(),
      samples: z.array(z.array(z.string())),
      sampleNumbers: z.array(z.number()),
      columns: statementColumns,
      rows: z.number(),
      twoWayDates: z
        .object({ text: z.string(), latest: z.object({ dmy: z.number(), mdy: z.number() }) })
        .optional(),
    }),
    found: statementFound,
    csv: z.instanceof(Uint8Array).optional(),
  }),
  refused,
])

/** For scans, and again for imports. A scan keeps a core busy; an import mostly waits for the database. Merchants take turns. */
const QUEUE = {
  atOnceMax: 2,
  atOncePerKeyMax: 1,
  waitingMax: 16,
  waitingPerKeyMax: 4,
  retryAfterSeconds: 5,
}
/** The longest statements take four seconds of one core. */
const WORK_MS_MAX = 60_000
const HEAP_MEGABYTES_MAX = 384
const IDLE_MS = 10_000
const UNBEARABLE = 'The file takes too much time or memory to be read. Send a shorter part of it, as CSV.'

export const createStatementReader = ({ clock }: { readonly clock: Clock }): StatementReader => {
  const open = () =>
    createChildWorkers({
      clock,
      program: new URL('./read-statement-program.ts', import.meta.url),
      queue: QUEUE,
      answerMsMax: WORK_MS_MAX,
      heapMegabytesMax: HEAP_MEGABYTES_MAX,
      idleMs: IDLE_MS,
    })
  // Separate processes: an upload does not wait for an import.
  const scans = open()
  const imports = open()
  return {
    async scan(merchantId, file, { password, keepsOtherRails = false } = {}) {
      let scanned: ReadStatement | undefined
      const take = async (answer: unknown): Promise<boolean> => {
        const { scanned: table, found, csv } = accepted(scanAnswer.parse(answer))
        scanned = { ...table, found, content: csv === undefined ? file : Buffer.from(csv) }
        return false
      }
      const tally = { now: clock.now(), keepsOtherRails }
      const request = { kind: 'scan', password, tally } satisfies ReadRequest
      try {
        await scans.stream(merchantId, request, inPieces(file), take)
      } catch (cause) {
        throw cause instanceof ChildEnded ? new StatementRefused(UNBEARABLE, { cause }) : cause
      }
      if (scanned === undefined) throw new Error('a statement without an answer')
      return scanned
    },
    rows: (merchantId, file, table, take) =>
      imports.stream(merchantId, { kind: 'rows', ...table } satisfies ReadRequest, file, (answer) =>
        take(accepted(rowsAnswer.parse(answer)).rows),
      ),
    stop() {
      scans.stop()
      imports.stop()
    },
  }
}

type Refused = z.output<typeof refused>

const accepted = <T extends object>(answer: T | Refused): Exclude<T, Refused> => {
  if ('refused' in answer) throw new StatementRefused(answer.refused, { field: answer.field })
  return answer as Exclude<T, Refused>
}

const PIECE_BYTES = 256 * 1024

async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}
