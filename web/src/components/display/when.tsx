import { Text } from '@mantine/core'
import {
  displayDay,
  displayMoment,
  displayNearDay,
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

/** The day in Indian time, with the time of day beside it or, where that does not fit, below it. */
export function DayAndTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={displayWhenInFull(at)} className="tabular" style={{ whiteSpace: 'normal' }}>
      <Text span inherit display="inline-block">
        {displayNearDay(at)}
      </Text>{' '}
      <Text span display="inline-block" c="dimmed" fz="xs">
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
