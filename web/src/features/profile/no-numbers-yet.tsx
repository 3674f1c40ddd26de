import css from './no-numbers-yet.module.css'

const HEIGHTS = [22, 34, 28, 46, 40, 58, 50, 66, 60, 78, 70, 92]

/** Where the pictures will stand. */
export function NoNumbersYet() {
  return (
    <section className={css.panel} aria-label="Over time">
      <div className={css.bars} aria-hidden>
        {HEIGHTS.map((height) => (
          <i key={height} style={{ height: `${height}%` }} />
        ))}
      </div>
      <div>
        <h2>No orders in this mode yet</h2>
        <p>
          With the first ones your collections a day, your success rate and your busiest hours will stand
          here.
        </p>
      </div>
    </section>
  )
}
