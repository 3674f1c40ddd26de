import { PLAN_EXCLUDES, PLAN_FOOTNOTES, PLAN_INCLUDES } from '@galla/contract/plans'
import { IconCheck, IconX } from '@tabler/icons-react'
import css from './plan-items.module.css'

/** What every plan has, and what none has. */
export function PlanItems() {
  return (
    <>
      <ul className={css.items} aria-label="Included">
        {PLAN_INCLUDES.map((item) => (
          <li key={item}>
            <IconCheck size={18} stroke={2.2} aria-hidden className={css.yes} />
            {item}
          </li>
        ))}
      </ul>
      <ul className={css.items} aria-label="Not included">
        {PLAN_EXCLUDES.map((item) => (
          <li key={item} className={css.notIncluded}>
            <IconX size={18} stroke={2.2} aria-hidden />
            {item}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the asterisks stand for, and what is counted. */
export function PlanFootnotes() {
  return (
    <ul className={css.footnotes} aria-label="Footnotes">
      {PLAN_FOOTNOTES.map(({ of, text }) => (
        <li key={of}>
          <strong>{of}</strong> {text}
        </li>
      ))}
      <li>
        <strong>QR request</strong> One order made in live mode. Orders in test mode are free and not counted.
      </li>
    </ul>
  )
}
