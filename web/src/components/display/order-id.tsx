import css from './display.module.css'

/** An order id that wraps in the middle, so that no single letter is left on the second line. */
export function OrderId({ id }: { id: string }) {
  const half = id.length / 2
  return (
    <>
      {id.slice(0, half)}
      <wbr />
      {id.slice(half)}
    </>
  )
}

/** How many of an id's last characters tell two ids of one minute apart. */
const TAIL = 5

/** An order id on one line, shortened in its middle by the stylesheet alone: reading, marking and copying give the whole id. */
export function ShortOrderId({ id }: { id: string }) {
  return (
    <span className={css.short} title={id}>
      <span>{id.slice(0, -TAIL)}</span>
      {id.slice(-TAIL)}
    </span>
  )
}
