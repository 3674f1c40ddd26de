/** The only definition of colours and measures. Contrast is at least 5.4 for text and 3.1 for controls. */
export const LIGHT = {
  background: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#eef0f3',
  raised: '#ffffff',
  text: '#14181f',
  muted: '#545d6b',
  line: '#d9dde3',
  waiting: '#e4e7ec',
  control: '#858d9a',
  accent: '#0b57d0',
  'accent-hover': '#0a4cb5',
  'on-accent': '#ffffff',
  success: '#146c2e',
  'success-soft': '#e3f4e6',
  pending: '#8a4b00',
  'pending-soft': '#fdf0d5',
  failed: '#b3261e',
  'failed-soft': '#fce8e6',
  created: '#0b57d0',
  'created-soft': '#e5eefc',
  overlay: '0 12px 32px rgb(20 24 31 / 0.16)',
} as const

export const DARK = {
  background: '#0e1116',
  surface: '#171b22',
  sunken: '#0b0d11',
  raised: '#313844',
  text: '#eef1f5',
  muted: '#a3adbb',
  line: '#313844',
  waiting: '#262c36',
  control: '#6f7a8a',
  accent: '#8ab4f8',
  'accent-hover': '#a5c6fa',
  'on-accent': '#0b1a33',
  success: '#7fd398',
  'success-soft': '#12301c',
  pending: '#f5c26b',
  'pending-soft': '#38270b',
  failed: '#f5a49d',
  'failed-soft': '#3d1613',
  created: '#8ab4f8',
  'created-soft': '#10264d',
  overlay: '0 12px 32px rgb(0 0 0 / 0.6)',
} as const satisfies Record<keyof typeof LIGHT, string>

export const FONT_SIZES = { xs: '12px', sm: '14px', md: '16px', lg: '18px', xl: '24px' } as const
export const SPACING = { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' } as const
export const RADIUS = { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' } as const

/** The layout breakpoints in pixels. Below `sm` the side menu is a drawer, below `lg` a narrow rail. */
export const BREAKPOINTS = { xs: 480, sm: 768, lg: 1200 } as const

export const TOAST_MS = 3000
export const COPIED_MS = 2000
export const DEBOUNCE_MS = 500
