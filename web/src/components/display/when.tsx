import { displayMoment, displayWhen, displayWhenInFull } from '../../format/indian-display.ts'

/** An instant in India, the whole of it on hover. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={displayWhenInFull(at)} className="amount">
      {exact ? displayMoment(at) : displayWhen(at)}
    </time>
  )
}
