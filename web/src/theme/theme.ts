import { type CSSVariablesResolver, createTheme, type VariantColorsResolver } from '@mantine/core'
import { DARK, FONT_SIZES, LIGHT, RADIUS, SPACING } from './tokens.ts'

type Scheme = Record<keyof typeof LIGHT, string>

const own = (scheme: Scheme): Record<string, string> =>
  Object.fromEntries(Object.entries(scheme).map(([name, value]) => [`--galla-${name}`, value]))

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: own(LIGHT),
  dark: own(DARK),
})

// Motion of at most 150 ms. A dialog's header is not a banner landmark of the page.
const SLIDE = { transitionProps: { duration: 150 }, attributes: { header: { role: 'presentation' } } }

const TONES = new Set(['success', 'pending', 'failed', 'created'])

const variantColors: VariantColorsResolver = ({ color, variant }) => {
  const tone = color !== undefined && TONES.has(color) ? color : 'accent'
  const main = `var(--galla-${tone})`
  const soft = tone === 'accent' ? 'var(--galla-created-soft)' : `var(--galla-${tone}-soft)`
  const clear = '1px solid transparent'
  if (variant === 'default')
    return {
      background: 'var(--galla-surface)',
      hover: 'var(--galla-sunken)',
      color: tone === 'accent' ? 'var(--galla-text)' : main,
      border: '1px solid var(--galla-control)',
    }
  if (variant === 'subtle' || variant === 'transparent')
    return { background: 'transparent', hover: soft, color: main, border: clear }
  if (variant === 'light') return { background: soft, hover: soft, color: main, border: clear }
  const hover =
    tone === 'accent' ? 'var(--galla-accent-hover)' : `color-mix(in srgb, ${main} 88%, var(--galla-text))`
  return { background: main, hover, color: 'var(--galla-on-accent)', border: clear }
}

export const theme = createTheme({
  // Devanagari by the names that systems have for it: the browser's own fallback may choose a weight that is not bold.
  fontFamily:
    'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", "Nirmala UI", "Kohinoor Devanagari", Mukta, "Lohit Devanagari", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: FONT_SIZES,
  spacing: SPACING,
  radius: RADIUS,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: FONT_SIZES.xl },
      h2: { fontSize: FONT_SIZES.lg },
      h3: { fontSize: FONT_SIZES.md },
      h4: { fontSize: FONT_SIZES.sm },
    },
  },
  breakpoints: { xs: '30em', sm: '48em', lg: '75em' },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
    Badge: {
      defaultProps: { tt: 'none', fw: 600, fz: 'xs', h: 24, px: 9, lts: '0', bdrs: 12 },
    },
    Button: { defaultProps: { radius: 'md' } },
    Checkbox: { defaultProps: { iconColor: 'var(--galla-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--galla-on-accent)' } },
    // A touch target of sufficient size.
    CloseButton: { defaultProps: { size: 36, iconSize: 18 } },
    Burger: { defaultProps: { transitionDuration: 150 } },
    Drawer: { defaultProps: SLIDE },
    Modal: { defaultProps: SLIDE },
    SegmentedControl: { defaultProps: { transitionDuration: 150, radius: 'md' } },
    // Texts inherit their size; `fz` overrides it.
    Text: { defaultProps: { inherit: true } },
    Tooltip: {
      defaultProps: { withArrow: true, transitionProps: { duration: 100 }, multiline: true, maw: 280 },
    },
  },
})
