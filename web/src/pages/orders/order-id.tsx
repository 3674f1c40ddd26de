import css from './order-id.module.css'

const TAIL_CHARS = 6

/** An id that is cut in its middle where there is no room: its end tells it from its neighbours. Whole on hover. */
export function OrderId({ id }: { id: string }) {
  return (
    <span className={css.id} title={id}>
      <span className={css.head}>{id.slice(0, -TAIL_CHARS)}</span>
      <span>{id.slice(-TAIL_CHARS)}</span>
    </span>
  )
}
