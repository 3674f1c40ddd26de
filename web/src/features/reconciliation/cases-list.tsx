import { IconMoodCheck, IconSearch } from 'virtual:icons'
import { Button, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { stepBetweenRows } from '../../components/table/row-click.ts'
import { displayCount } from '../../format/indian-display.ts'
import css from './cases-list.module.css'
import type { CasesPlace } from './cases-place.ts'

const WORDS = {
  failed: 'Failed to fetch the cases',
  unreachable: 'Something went wrong while fetching the cases',
}
const WAITING_ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly pagination: {
    readonly currentPage: number
    readonly totalPages: number
    readonly total: number
    readonly totalIsMore: boolean
    readonly limit: number
  }
}

interface CasesListProps<Row> {
  readonly label: string
  readonly query: {
    readonly data: Paged<Row> | undefined
    readonly error: Error | null
    readonly isError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly place: CasesPlace
  readonly row: (row: Row) => ReactNode
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  /** Where what was searched for may stand instead. */
  readonly searchElsewhere?: ReactNode
}

/** The five states of a list of cases. */
export function CasesList<Row>(props: CasesListProps<Row>) {
  const { query, place, label, row } = props
  const { data, isError, error } = query
  if (data === undefined)
    return (
      <div className={css.list}>
        {isError ? (
          <LoadError message={failureMessage(error, WORDS)} onRetry={() => void query.refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
    )
  const { pagination } = data
  return (
    <>
      {isError && (
        <div className={css.old}>
          <OldData error={error} words={WORDS} onRetry={query.refetch} />
        </div>
      )}
      <div className={css.list} aria-busy={query.isPlaceholderData}>
        {data.data.length === 0 ? (
          <Nothing {...props} last={pagination.totalPages} />
        ) : (
          <ul className={css.rows} aria-label={label} onKeyDown={stepBetweenRows}>
            {data.data.map(row)}
          </ul>
        )}
      </div>
      {pagination.totalPages > 1 && (
        <Pager
          current={place.view.page}
          last={pagination.totalPages}
          rows={{
            limit: pagination.limit,
            total: pagination.total,
            totalText: `${displayCount(pagination.total)}${pagination.totalIsMore ? '+' : ''}`,
          }}
          hasPrevious={place.view.page > 1}
          hasNext={place.view.page < pagination.totalPages}
          onChange={(page) => place.show({ page })}
        />
      )}
    </>
  )
}

function Nothing<Row>({ place, empty, last, searchElsewhere }: CasesListProps<Row> & { last: number }) {
  if (last > 0)
    return (
      <ScreenMessage
        Icon={IconSearch}
        title="Nothing on this page"
        text="There are fewer pages than this one's number."
        action={
          <Button variant="default" onClick={() => place.show({ page: last })}>
            Go to the last page
          </Button>
        }
      />
    )
  if (place.view.search !== '')
    return (
      <ScreenMessage
        Icon={IconSearch}
        title="Nothing found"
        text={`Nothing here has "${place.view.search}" in it.`}
        action={
          <>
            {searchElsewhere}
            <Button variant="default" onClick={() => place.setTyped('')}>
              Clear the search
            </Button>
          </>
        }
      />
    )
  return <ScreenMessage Icon={IconMoodCheck} {...empty} />
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the cases">
      {WAITING_ROWS.map((row) => (
        <div key={row} className={css.waiting}>
          <Skeleton h={18} w={88} />
          <Stack gap={0} miw={0} className={css.what}>
            <Skeleton h={14} w="50%" mb={8} />
            <Skeleton h={12} w="75%" />
          </Stack>
          <span className={css.state}>
            <Skeleton h={24} w={88} radius={12} />
          </span>
          <Stack gap={0} miw={0} className={`tabular ${css.when}`}>
            <Skeleton h={14} w={112} />
          </Stack>
        </div>
      ))}
    </div>
  )
}
