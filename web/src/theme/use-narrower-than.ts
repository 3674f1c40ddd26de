import { useMediaQuery } from '@mantine/hooks'
import { BREAKPOINTS } from './tokens.ts'

/** Whether the window is narrower than a breakpoint of the theme. */
export const useNarrowerThan = (breakpoint: keyof typeof BREAKPOINTS): boolean =>
  useMediaQuery(`(max-width: ${BREAKPOINTS[breakpoint] - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
