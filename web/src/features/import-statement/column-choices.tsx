import {
  type ColumnRole,
  FEE_COLUMNS_MAX,
  type StatementColumns,
} from '@galla/contract/reconciliation/statements'
import { Box, NativeSelect, SimpleGrid, Text } from '@mantine/core'

const LABELS: readonly (readonly [ColumnRole, string])[] = [
  ['date', 'Date'],
  ['credit', 'Credit'],
  ['amount', 'Amount'],
  ['gross', 'Amount before fees'],
  ['direction', 'Dr/Cr'],
  ['narration', 'Narration'],
  ['reference', 'UTR or RRN'],
  ['payer', "Payer's UPI ID"],
  ['status', 'Status'],
]

const NONE = ''

interface ColumnChoicesProps {
  readonly headings: readonly string[]
  readonly columns: StatementColumns
  readonly onChoose: (columns: StatementColumns) => void
}

/** What each column of the file means, as it was found; every one can be corrected. */
export function ColumnChoices({ headings, columns, onChoose }: ColumnChoicesProps) {
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
  const fees = columns.fees ?? []
  const chooseFee = (at: number, value: string) => {
    const { fees: _before, ...others } = columns
    const chosen = [...fees.slice(0, at), Number(value), ...fees.slice(at + 1)].filter(
      (_, n) => n !== at || value !== NONE,
    )
    onChoose(chosen.length === 0 ? others : { ...others, fees: chosen })
  }
  return (
    <Box component="fieldset" m={0} mb="lg" p={0} bd={0}>
      <Text component="legend" p={0} mb="sm" fw={600}>
        Columns
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {LABELS.map(([role, label]) => (
          <NativeSelect
            key={role}
            label={label}
            data={options}
            value={columns[role] === undefined ? NONE : String(columns[role])}
            onChange={(event) => choose(role, event.currentTarget.value)}
          />
        ))}
        {[...fees, undefined].slice(0, FEE_COLUMNS_MAX).map((column, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place
            key={at}
            label={at === 0 ? 'Fees' : 'More fees, or tax on them'}
            data={options}
            value={column === undefined ? NONE : String(column)}
            onChange={(event) => chooseFee(at, event.currentTarget.value)}
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
      </SimpleGrid>
    </Box>
  )
}
