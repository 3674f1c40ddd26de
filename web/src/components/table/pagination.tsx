import { Button } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import { pageNumbers } from './page-numbers.ts'
import css from './pagination.module.css'

interface PaginationProps {
  readonly current: number
  readonly last: number
  readonly limit: number
  readonly total: number
  readonly totalText: string
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  readonly onChange: (page: number) => void
}

export function Pagination(props: PaginationProps) {
  const { current, last, limit, total, totalText, hasPrevious, hasNext, onChange } = props
  const first = (current - 1) * limit + 1
  let gaps = 0
  return (
    <nav className={css.pagination} aria-label="Pages">
      <p className={css.showing}>
        {first <= total &&
          `Showing ${displayCount(first)} to ${displayCount(Math.min(current * limit, total))} of ${totalText} results`}
      </p>
      <div className={css.buttons}>
        <Button
          variant="default"
          h={36}
          radius="sm"
          disabled={!hasPrevious}
          onClick={() => onChange(current - 1)}
        >
          Previous
        </Button>
        <div className={css.numbers}>
          {pageNumbers(current, last).map((entry) => {
            if (entry === 'gap') {
              gaps += 1
              return (
                <span key={`gap-${gaps}`} className={css.gap}>
                  ...
                </span>
              )
            }
            return (
              <button
                key={entry}
                type="button"
                className={css.number}
                aria-label={`Page ${entry}`}
                aria-current={entry === current ? 'page' : undefined}
                onClick={() => onChange(entry)}
              >
                {displayCount(entry)}
              </button>
            )
          })}
        </div>
        <Button
          variant="default"
          h={36}
          radius="sm"
          disabled={!hasNext}
          onClick={() => onChange(current + 1)}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
