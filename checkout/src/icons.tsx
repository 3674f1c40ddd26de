const PATHS = {
  tick: 'M7 13l4 4 8-9',
  cross: 'M8 8l10 10M18 8L8 18',
  clock: 'M13 6.5V13l4.5 2.5M13 3a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
  question: 'M9.6 10a3.4 3.4 0 1 1 5 3c-1.1.6-1.6 1.2-1.6 2.4M13 19.2v.1',
} as const

export type IconName = keyof typeof PATHS

/** Decorative; the heading beside it carries the meaning. */
export const OutcomeIcon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 26 26" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
