import type { Pagination } from '@galla/contract/reconciliation/credits'
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import css from './pager.module.css'

interface PagerProps {
  readonly label?: string
  readonly current: number
  readonly last: number
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** For "Showing 1 to 10 of 42 results" and numbered pages. Without it, and on a phone, the pager shows "Page 1 of 5". */
  readonly rows?: { readonly limit: number; readonly total: number; readonly totalText: string }
  /** Extends the pager to the edges of a padded panel. */
  readonly inPanel?: true
  readonly onChange: (page: number) => void
}

/** Previous and Next below a list, with page numbers on wide windows. */
export function Pager({
  label = t('Pages'),
  current,
  last,
  hasPrevious,
  hasNext,
  rows,
  inPanel,
  onChange,
}: PagerProps) {
  const isNarrow = useNarrowerThan('sm')
  const stepButton = (text: string, by: number, enabled: boolean) => (
    <Button variant="default" disabled={!enabled} onClick={() => onChange(current + by)}>
      {text}
    </Button>
  )
  return (
    <Group
      component="nav"
      justify="space-between"
      gap="sm"
      className={css.pager ?? ''}
      data-in-panel={inPanel}
      aria-label={label}
    >
      {rows !== undefined && !isNarrow && (
        <Text c="dimmed" flex={1} className="tabular">
          {showing(current, rows)}
        </Text>
      )}
      {stepButton(t('Previous'), -1, hasPrevious)}
      {(rows === undefined || isNarrow) && (
        <Text span c="dimmed" className="tabular">
          {t('Page {current} of {last}', { current: displayCount(current), last: displayCount(last) })}
        </Text>
      )}
      {rows !== undefined && !isNarrow && <Numbers current={current} last={last} onChange={onChange} />}
      {stepButton(t('Next'), 1, hasNext)}
    </Group>
  )
}

interface CountedPagerProps {
  readonly page: number
  readonly pagination: Pagination
  readonly onChange: (page: number) => void
}

/** Below a list that counts its rows up to a limit. */
export function CountedPager({ page, pagination, onChange }: CountedPagerProps) {
  const { limit, total, totalIsMore, totalPages } = pagination
  return (
    <Pager
      current={page}
      last={totalPages}
      rows={{ limit, total, totalText: `${displayCount(total)}${totalIsMore ? '+' : ''}` }}
      hasPrevious={page > 1}
      hasNext={page < totalPages}
      onChange={onChange}
    />
  )
}

const showing = (current: number, { limit, total, totalText }: NonNullable<PagerProps['rows']>): string => {
  const first = (current - 1) * limit + 1
  if (first > total) return ''
  return t('Showing {first} to {last} of {total} results', {
    first: displayCount(first),
    last: displayCount(Math.min(current * limit, total)),
    total: totalText,
  })
}

function Numbers({ current, last, onChange }: Pick<PagerProps, 'current' | 'last' | 'onChange'>) {
  return (
    <Group gap={4} wrap="nowrap">
      {pageNumbers(current, last).map((entry, index) =>
        entry === 'gap' ? (
          <Text key={index < 2 ? 'gap before' : 'gap after'} span c="dimmed" w={28} ta="center">
            ...
          </Text>
        ) : (
          <UnstyledButton
            key={entry}
            className={css.number ?? ''}
            aria-label={t('Page {entry}', { entry })}
            aria-current={entry === current ? 'page' : undefined}
            onClick={() => onChange(entry)}
          >
            {displayCount(entry)}
          </UnstyledButton>
        ),
      )}
    </Group>
  )
}

type PageEntry = number | 'gap'

/**
 * The entries of the pagination: the first page, an ellipsis when the current page is beyond 3, the pages around the current one, an
 * ellipsis, and the last page.
 */
export function pageNumbers(current: number, last: number): PageEntry[] {
  const entries: PageEntry[] = [1]
  if (current > 3) entries.push('gap')
  for (let page = Math.max(2, current - 1); page <= Math.min(last - 1, current + 1); page += 1)
    entries.push(page)
  if (current < last - 2) entries.push('gap')
  if (last > 1) entries.push(last)
  return entries
}
