import { Box } from '@mantine/core'

interface ShareBarProps {
  /** 0 to 1. */
  readonly share: number
  readonly height?: number
  readonly colour?: string
}

/** A line filled as far as the share; what it shows stands beside it in words. */
export function ShareBar({ share, height = 6, colour = 'var(--galla-accent)' }: ShareBarProps) {
  return (
    <Box h={height} bdrs="sm" bg="var(--galla-sunken)" style={{ overflow: 'hidden' }}>
      <Box h="100%" w={`${share * 100}%`} bg={colour} />
    </Box>
  )
}
