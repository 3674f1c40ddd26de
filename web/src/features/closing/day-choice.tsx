import { IconChevronLeft, IconChevronRight } from 'virtual:icons'
import { DAY_MS } from '@galla/contract/durations'
import { ActionIcon, Group, TextInput } from '@mantine/core'
import { isDay } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'

const EARLIEST = '2020-01-01'

interface DayChoiceProps {
  readonly date: string
  readonly today: string
  readonly onChoose: (day: string) => void
}

const stepped = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The device's date field, with arrows to step from day to day. */
export function DayChoice({ date, today, onChoose }: DayChoiceProps) {
  const buttonProps = { variant: 'default', radius: 'md' } as const
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        {...buttonProps}
        aria-label={t('The day before')}
        disabled={date <= EARLIEST}
        onClick={() => onChoose(stepped(date, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <TextInput
        type="date"
        w={168}
        aria-label={t('Day')}
        min={EARLIEST}
        max={today}
        value={date}
        onChange={({ currentTarget: { value } }) => {
          if (isDay(value) && value >= EARLIEST && value <= today) onChoose(value)
        }}
      />
      <ActionIcon
        {...buttonProps}
        aria-label={t('The day after')}
        disabled={date >= today}
        onClick={() => onChoose(stepped(date, 1))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}
