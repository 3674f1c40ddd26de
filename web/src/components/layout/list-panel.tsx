import { Box, Button, Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { OldData } from '../feedback/old-data.tsx'
import { QueryError } from '../feedback/query-error.tsx'
import { ScreenMessage, type ScreenMessageProps } from '../feedback/screen-message.tsx'

interface ListPanelProps {
  /** The subject of the error message: "The merchants". */
  readonly what: string
  readonly query: {
    readonly isError: boolean
    readonly error: unknown
    readonly refetch: () => unknown
    readonly hasNextPage?: boolean
    readonly isFetchingNextPage?: boolean
    readonly fetchNextPage?: () => unknown
  }
  /** Undefined while the rows load. */
  readonly count: number | undefined
  /** The empty state. */
  readonly empty: ScreenMessageProps
  readonly children: ReactNode
  /** Below the rows, and below the empty state. */
  readonly foot?: ReactNode
}

/** The panel of a list, with its loading, error and empty states. */
export function ListPanel({ what, query, count, empty, children, foot }: ListPanelProps) {
  const failure = t('{what} could not be loaded', { what })
  if (count === undefined && query.isError)
    return (
      <Paper withBorder radius="lg">
        <QueryError query={query} failure={failure} />
      </Paper>
    )
  return (
    <Paper withBorder radius="lg">
      {query.isError && (
        <Box px={20} pt="md" pb={0}>
          <OldData query={query} failure={failure} />
        </Box>
      )}
      {count === 0 ? <ScreenMessage {...empty} /> : children}
      {query.hasNextPage === true && (
        <Group
          gap={0}
          align="stretch"
          justify="center"
          wrap="nowrap"
          p="sm"
          style={{ borderTop: '1px solid var(--galla-line)' }}
          data-more-rows
        >
          <Button
            variant="default"
            disabled={query.isFetchingNextPage === true}
            onClick={() => void query.fetchNextPage?.()}
          >
            {query.isFetchingNextPage === true ? t('Loading...') : t('Show more')}
          </Button>
        </Group>
      )}
      {foot}
    </Paper>
  )
}
