import { Center, type CenterProps } from '@mantine/core'

interface SealProps extends CenterProps {
  readonly tone: 'success' | 'pending' | 'failed' | 'created'
  readonly size: number
  readonly round?: boolean
}

/** An icon on a background tinted with its tone. */
export function Seal({ tone, size, round = false, ...rest }: SealProps) {
  return (
    <Center
      component="span"
      flex="none"
      w={size}
      h={size}
      bdrs={round ? '50%' : 'md'}
      c={`var(--galla-${tone})`}
      bg={`var(--galla-${tone}-soft)`}
      fw={700}
      {...rest}
    />
  )
}
