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

/** Colour and letters of an app's tile; our own drawing, not its trade mark. */
const TILES: Readonly<Record<string, readonly [fill: string, letters: string]>> = {
  'Google Pay': ['#1a73e8', 'G'],
  PhonePe: ['#5f259f', 'पे'],
  Paytm: ['#002e6e', 'P'],
  BHIM: ['#c2410c', 'B'],
  CRED: ['#111', 'C'],
}

export const AppGlyph = ({ name }: { name: string }) => {
  const [fill, letters] = TILES[name] ?? ['#545d6b', name.slice(0, 1)]
  return (
    <svg className="glyph" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill={fill} />
      <text x="10" y="14" fill="#fff">
        {letters}
      </text>
    </svg>
  )
}
