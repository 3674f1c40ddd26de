import { type ColumnRole, FEE_COLUMNS_MAX } from '@galla/contract/bank-statements/statement-limits'
import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { Box, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { t } from '../../locales/translate.ts'

const LABELS: readonly (readonly [ColumnRole, string])[] = [
  ['date', t('Date')],
  ['credit', t('Credit')],
  ['amount', t('Amount')],
  ['gross', t('Amount before fees')],
  ['direction', t('Dr/Cr')],
  ['narration', t('Narration')],
  ['reference', t('UTR or RRN')],
  ['payer', t("Payer's UPI ID")],
  ['status', t('Status')],
]

const NONE = ''

interface ColumnChoicesProps {
  readonly headings: readonly string[]
  readonly columns: StatementColumns
  readonly onChoose: (columns: StatementColumns) => void
}

/** The detected meaning of each column; the merchant can correct it. */
export function ColumnChoices({ headings, columns, onChoose }: ColumnChoicesProps) {
  const options = [
    { value: NONE, label: t('Not in this file') },
    ...headings.map((heading, index) => ({
      value: String(index),
      label: heading.trim() === '' ? t('Column {number}', { number: index + 1 }) : heading,
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
        {t('Columns')}
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column
            key={at}
            label={at === 0 ? t('Fees') : t('More fees or taxes')}
            data={options}
            value={column === undefined ? NONE : String(column)}
            onChange={(event) => chooseFee(at, event.currentTarget.value)}
          />
        ))}
        <NativeSelect
          label={t('Date format')}
          data={[
            { value: 'dmy', label: t('Day first: 31/12/2026') },
            { value: 'mdy', label: t('Month first: 12/31/2026') },
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
