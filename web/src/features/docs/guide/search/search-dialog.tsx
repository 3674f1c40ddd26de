import { Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { LoadError } from '../../../../components/feedback/screen-message.tsx'
import {
  type FoundSection,
  findSections,
  type SearchEntry,
} from '../../../../components/finder/find-sections.ts'
import { Finder } from '../../../../components/finder/finder.tsx'
import { foundFrom, useGuideIndex } from '../../../../components/finder/guide-index.tsx'

/** The most visited sections, shown before anything is typed. */
const STARTS = ['/quickstart', '#create-order', '/webhooks', '#status-codes', '/going-live']

const startsOf = (entries: readonly SearchEntry[]): FoundSection[] =>
  STARTS.flatMap(
    (place) => entries.find(({ path }) => path.startsWith('/docs/') && path.endsWith(place)) ?? [],
  ).map((entry) => ({
    entry,
    around: [],
  }))

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('')
  const index = useGuideIndex()
  const entries = index.data ?? []
  const isAsked = question.trim() !== ''
  const found = isAsked ? findSections(entries, question) : startsOf(entries)
  return (
    <Finder
      label="Search the docs"
      listLabel="Sections"
      closeLabel="Close the search"
      question={question}
      onQuestion={setQuestion}
      found={found.map(foundFrom)}
      status={
        index.isSuccess && isAsked
          ? `${found.length} ${found.length === 1 ? 'section' : 'sections'} found`
          : ''
      }
      onClose={onClose}
    >
      <Notice index={index} isEmpty={found.length === 0} />
    </Finder>
  )
}

interface NoticeProps {
  readonly index: ReturnType<typeof useGuideIndex>
  readonly isEmpty: boolean
}

/** Replaces the results while there are none. */
function Notice({ index, isEmpty }: NoticeProps) {
  if (index.isError)
    return <LoadError message="The search could not be loaded." onRetry={() => void index.refetch()} />
  if (index.isPending)
    return (
      <Stack gap="xs" p="md" role="status" aria-label="Loading the search">
        {STARTS.map((id) => (
          <Skeleton key={id} h={48} />
        ))}
      </Stack>
    )
  if (!isEmpty) return null
  return (
    <Text c="dimmed" ta="center" py={36} px="lg">
      No section has all of these words. Try fewer words or the name of a field.
    </Text>
  )
}
