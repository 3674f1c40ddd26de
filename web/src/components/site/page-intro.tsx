import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageIntroProps {
  readonly eyebrow: string
  readonly title: string
  readonly line: string
  readonly children?: ReactNode
}

/** The heading and introduction of a public page. */
export function PageIntro({ eyebrow, title, line, children }: PageIntroProps) {
  return (
    <Stack
      component="header"
      gap={0}
      align="center"
      ta="center"
      px={{ base: 'md', xs: 'lg' }}
      pt={{ base: 48, xs: 72 }}
      pb={{ base: 'xl', xs: 48 }}
      className="glow"
    >
      <Text c="var(--galla-accent)" fw={600} mb="sm">
        {eyebrow}
      </Text>
      <Box component="h1" maw={760}>
        {title}
      </Box>
      <Text maw={620} mt="md" c="dimmed" lh={1.6} fz={{ base: 'md', xs: 'lg' }}>
        {line}
      </Text>
      {children}
    </Stack>
  )
}
