import type { StatementRecord } from '@galla/contract/statements'
import { displayAmount, displayDay, displayWhen } from '../../format/indian-display.ts'
import css from './import-statement.module.css'

const DAY_LENGTH = 10

const whenText = (at: string): string =>
  at.length === DAY_LENGTH ? displayDay(`${at}T00:00:00+05:30`) : displayWhen(at)

/** The first rows, each as it would be imported. */
export function PreviewRows({ statement, isUpdating }: { statement: StatementRecord; isUpdating: boolean }) {
  return (
    <section className={css.preview} aria-label="The first rows" aria-busy={isUpdating}>
      <h3 className={css.heading}>The first rows, as they will be understood. Times in India (IST).</h3>
      <ol className={css.rows}>
        {statement.understood.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name, and never move
          <li key={index} className={css.row} data-kind={row.kind}>
            <span className={css.when}>{row.at === null ? 'Skipped' : whenText(row.at)}</span>
            <span className={css.what}>
              {row.kind === 'credit'
                ? [row.utr === null ? 'No UTR' : `UTR ${row.utr}`, row.payer].filter(Boolean).join(' · ')
                : (row.why ?? '')}
            </span>
            <span className={css.amount}>
              {row.amount === null ? '-' : displayAmount(Number(row.amount))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
