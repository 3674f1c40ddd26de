import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './page-intro.module.css'

interface PageIntroProps {
  readonly eyebrow: string
  readonly title: string
  readonly line: string
  readonly children?: ReactNode
}

/** The heading and the first lines of a public page. */
export function PageIntro({ eyebrow, title, line, children }: PageIntroProps) {
  return (
    <Stack component="header" gap={0} align="center" ta="center" className={css.intro}>
      <Text c="var(--galla-accent)" fw={600} mb="sm">
        {eyebrow}
      </Text>
      <h1>{title}</h1>
      <Text maw={620} mt="md" c="dimmed" lh={1.6} className={css.line}>
        {line}
      </Text>
      {children}
    </Stack>
  )
}
