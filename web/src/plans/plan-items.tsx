import { IconCheck, IconX } from 'virtual:icons'
import { PLAN_EXCLUDES, PLAN_FOOTNOTES, PLAN_INCLUDES } from '@galla/contract/subscriptions/plans'
import { Box, Group } from '@mantine/core'
import css from './plan-items.module.css'

/** What every plan has, and what none has. */
export function PlanItems() {
  return (
    <>
      <ul className={css.items} aria-label="Included">
        {PLAN_INCLUDES.map((item) => (
          <Group key={item} component="li" gap={10} wrap="nowrap" fz="md">
            <IconCheck size={18} stroke={2.2} aria-hidden className={css.yes} />
            {item}
          </Group>
        ))}
      </ul>
      <ul className={css.items} aria-label="Not included">
        {PLAN_EXCLUDES.map((item) => (
          <Group key={item} className={css.notIncluded} component="li" gap={10} wrap="nowrap" fz="md">
            <IconX size={18} stroke={2.2} aria-hidden />
            {item}
          </Group>
        ))}
      </ul>
    </>
  )
}

/** What the asterisks stand for, and what is counted. */
export function PlanFootnotes() {
  return (
    <Box component="ul" c="dimmed" className={`plain-list ${css.footnotes}`} aria-label="Footnotes">
      {PLAN_FOOTNOTES.map(({ of, text }) => (
        <li key={of}>
          <Box component="strong" mr={4} c="var(--galla-text)" fw={600}>
            {of}
          </Box>{' '}
          {text}
        </li>
      ))}
      <li>
        <Box component="strong" mr={4} c="var(--galla-text)" fw={600}>
          QR request
        </Box>{' '}
        One order made in live mode. Orders in test mode are free and not counted.
      </li>
    </Box>
  )
}
