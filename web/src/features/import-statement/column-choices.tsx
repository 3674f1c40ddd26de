import type { ColumnRole, StatementColumns } from '@galla/contract/reconciliation/statements'
import { NativeSelect } from '@mantine/core'
import css from './import-statement.module.css'

const LABELS: readonly (readonly [ColumnRole, string])[] = [
  ['date', 'Date'],
  ['credit', 'Credit'],
  ['amount', 'Amount'],
  ['direction', 'Dr/Cr'],
  ['narration', 'Narration'],
  ['reference', 'UTR or RRN'],
  ['payer', "Payer's UPI ID"],
  ['status', 'Status'],
]

const NONE = ''

/** What each column of the file means, as it was found; every one can be corrected. */
export function ColumnChoices({
  headings,
  columns,
  onChoose,
}: {
  headings: readonly string[]
  columns: StatementColumns
  onChoose: (columns: StatementColumns) => void
}) {
  const options = [
    { value: NONE, label: 'Not in this file' },
    ...headings.map((heading, index) => ({
      value: String(index),
      label: heading.trim() === '' ? `Column ${index + 1}` : heading,
    })),
  ]
  const choose = (role: ColumnRole, value: string) => {
    const { [role]: _before, ...others } = columns
    onChoose(value === NONE ? others : { ...others, [role]: Number(value) })
  }
  return (
    <fieldset className={css.choices}>
      <legend>Columns</legend>
      {LABELS.map(([role, label]) => (
        <NativeSelect
          key={role}
          label={label}
          data={options}
          value={columns[role] === undefined ? NONE : String(columns[role])}
          onChange={(event) => choose(role, event.currentTarget.value)}
        />
      ))}
      <NativeSelect
        label="Order of dates"
        data={[
          { value: 'dmy', label: 'Day first: 31/12/2026' },
          { value: 'mdy', label: 'Month first: 12/31/2026' },
        ]}
        value={columns.dateOrder}
        onChange={(event) =>
          onChoose({ ...columns, dateOrder: event.currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
        }
      />
    </fieldset>
  )
}
