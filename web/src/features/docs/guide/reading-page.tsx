import { Box, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ContentsList } from './contents-list.tsx'
import { GuideFor } from './guide-context.tsx'
import { useArrivalAtAnchor } from './guide-section.tsx'
import reading from './reading-page.module.css'
import { DocsSearch } from './search/docs-search.tsx'

interface ReadingPageProps extends ComponentProps<typeof ContentsList> {
  readonly title: string
  readonly line: string
  readonly links: ReactNode
  readonly children: ReactNode
}

/** A page of the public documentation: introduction, table of contents and chapters. */
export function ReadingPage({ title, line, links, contents, children }: ReadingPageProps) {
  useArrivalAtAnchor()
  return (
    <GuideFor level={2}>
      <div className={reading.page}>
        <Stack component="header" gap="sm" className={reading.head}>
          <h1>{title}</h1>
          <p>{line}</p>
          <p className={reading.links}>{links}</p>
          <DocsSearch />
        </Stack>
        <div>
          <ContentsList contents={contents} />
        </div>
        <Box miw={0} fz="md" className={reading.text}>
          {children}
        </Box>
      </div>
    </GuideFor>
  )
}
