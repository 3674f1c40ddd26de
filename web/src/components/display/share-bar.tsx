import { Box } from '@mantine/core'
import type { ComponentProps } from 'react'

interface ShareBarProps extends ComponentProps<'div'> {
  /** 0 to 1. */
  readonly share: number
  readonly height?: number
  readonly colour?: string
}

/** A bar filled to `share`. It is decorative: the text beside it says the same. */
export function ShareBar({ share, height = 6, colour = 'var(--galla-accent)', ...rest }: ShareBarProps) {
  return (
    <Box {...rest} h={height} bdrs="sm" bg="var(--galla-sunken)" style={{ overflow: 'hidden' }}>
      <Box h="100%" w={`${share * 100}%`} bg={colour} />
    </Box>
  )
}
