import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import type { Anchored } from '../../../components/overlay/anchored.tsx'
import {
  DAY_RANGES,
  type DayRange,
  type Days,
  daysOf,
  displayDays,
  isDay,
  todayInIndia,
} from '../../../format/indian-days.ts'
import { t } from '../../../locales/translate.ts'
import { type Dates, daysIn } from '../orders-view.ts'
import { ALL_FIELDS, FilterForm, FilterPopover, forAll } from './filter-popover.tsx'
import { DATES_DRAFT } from './opened-filter.ts'

const EARLIEST = '2020-01-01'

interface DatesFormProps extends Anchored {
  readonly dates: Dates
  readonly onChoose: (dates: Dates) => void
}

export function DatesForm({ dates, onChoose, ...anchored }: DatesFormProps) {
  return (
    <FilterPopover name={t('Date')} anchored={anchored}>
      <Ranges dates={dates} onChoose={(range) => onChoose({ range })} />
      <DaysForm days={daysIn(dates, todayInIndia())} onChoose={onChoose} />
      <Text mt="xs" c="dimmed" fz="xs">
        {t('Days begin and end at midnight IST.')}
      </Text>
    </FilterPopover>
  )
}

function Ranges({ dates, onChoose }: { dates: Dates; onChoose: (range: DayRange) => void }) {
  const today = todayInIndia()
  return (
    <SimpleGrid
      cols={2}
      spacing={4}
      verticalSpacing={4}
      pb="sm"
      mb="sm"
      style={{ borderBottom: '1px solid var(--galla-line)' }}
    >
      {(Object.keys(DAY_RANGES) as DayRange[]).map((range) => {
        const isChosen = 'range' in dates && dates.range === range
        return (
          <Button
            key={range}
            variant={isChosen ? 'light' : 'subtle'}
            px="xs"
            justify="flex-start"
            title={displayDays(daysOf(range, today))}
            aria-pressed={isChosen}
            onClick={() => onChoose(range)}
          >
            {DAY_RANGES[range]}
          </Button>
        )
      })}
    </SimpleGrid>
  )
}

function whatIsWrong({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === '' && to === '') return t('Please choose a day')
  if ([from, to].some((day) => day !== '' && !isDay(day))) return t('Please choose days of the calendar')
  return from !== '' && to !== '' && from > to ? t('From must not be after To') : ''
}

/** A custom range of days; either end may stay open. Native date fields have the device's locale and keyboard. */
function DaysForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const { form, formProps } = useCheckedForm({
    initialValues: { from: days.from ?? '', to: days.to ?? '' },
    validate: (typed) => forAll(whatIsWrong(typed)),
    draft: { name: DATES_DRAFT, untilLeft: true },
  })
  const error = form.errors[ALL_FIELDS]
  const today = todayInIndia()
  const common = {
    type: 'date',
    min: EARLIEST,
    max: today,
    'aria-invalid': error !== undefined,
    // Two whole dates fit side by side on the smallest phones.
    styles: { input: { paddingInline: 8 } },
  } as const
  return (
    <FilterForm
      error={error}
      formProps={formProps(({ from, to }) =>
        onChoose({ from: from === '' ? undefined : from, to: to === '' ? undefined : to }),
      )}
    >
      <TextInput {...common} label={t('From [day]')} {...form.getInputProps('from')} />
      <TextInput {...common} label={t('To [day]')} {...form.getInputProps('to')} />
    </FilterForm>
  )
}
