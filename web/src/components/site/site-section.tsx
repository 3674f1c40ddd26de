import { Box, type BoxProps } from '@mantine/core'
import type { ComponentProps } from 'react'

interface SiteSectionProps extends BoxProps, Omit<ComponentProps<'section'>, keyof BoxProps> {}

/** A full-width section of a public page. */
export function SiteSection(props: SiteSectionProps) {
  return <Box component="section" w="100%" maw={1160} mx="auto" px={{ base: 'md', xs: 'lg' }} {...props} />
}
