import { type ColumnRole, FEE_COLUMNS_MAX } from '@galla/contract/bank-statements/statement-limits'
import type { StatementColumns, StatementRecord } from '@galla/contract/bank-statements/statements'
import { Box, NativeSelect, SimpleGrid } from '@mantine/core'
import { More } from '../../components/display/more.tsx'
import { displayDay } from '../../format/indian-display.ts'
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
  readonly dateQuestion: StatementRecord['dateQuestion']
  /** Then they are folded: there is nothing to choose. */
  readonly areRecognised: boolean
  readonly onChoose: (columns: StatementColumns) => void
}

/** The detected meaning of each column; the merchant can correct it. */
export function ColumnChoices({
  headings,
  columns,
  dateQuestion,
  areRecognised,
  onChoose,
}: ColumnChoicesProps) {
  const options = [
    { value: NONE, label: t('Not in this file') },
    ...headings.map((heading, index) => ({
      value: String(index),
      label: heading.trim() === '' ? t('Column {number}', { number: index + 1 }) : heading,
    })),
  ]
  const choose = (role: ColumnRole, value: string) => {
    const { [role]: _before, ...kept } = columns
    const { dateOrder: _ofOtherColumn, ...undecided } = kept
    const others = role === 'date' ? undecided : kept
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
    <Box mb="lg">
      <DateFormat columns={columns} dateQuestion={dateQuestion} onChoose={onChoose} />
      <More summary={t('Columns')} open={!areRecognised}>
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
        </SimpleGrid>
      </More>
    </Box>
  )
}

/** Asks for the order of day and month where no date of the file decides. It starts empty: a guess may date payments wrongly. */
function DateFormat({
  columns,
  dateQuestion,
  onChoose,
}: Omit<ColumnChoicesProps, 'headings' | 'areRecognised'>) {
  if (dateQuestion === null) return null
  const { text, dmy, mdy } = dateQuestion
  return (
    <NativeSelect
      label={t('Date format')}
      description={t('Which day is {text} in this file? Its dates can be read in two ways.', { text })}
      mb="md"
      maw={480}
      required
      data={[
        { value: NONE, label: t('Choose the day'), disabled: true },
        { value: 'dmy', label: t('Day first: {day}', { day: displayDay(dmy) }) },
        { value: 'mdy', label: t('Month first: {day}', { day: displayDay(mdy) }) },
      ]}
      value={columns.dateOrder ?? NONE}
      onChange={(event) =>
        onChoose({ ...columns, dateOrder: event.currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
      }
    />
  )
}
