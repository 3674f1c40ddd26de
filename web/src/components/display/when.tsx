import { Text } from '@mantine/core'
import {
  displayDay,
  displayMoment,
  displayTime,
  displayWhen,
  displayWhenInFull,
} from '../../format/indian-display.ts'

/** An instant in Indian time, with its full form as a tooltip. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={displayWhenInFull(at)} className="amount">
      {exact ? displayMoment(at) : displayWhen(at)}
    </time>
  )
}

/** The day in Indian time, with the time of day below it. */
export function DayAndTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={displayWhenInFull(at)} className="tabular">
      {displayDay(at)}
      <Text span display="block" c="dimmed" fz="xs">
        {displayTime(at)}
      </Text>
    </time>
  )
}

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={displayWhenInFull(at)}>
      {displayDay(at)}
    </time>
  )
}
