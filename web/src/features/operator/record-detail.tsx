import { IconArrowLeft } from 'virtual:icons'
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallFailure } from '../../api/api.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage, type ScreenMessageProps } from '../../components/feedback/screen-message.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'

interface RecordDetailProps<Data> {
  readonly list: { readonly to: string; readonly name: string }
  /** The title until the data is loaded. */
  readonly title: string
  readonly query: UseQueryResult<Data>
  readonly failure: string
  /** Shown when there is no such record. */
  readonly missing: ScreenMessageProps
  readonly skeleton: ReactNode
  /** `oldData` is a notice that the data is stale. */
  readonly children: (data: Data, oldData: ReactNode) => ReactNode
}

/** One record of a list, with a link back to the list. */
export function RecordDetail<Data>({ list, query, ...rest }: RecordDetailProps<Data>) {
  return (
    <>
      <Button
        component={Link}
        to={list.to}
        variant="subtle"
        px="xs"
        ml="-xs"
        mt={-8}
        leftSection={<IconArrowLeft />}
      >
        {list.name}
      </Button>
      <Detail query={query} {...rest} />
    </>
  )
}

function Detail<Data>(props: Omit<RecordDetailProps<Data>, 'list'>) {
  const { title, query, failure, missing, skeleton, children } = props
  const { data, isError, error } = query
  if (data !== undefined) return children(data, isError && <OldData query={query} failure={failure} />)
  if (!isError)
    return (
      <>
        <PageTitle title={title} line={<Skeleton h={14} w={220} mt={4} />} />
        {skeleton}
      </>
    )
  const isMissing = error instanceof CallFailure && (error.status === 404 || error.status === 400)
  return (
    <>
      <PageTitle title={title} />
      <Panel>
        {isMissing ? <ScreenMessage {...missing} /> : <QueryError query={query} failure={failure} />}
      </Panel>
    </>
  )
}
